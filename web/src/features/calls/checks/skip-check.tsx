import { useState, type ReactNode } from 'react';

import { Button } from '../../../ui/buttons/button';
import { LazyPart, lazyPart } from '../../../ui/lazy-part';
import { CHECKS_COPY } from './checks-copy';

const SkipDialog = lazyPart(async () => (await import('./skip-dialog')).SkipDialog);

export function SkipCheck({ callId, onSkipped }: { callId: string; onSkipped: () => void }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  return (
    <>
      <Button variant="ghost" onClick={() => setIsOpen(true)}>
        {CHECKS_COPY.skip}
      </Button>
      {isOpen && (
        <LazyPart onClose={close}>
          <SkipDialog callId={callId} onClose={close} onSkipped={onSkipped} />
        </LazyPart>
      )}
    </>
  );
}
