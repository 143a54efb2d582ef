import { Tooltip as Radix } from 'radix-ui';
import { useState, type ReactNode } from 'react';

import { TOOLTIP } from '../../lib/constants';

// Shared by all tooltips of a page, so that moving from one to the next skips the delay.
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
  /** Keeps the children mounted without a tooltip. */
  disabled?: boolean;
  /** One element that accepts a ref and string class names. */
  children: ReactNode;
}

/** For supplementary text only: touch screens never show it. */
export function Tooltip({ text, side = 'top', disabled = false, children }: TooltipProps): ReactNode {
  const [main, setMain] = useState<HTMLElement | null>(null);
  return (
    // In a portal at the end of `<main>` instead of the body, because all content must be inside a landmark.
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
