import { X } from 'lucide-react';
import type { ReactNode } from 'react';

import { COPY } from '../../../lib/copy';
import { IconButton } from '../../../ui/buttons/icon-button';
import { WideDialog } from '../../../ui/overlays/wide-dialog';
import { neighboursIn } from './neighbours';
import { OneCall } from './one-call';

interface CallDetailsDialogProps {
  id: string;
  /** The calls that can be leafed through. */
  ids: readonly string[];
  onShow: (id: string) => void;
  onClose: () => void;
}

/** A call over the page it was opened from. */
export function CallDetailsDialog({ id, ids, onShow, onClose }: CallDetailsDialogProps): ReactNode {
  return (
    <WideDialog title={COPY.calls.one} onClose={onClose}>
      <OneCall
        id={id}
        neighbours={neighboursIn(ids, id, onShow)}
        close={
          <IconButton label="Close" onClick={onClose}>
            <X />
          </IconButton>
        }
      />
    </WideDialog>
  );
}
