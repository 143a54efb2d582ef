import { ChevronDown } from 'lucide-react';
import { useContext, type ComponentProps, type ReactNode } from 'react';

import { cx } from '../cx';
import { FieldInputProps } from './field';

// 16 px text on phones, because mobile browsers zoom in on fields with smaller text.
const CONTROL_CLASSES =
  'w-full rounded-control border border-border-strong bg-surface text-ui text-fg transition-colors disabled:bg-sunken disabled:text-fg-subtle aria-invalid:border-negative max-md:text-prose';

export function Input({ className, ...rest }: ComponentProps<'input'>): ReactNode {
  return (
    <input
      className={cx(CONTROL_CLASSES, 'h-10 px-3 pointer-coarse:h-11', className)}
      {...useContext(FieldInputProps)}
      {...rest}
    />
  );
}

export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>): ReactNode {
  return (
    <textarea
      rows={rows}
      className={cx(CONTROL_CLASSES, 'resize-y px-3 py-2.5', className)}
      {...useContext(FieldInputProps)}
      {...rest}
    />
  );
}

// Uses the native select, which works best on phones.
export function Select({ className, ...rest }: ComponentProps<'select'>): ReactNode {
  return (
    <span className={cx('relative inline-block', className)}>
      <select
        className={cx(CONTROL_CLASSES, 'h-10 appearance-none pr-9 pl-3 pointer-coarse:h-11')}
        {...useContext(FieldInputProps)}
        {...rest}
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-fg-subtle"
      />
    </span>
  );
}

export function Options({ of }: { of: readonly (readonly [value: string | number, text: string])[] }): ReactNode {
  return of.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
}
