import { Switch as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';

// Accepts a Field's attributes.
export function Switch(
  props: Omit<ComponentProps<typeof Radix.Root>, 'className' | 'children' | 'asChild'>,
): ReactNode {
  return (
    <Radix.Root
      {...props}
      className="group relative inline-flex h-6 w-11 shrink-0 items-center rounded-full border border-transparent bg-border-strong p-0.5 transition-colors after:absolute after:-inset-2.5 data-[state=checked]:bg-primary disabled:opacity-55 forced-colors:border-[ButtonText] forced-colors:data-[state=checked]:bg-[Highlight]"
    >
      <Radix.Thumb className="size-4.5 rounded-full bg-surface transition-transform data-[state=checked]:translate-x-5 forced-colors:bg-[ButtonText]" />
    </Radix.Root>
  );
}
