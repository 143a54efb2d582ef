import type { ReactNode } from 'react';

import { cx } from '../cx';

/** Stands where something will be. Only while there is no data at all, never while it is fetched again. */
export function Skeleton({
  className,
  label,
}: {
  className?: string;
  /** Read out once for a group of them. */ label?: string;
}): ReactNode {
  return (
    <span className={cx('block animate-breathe rounded-control bg-border', className)}>
      {label !== undefined && <span className="sr-only">{label}</span>}
    </span>
  );
}
