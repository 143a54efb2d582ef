import type { ReactNode } from 'react';

import { Button } from '../../../ui/buttons/button';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog';
import { useRewriteSummary } from './use-words';
import { WORDS_COPY } from './words-copy';

const copy = WORDS_COPY.rewrite;

/** Offers to rewrite the summary of a call whose transcript was corrected. */
export function RewriteOffer({ callId, onClose }: { callId: string; onClose: () => void }): ReactNode {
  const rewrite = useRewriteSummary(callId);
  return (
    <Dialog onClose={onClose} title={copy.title} description={copy.text}>
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          Not now
        </Button>
        <Button
          pending={rewrite.isPending}
          pendingLabel={copy.pending}
          onClick={() => rewrite.mutate(undefined, { onSuccess: onClose })}
          autoFocus
        >
          {copy.confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
