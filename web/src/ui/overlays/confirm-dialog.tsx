import { AlertDialog as Radix } from 'radix-ui';
import { useState, type ReactNode } from 'react';

import { Button } from '../buttons/button';
import { cx } from '../cx';
import { DialogActions, OVERLAY_CLASSES } from './dialog';
import { useReturnFocus } from './use-return-focus';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  question: string;
  /** Explains the consequences, below the question. */
  children?: ReactNode;
  confirmLabel: string;
  pendingLabel: string;
  tone?: 'plain' | 'danger';
  /** The dialog closes when the promise resolves, and stays open when it rejects. */
  onConfirm: () => Promise<unknown>;
  /** Failure message. Defaults to a generic text. */
  explain?: (error: unknown) => string;
}

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  question,
  children,
  confirmLabel,
  pendingLabel,
  tone = 'plain',
  onConfirm,
  explain = () => 'Something went wrong. Try again or cancel.',
}: ConfirmDialogProps): ReactNode {
  const returnFocus = useReturnFocus(open);
  const [state, setState] = useState<'idle' | 'pending' | { failure: string }>('idle');

  const changeOpen = (isOpen: boolean): void => {
    if (state === 'pending') return;
    setState('idle');
    onOpenChange(isOpen);
  };
  const confirm = async (): Promise<void> => {
    setState('pending');
    try {
      await onConfirm();
      setState('idle');
      onOpenChange(false);
    } catch (error) {
      setState({ failure: explain(error) });
    }
  };

  return (
    <Radix.Root open={open} onOpenChange={changeOpen}>
      <Radix.Portal>
        <Radix.Overlay className={cx(OVERLAY_CLASSES, 'place-items-center p-4')}>
          <Radix.Content
            onCloseAutoFocus={returnFocus}
            className="w-full max-w-[28rem] rounded-card border bg-surface p-6 shadow-raised data-[state=open]:animate-rise"
          >
            <Radix.Title className="font-display text-h3 font-bold">{title}</Radix.Title>
            <Radix.Description className="mt-2 text-body text-fg-muted">{question}</Radix.Description>
            {children}
            {typeof state === 'object' && (
              <p role="alert" className="mt-3 font-medium text-negative">
                {state.failure}
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
