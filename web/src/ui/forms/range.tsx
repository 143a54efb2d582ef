import type { ComponentProps, ReactNode } from 'react';

declare module 'react' {
  interface CSSProperties {
    /** Filled part of a Range, as a percentage. */
    '--filled'?: string;
  }
}

type RangeProps = Omit<
  ComponentProps<'input'>,
  'type' | 'value' | 'min' | 'max' | 'onChange' | 'style' | 'className'
> & {
  value: number;
  max: number;
  onChange: (value: number) => void;
  'aria-valuetext': string;
};

export function Range({ value, max, onChange, ...rest }: RangeProps): ReactNode {
  return (
    <input
      {...rest}
      type="range"
      min={0}
      max={max}
      value={value}
      onChange={(event) => onChange(event.target.valueAsNumber)}
      className="range"
      style={{ '--filled': `${max > 0 ? (value / max) * 100 : 0}%` }}
    />
  );
}
