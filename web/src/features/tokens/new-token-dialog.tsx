import { TriangleAlert } from 'lucide-react';
import { useRef, type ReactNode } from 'react';

import type { NewToken } from '../../api/types';
import { useConfirmLeave } from '../../lib/browser/use-confirm-leave';
import { Button } from '../../ui/buttons/button';
import { CopyButton } from '../../ui/buttons/copy-button';
import { Dialog, DialogActions } from '../../ui/overlays/dialog';
import { TOKEN_COPY } from './token-copy';

// The token is never shown again, so only the button closes the dialog, and the browser asks before leaving.
export function NewTokenDialog({
  token: { name, token },
  onCopied,
}: {
  token: NewToken;
  onCopied: () => void;
}): ReactNode {
  const valueRef = useRef<HTMLElement>(null);
  useConfirmLeave();
  return (
    <Dialog title={TOKEN_COPY.created}>
      <p className="font-semibold wrap-anywhere">{name}</p>
      <div className="mt-2 flex items-start gap-3 rounded-control border bg-sunken p-3">
        <code ref={valueRef} className="grow font-mono break-all">
          {token}
        </code>
        <CopyButton text={token} subject="Token" shownIn={valueRef} />
      </div>
      <p className="mt-4 flex items-start gap-2.5 rounded-control border border-transparent bg-warning-soft px-3 py-2.5 font-medium text-on-warning-soft">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        {TOKEN_COPY.onlyOnce}
      </p>
      <DialogActions>
        <Button onClick={onCopied}>{TOKEN_COPY.copiedIt}</Button>
      </DialogActions>
    </Dialog>
  );
}
