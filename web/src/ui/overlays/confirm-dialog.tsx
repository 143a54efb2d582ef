import { AlertDialog as Radix } from 'radix-ui';
import { useState, type ReactNode } from 'react';

import { serverMessage } from '../../lib/messages/server-message';
import { Button } from '../buttons/button';
import { cx } from '../cx';
import { ErrorText } from '../forms/form-error';
import { DialogActions, OVERLAY_CLASSES } from './dialog';
import { useReturnFocus } from './use-return-focus';

const GENERIC_FAILURE = 'Something went wrong. Try again or cancel.';

interface ConfirmDialogProps {
  open?: boolean;
  onClose: () => void;
  title: string;
  question: string;
  /** Explains the consequences, below the question. */
  children?: ReactNode;
  confirmLabel: string;
  pendingLabel: string;
  tone?: 'plain' | 'danger';
  /** The dialog closes when the promise resolves, and stays open when it rejects. */
  onConfirm: () => Promise<unknown>;
  /** Shown if the promise rejects without a message from the API. Without it, only a generic text is shown. */
  failure?: string;
}

export function ConfirmDialog({
  open = true,
  onClose,
  title,
  question,
  children,
  confirmLabel,
  pendingLabel,
  tone = 'plain',
  onConfirm,
  failure,
}: ConfirmDialogProps): ReactNode {
  const returnFocus = useReturnFocus(open);
  const [state, setState] = useState<'idle' | 'pending' | { message: string }>('idle');

  const close = (): void => {
    setState('idle');
    onClose();
  };
  const confirm = async (): Promise<void> => {
    setState('pending');
    try {
      await onConfirm();
      close();
    } catch (error) {
      setState({ message: failure === undefined ? GENERIC_FAILURE : serverMessage(error, failure) });
    }
  };

  return (
    <Radix.Root open={open} onOpenChange={state === 'pending' ? undefined : close}>
      <Radix.Portal>
        <Radix.Overlay className={cx(OVERLAY_CLASSES, 'place-items-center p-4')}>
          <Radix.Content
            onCloseAutoFocus={returnFocus}
            className="w-full max-w-[28rem] rounded-card border bg-surface p-6 shadow-raised data-[state=open]:animate-rise"
          >
            <Radix.Title className="font-display text-h3 font-bold">{title}</Radix.Title>
            <Radix.Description className="mt-2 text-body text-fg-muted">{question}</Radix.Description>
            {children}
            {typeof state === 'object' && <ErrorText message={state.message} className="mt-3" />}
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
