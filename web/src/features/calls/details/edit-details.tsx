import { Pencil } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import type { FullCall } from '../../../api/types';
import { useHasRole } from '../../../lib/session/session';
import { IconButton } from '../../../ui/buttons/icon-button';
import { lazyArea } from '../../../ui/lazy-part';
import { CALL_DETAILS_COPY } from './call-details-copy';

const EditDetailsDialog = lazyArea(async () => (await import('./edit-details-dialog')).EditDetailsDialog);

export function EditDetails({ call }: { call: FullCall }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const canEdit = useHasRole('manager');
  const close = (): void => setIsOpen(false);
  if (!canEdit) return null;
  return (
    <>
      <IconButton
        label={CALL_DETAILS_COPY.edit.title}
        onClick={() => setIsOpen(true)}
        className="-my-2 -ml-2 [&_svg]:size-4"
      >
        <Pencil aria-hidden />
      </IconButton>
      {isOpen && <EditDetailsDialog call={call} onClose={close} />}
    </>
  );
}
