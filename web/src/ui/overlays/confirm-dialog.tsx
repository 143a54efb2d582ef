import { AlertDialog as Radix } from 'radix-ui';
import { useState, type ReactNode } from 'react';

import { Button } from '../buttons/button';
import { cx } from '../cx';
import { DialogActions, OVERLAY } from './dialog';
import { useReturnFocus } from './use-return-focus';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  question: string;
  confirmLabel: string;
  pendingLabel: string;
  tone?: 'plain' | 'danger';
  /** The dialog closes when the promise resolves, and stays open when it rejects. */
  onConfirm: () => Promise<unknown>;
}

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  question,
  confirmLabel,
  pendingLabel,
  tone = 'plain',
  onConfirm,
}: ConfirmDialogProps): ReactNode {
  const returnFocus = useReturnFocus();
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle');

  const change = (next: boolean): void => {
    if (state === 'pending') return;
    setState('idle');
    onOpenChange(next);
  };
  const confirm = async (): Promise<void> => {
    setState('pending');
    try {
      await onConfirm();
      setState('idle');
      onOpenChange(false);
    } catch {
      setState('failed'); // the caller's mutation reports the reason
    }
  };

  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        <Radix.Overlay className={cx(OVERLAY, 'place-items-center p-4')}>
          <Radix.Content
            {...returnFocus}
            className="w-full max-w-[28rem] rounded-card border bg-surface p-6 shadow-raised data-[state=open]:animate-rise"
          >
            <Radix.Title className="font-display text-h3 font-bold">{title}</Radix.Title>
            <Radix.Description className="mt-2 text-body text-fg-muted">{question}</Radix.Description>
            {state === 'failed' && (
              <p role="alert" className="mt-3 font-medium text-negative">
                Something went wrong. Try again or cancel.
              </p>
            )}
            <DialogActions>
              <Radix.Cancel asChild>
                <Button variant="outline" disabled={state === 'pending'}>
                  Cancel
                </Button>
              </Radix.Cancel>
              <Button
                variant={tone === 'danger' ? 'danger' : 'primary'}
                pending={state === 'pending'}
                pendingLabel={pendingLabel}
                onClick={() => void confirm()}
              >
                {confirmLabel}
              </Button>
            </DialogActions>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
