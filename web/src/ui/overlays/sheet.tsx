import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

import { OVERLAY_CLASSES } from './dialog';
import { useReturnFocus } from './use-return-focus';

interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Width as a CSS length. */
  width: string;
  children: ReactNode;
}

export function Sheet({ open, onOpenChange, title, width, children }: SheetProps): ReactNode {
  const returnFocus = useReturnFocus(open);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={OVERLAY_CLASSES} />
        <Radix.Content
          onCloseAutoFocus={returnFocus}
          aria-describedby={undefined}
          style={{ width }}
          className="fixed inset-y-0 left-0 z-40 flex max-w-[85vw] flex-col border-r bg-sunken data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet"
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
