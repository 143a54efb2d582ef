import type { ReactNode } from 'react';

import { cx } from '../cx';

/** Placeholder for data that has never loaded; not for a refetch. */
export function Skeleton({
  className,
  label,
}: {
  className?: string;
  /** Announced by screen readers; set it on one skeleton of a group. */
  label?: string;
}): ReactNode {
  return (
    <span className={cx('block animate-breathe rounded-control bg-border', className)}>
      {label !== undefined && <span className="sr-only">{label}</span>}
    </span>
  );
}
