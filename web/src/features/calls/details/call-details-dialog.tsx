import { X } from 'lucide-react';
import type { ReactNode } from 'react';

import { COPY } from '../../../lib/copy';
import { IconButton } from '../../../ui/buttons/icon-button';
import { WideDialog } from '../../../ui/overlays/wide-dialog';
import { getAdjacentCalls } from './adjacent-calls';
import { CallView } from './call-view';

interface CallDetailsDialogProps {
  id: string;
  ids: readonly string[];
  onShow: (id: string) => void;
  onClose: () => void;
}

export function CallDetailsDialog({ id, ids, onShow, onClose }: CallDetailsDialogProps): ReactNode {
  return (
    <WideDialog title={COPY.calls.one} onClose={onClose}>
      <CallView
        id={id}
        adjacentCalls={getAdjacentCalls(ids, id, onShow)}
        onDeleted={onClose}
        closeButton={
          <IconButton label="Close" onClick={onClose}>
            <X />
          </IconButton>
        }
      />
    </WideDialog>
  );
}
