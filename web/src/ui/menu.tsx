import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

import { cx } from './cx';

interface MenuProps {
  /** The button that opens it: an IconButton or a Button. */
  trigger: ReactNode;
  children: ReactNode;
}

export function Menu({ trigger, children }: MenuProps): ReactNode {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content align="end" sideOffset={6} collisionPadding={8} className="z-30 min-w-48 animate-rise rounded-menu border bg-surface p-1.5 shadow-raised">
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface MenuItemProps {
  icon?: ReactNode;
  tone?: 'plain' | 'danger';
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, tone = 'plain', disabled, onSelect, children }: MenuItemProps): ReactNode {
  return (
    <Radix.Item
      disabled={disabled}
      onSelect={onSelect}
      className={cx(
        'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-control border border-transparent px-2.5 font-medium outline-none select-none data-disabled:opacity-55 data-highlighted:bg-sunken pointer-coarse:min-h-11 [&_svg]:size-4 forced-colors:data-highlighted:border-[Highlight]',
        tone === 'danger' && 'text-negative',
      )}
    >
      {icon}{children}
    </Radix.Item>
  );
}

export function MenuSeparator(): ReactNode {
  return <Radix.Separator className="my-1.5 h-px bg-border" />;
}
