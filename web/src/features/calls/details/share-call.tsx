import { Share2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import type { FullCall } from '../../../api/types';
import { useHasRole } from '../../../lib/session/session';
import { IconButton } from '../../../ui/buttons/icon-button';
import { lazyArea } from '../../../ui/lazy-part';
import { Tooltip } from '../../../ui/overlays/tooltip';

const ShareDialog = lazyArea(async () => (await import('./share-dialog')).ShareDialog);

export function ShareCall({ call }: { call: FullCall }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const canShare = useHasRole('member');
  const close = (): void => setIsOpen(false);
  if (!canShare) return null;
  return (
    <>
      <Tooltip text="Share">
        <IconButton label="Share" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          <Share2 aria-hidden />
        </IconButton>
      </Tooltip>
      {isOpen && <ShareDialog call={call} onClose={close} />}
    </>
  );
}
