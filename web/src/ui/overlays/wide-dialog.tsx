import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

import { cx } from '../cx';
import { OVERLAY_CLASSES } from './dialog';
import { useReturnFocus } from './use-return-focus';

interface WideDialogProps {
  /** Accessible name. The content has its own visible heading and close button. */
  title: string;
  onClose: () => void;
  /** The content, laid out in a column as tall as the dialog. */
  children: ReactNode;
}

// A dialog for page-sized content. It fills the window on phones.
export function WideDialog({ title, onClose, children }: WideDialogProps): ReactNode {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className={cx(OVERLAY_CLASSES, 'place-items-center md:p-4')}>
          <Radix.Content
            onOpenAutoFocus={(event) => {
              event.preventDefault(); // instead of focusing the first button
              if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
            }}
            onCloseAutoFocus={returnFocus}
            aria-describedby={undefined}
            className="relative flex w-full max-w-[65rem] flex-col overflow-hidden bg-surface shadow-raised outline-none data-[state=open]:animate-rise max-md:h-svh md:h-[90svh] md:rounded-card md:border short:h-auto! short:overflow-clip"
          >
            <Radix.Title className="sr-only">{title}</Radix.Title>
            {children}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
