import type { ComponentProps, ReactNode } from 'react';

import { cx } from '../cx';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  label: ReactNode;
  onCheckedChange?: (checked: boolean) => void;
};

export function Checkbox({ label, onCheckedChange, className, ...rest }: CheckboxProps): ReactNode {
  return (
    <label
      className={cx(
        'inline-flex min-h-6 items-center gap-2.5 has-disabled:opacity-55 pointer-coarse:min-h-11',
        className,
      )}
    >
      <input
        {...rest}
        type="checkbox"
        onChange={({ target }) => onCheckedChange?.(target.checked)}
        className="size-5 shrink-0 cursor-pointer accent-primary"
      />
      {label}
    </label>
  );
}
