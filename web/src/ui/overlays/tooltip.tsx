import { Tooltip as Radix } from 'radix-ui';
import { useState, type ReactNode } from 'react';

import { TOOLTIP } from '../../lib/constants';

/** Around everything that has tooltips, once, so that the second one opens sooner than the first. */
export function TooltipProvider({ children }: { children: ReactNode }): ReactNode {
  return (
    <Radix.Provider delayDuration={TOOLTIP.openDelayMs} skipDelayDuration={TOOLTIP.skipDelayMs}>
      {children}
    </Radix.Provider>
  );
}

interface TooltipProps {
  text: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** Keeps the place in the tree but shows nothing. */
  disabled?: boolean;
  /** One element that takes a ref and string class names. */
  children: ReactNode;
}

/** More about something that can be understood without it: people on touch screens never see it. */
export function Tooltip({ text, side = 'top', disabled = false, children }: TooltipProps): ReactNode {
  const [main, setMain] = useState<HTMLElement | null>(null);
  return (
    // All that a page shows belongs to one of its landmarks, so it is put at the end of `<main>`, not of the document.
    <Radix.Root {...(disabled && { open: false })} onOpenChange={() => setMain(document.getElementById('main'))}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal container={main}>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-[18rem] animate-fade rounded-control border border-transparent bg-fg px-2.5 py-1.5 text-meta font-medium text-bg"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
