import { Check, Handshake, X } from 'lucide-react';
import type { ReactNode } from 'react';

import type { FollowUp } from '../../../api/types';
import { keepFocus } from '../../../lib/browser/remember-focus';
import { useUser } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { isActionPossible, type PerformAction } from '../actions';

/** Asks whether the office made a promise, and shows a confirmed one. Renders nothing for a denied one. */
export function PromiseLine({ followUp, onAction }: { followUp: FollowUp; onAction?: PerformAction }): ReactNode {
  const { id: userId } = useUser();
  const { promise } = followUp;
  if (promise === null || promise.isConfirmed === false) return null;
  return (
    <div className="grid gap-1.5">
      <p className="text-fg-muted">
        {promise.isConfirmed === true && (
          <Handshake aria-hidden className="mr-1.5 inline-block size-4 align-text-bottom" />
        )}
        {promise.isConfirmed === true ? 'Promised' : 'The office said:'} “{promise.text}”
      </p>
      {promise.isConfirmed === null && onAction && isActionPossible(followUp, 'confirm_promise', userId) && (
        <p className="flex flex-wrap items-center gap-2 print:hidden">
          <span className="text-meta">Was that a promise?</span>
          <Button ref={keepFocus} variant="outline" size="sm" onClick={() => onAction(followUp, 'confirm_promise')}>
            <Check aria-hidden />
            Yes, it was
          </Button>
          <Button ref={keepFocus} variant="outline" size="sm" onClick={() => onAction(followUp, 'deny_promise')}>
            <X aria-hidden />
            No, it wasn't
          </Button>
        </p>
      )}
    </div>
  );
}
