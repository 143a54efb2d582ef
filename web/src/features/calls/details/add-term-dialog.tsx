import type { ReactNode } from 'react';

import { Button } from '../../../ui/buttons/button';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog';
import { CALL_DETAILS_COPY } from './call-details-copy';
import { useAddTerm } from './use-corrections';

const { correction } = CALL_DETAILS_COPY;

/** Offers to add a corrected name to the account's terms. */
export function AddTermDialog({ term, onClose }: { term: string; onClose: () => void }): ReactNode {
  const add = useAddTerm();
  return (
    <Dialog onClose={onClose} title={`Add “${term}” to names and words?`} description={correction.offerText}>
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          Not now
        </Button>
        <Button
          pending={add.isPending}
          pendingLabel="Adding…"
          onClick={() => add.mutate(term, { onSuccess: onClose })}
          autoFocus
        >
          Add
        </Button>
      </DialogActions>
    </Dialog>
  );
}
