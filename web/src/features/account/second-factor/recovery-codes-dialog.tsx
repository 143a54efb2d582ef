import { Download, TriangleAlert } from 'lucide-react';
import { useRef, type ReactNode } from 'react';

import { useConfirmLeave } from '../../../lib/browser/use-confirm-leave';
import { Button } from '../../../ui/buttons/button';
import { CopyButton } from '../../../ui/buttons/copy-button';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog';
import { SECOND_FACTOR_COPY } from './second-factor-copy';

const COPY = SECOND_FACTOR_COPY.codes;

/** The codes are never shown again, so only the button closes the dialog, and the browser asks before leaving. */
export function RecoveryCodesDialog({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }): ReactNode {
  const list = useRef<HTMLUListElement>(null);
  useConfirmLeave();
  const text = codes.join('\n');
  return (
    <Dialog title={COPY.title} description={COPY.text} width={440}>
      <ul ref={list} className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-control border bg-sunken p-4 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={text} subject="Recovery codes" textRef={list} />
        <Button variant="outline" size="sm" onClick={() => downloadText(text)}>
          <Download aria-hidden />
          Download
        </Button>
      </div>
      <p className="mt-4 flex items-start gap-2.5 rounded-control border border-transparent bg-warning-soft px-3 py-2.5 font-medium text-on-warning-soft">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        You won't be able to see these codes again.
      </p>
      <DialogActions>
        <Button onClick={onSaved}>{COPY.saved}</Button>
      </DialogActions>
    </Dialog>
  );
}

function downloadText(text: string): void {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(url);
}
