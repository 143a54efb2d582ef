import type { ReactNode } from 'react';

import { cx } from '../cx';

const TONES = {
  plain: 'bg-neutral-soft text-on-neutral-soft',
  primary: 'bg-primary-soft text-on-primary-soft',
  warning: 'bg-warning-soft text-on-warning-soft',
  danger: 'bg-negative-soft text-on-negative-soft',
} as const;

// A short label for a row. Use LabelPill for a call's label.
export function Badge({ tone = 'plain', children }: { tone?: keyof typeof TONES; children: ReactNode }): ReactNode {
  return (
    <span
      className={cx(
        'inline-flex h-5.5 shrink-0 items-center rounded-chip border border-transparent px-2 text-meta font-semibold whitespace-nowrap',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
