import { Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import type { FullCall } from '../../../api/types';
import { useHasRole } from '../../../lib/session/session';
import { IconButton } from '../../../ui/buttons/icon-button';
import { lazyArea } from '../../../ui/lazy-part';
import { Tooltip } from '../../../ui/overlays/tooltip';

const DeleteDialog = lazyArea(async () => (await import('./delete-dialog')).DeleteDialog);

/** A button for owners that deletes a call. `onDeleted` closes the call. */
export function DeleteCall({ call, onDeleted }: { call: FullCall; onDeleted: () => void }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const canDelete = useHasRole('owner');
  const close = (): void => setIsOpen(false);
  if (!canDelete) return null;
  return (
    <>
      <Tooltip text="Delete call">
        <IconButton label="Delete call" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          <Trash2 aria-hidden />
        </IconButton>
      </Tooltip>
      {isOpen && <DeleteDialog call={call} onClose={close} onDeleted={onDeleted} />}
    </>
  );
}
