import type { ReactNode } from 'react';

import { Button } from '../buttons/button';
import { Dialog } from '../overlays/dialog';

/** A sheet of filters for phones. Changes apply immediately. */
export function FilterSheet({ onClose, children }: { onClose: () => void; children: ReactNode }): ReactNode {
  return (
    <Dialog onClose={onClose} title="Filter" fullScreenOnPhones>
      <div className="grid grid-cols-1 gap-3">
        {children}
        <Button className="mt-3" onClick={onClose}>
          Show results
        </Button>
      </div>
    </Dialog>
  );
}
