import { Check } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';

import { cx } from '../cx';

type CheckboxProps = Omit<
  ComponentProps<typeof Radix.Root>,
  'className' | 'children' | 'asChild' | 'onCheckedChange'
> & {
  label: ReactNode;
  onCheckedChange?: (checked: boolean) => void;
  className?: string;
};

export function Checkbox({ label, onCheckedChange, className, ...rest }: CheckboxProps): ReactNode {
  return (
    <label
      className={cx(
        'inline-flex min-h-6 items-center gap-2.5 has-disabled:opacity-55 pointer-coarse:min-h-11',
        className,
      )}
    >
      <Radix.Root
        {...rest}
        onCheckedChange={(checked) => onCheckedChange?.(checked === true)}
        className="grid size-5 shrink-0 cursor-pointer place-items-center rounded-chip border border-border-strong bg-surface text-on-primary transition-colors data-[state=checked]:border-primary data-[state=checked]:bg-primary forced-colors:text-[ButtonText]"
      >
        <Radix.Indicator>
          <Check aria-hidden className="size-3.5" strokeWidth={3} />
        </Radix.Indicator>
      </Radix.Root>
      {label}
    </label>
  );
}
