import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

import { IconButton } from '../buttons/icon-button';
import { cx } from '../cx';
import { useReturnFocus } from './use-return-focus';

interface DialogProps {
  open?: boolean;
  /** If omitted, there is no close button, and Escape and clicks outside are ignored. */
  onClose?: () => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** Width in pixels. */
  width?: number;
  fullScreenOnPhones?: boolean;
}

export const OVERLAY_CLASSES =
  'fixed inset-0 z-40 grid overflow-y-auto bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade';

export function Dialog({
  open = true,
  onClose,
  title,
  description,
  children,
  width = 512,
  fullScreenOnPhones = false,
}: DialogProps): ReactNode {
  const returnFocus = useReturnFocus(open);
  const preventClose = onClose ? undefined : (event: Event) => event.preventDefault();
  return (
    <Radix.Root open={open} onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className={cx(OVERLAY_CLASSES, 'place-items-center', fullScreenOnPhones ? 'md:p-4' : 'p-4')}>
          <Radix.Content
            onCloseAutoFocus={returnFocus}
            {...(description === undefined && { 'aria-describedby': undefined })}
            onEscapeKeyDown={preventClose}
            onInteractOutside={preventClose}
            style={{ maxWidth: width }}
            className={cx(
              'relative w-full border bg-surface p-6 shadow-raised data-[state=open]:animate-rise',
              fullScreenOnPhones ? 'max-md:min-h-svh max-md:border-0 md:rounded-card' : 'rounded-card',
            )}
          >
            <Radix.Title className="pr-10 font-display text-h3 font-bold">{title}</Radix.Title>
            {description !== undefined && (
              <Radix.Description className="mt-1.5 text-fg-muted">{description}</Radix.Description>
            )}
            <div className="mt-5">{children}</div>
            {onClose && (
              <Radix.Close asChild>
                <IconButton label="Close" className="absolute top-4 right-4">
                  <X />
                </IconButton>
              </Radix.Close>
            )}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function DialogActions({ children }: { children: ReactNode }): ReactNode {
  return <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{children}</div>;
}
