import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

import { cx } from '../cx';

interface MenuProps {
  /** A Button or an IconButton. */
  trigger: ReactNode;
  defaultOpen?: boolean;
  children: ReactNode;
}

// Rendered next to its button instead of in a portal, because it must be in the same landmark.
export function Menu({ trigger, defaultOpen, children }: MenuProps): ReactNode {
  return (
    <Radix.Root modal={false} defaultOpen={defaultOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        className="z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-[min(22rem,calc(100vw-1rem))] min-w-48 animate-rise overflow-y-auto rounded-menu border bg-surface p-1.5 text-left text-ui text-fg shadow-raised"
      >
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}

const ITEM_CLASSES =
  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-control border border-transparent px-2.5 font-medium outline-none select-none data-disabled:opacity-55 data-highlighted:bg-sunken pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0 forced-colors:data-highlighted:border-[Highlight]';

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
      className={cx(ITEM_CLASSES, tone === 'danger' && 'text-negative')}
    >
      {icon}
      {children}
    </Radix.Item>
  );
}

interface MenuChoiceProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string; note?: string; icon: ReactNode }[];
  onChange: (value: Value) => void;
}

export function MenuRadioGroup<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: MenuChoiceProps<Value>): ReactNode {
  return (
    <Radix.RadioGroup aria-label={label} value={value} onValueChange={(newValue) => onChange(newValue as Value)}>
      <Radix.Label aria-hidden className="px-2.5 py-1.5 text-meta font-semibold text-fg-subtle">
        {label}
      </Radix.Label>
      {choices.map((choice) => (
        <Radix.RadioItem key={choice.value} value={choice.value} className={ITEM_CLASSES}>
          {choice.icon}
          <span className="min-w-0 grow truncate">{choice.label}</span>
          {choice.note !== undefined && <span className="shrink-0 text-meta text-fg-muted"> {choice.note}</span>}
          <Radix.ItemIndicator>
            <Check aria-hidden />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

export function MenuSeparator(): ReactNode {
  return <Radix.Separator className="my-1.5 h-px bg-border" />;
}
