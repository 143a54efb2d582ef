import type { ReactNode } from 'react';

import { cx } from '../cx';

const NEARLY_FULL_FRACTION = 0.8;

interface MeterProps {
  label: string;
  value: number;
  /** The limit; `value` may exceed it. */
  max: number;
  /** For screen readers: "812 of 1,000 minutes". */
  text: string;
}

export function Meter({ label, value, max, text }: MeterProps): ReactNode {
  const fraction = max > 0 ? value / max : 1;
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuenow={Math.min(value, max)}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuetext={text}
      className="mt-3 h-1.5 overflow-hidden rounded-full border border-transparent bg-border"
    >
      <div
        className={cx(
          'h-full rounded-full forced-colors:bg-[Highlight]',
          fraction >= 1 ? 'bg-negative-solid' : fraction >= NEARLY_FULL_FRACTION ? 'bg-accent' : 'bg-primary',
        )}
        style={{ width: `${Math.min(fraction, 1) * 100}%` }}
      />
    </div>
  );
}
