import type { ReactNode } from 'react';

import { cx } from '../cx';

/** Placeholder for data that hasn't loaded yet. Not for refetches. */
export function Skeleton({
  className,
  label,
}: {
  className?: string;
  /** Announced by screen readers. Set it on one skeleton per group. */
  label?: string;
}): ReactNode {
  return (
    <span className={cx('block animate-breathe rounded-control bg-border', className)}>
      {label !== undefined && <span className="sr-only">{label}</span>}
    </span>
  );
}
