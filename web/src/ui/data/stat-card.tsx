import type { ReactNode } from 'react';

import { Skeleton } from '../feedback/skeleton';

interface StatCardProps {
  label: string;
  /** Undefined while loading; null when loading failed. */
  value: ReactNode | undefined;
  note?: ReactNode;
  icon: ReactNode;
  children?: ReactNode;
}

export function StatCard({ label, value, note, icon, children }: StatCardProps): ReactNode {
  return (
    <div className="flex flex-col rounded-card border bg-surface p-4 md:p-5">
      <dt className="flex items-center justify-between gap-2 font-medium text-fg-muted">
        {label}
        <span aria-hidden className="text-fg-subtle max-sm:hidden [&_svg]:size-4.5">
          {icon}
        </span>
      </dt>
      <dd className="mt-2">
        <span className="block font-display text-stat font-bold tracking-[-0.01em]">
          {value === undefined ? (
            <Skeleton className="h-[1.15em] w-24" label={`Loading ${label}`} />
          ) : value === null ? (
            <span title="Couldn't load">–</span>
          ) : (
            value
          )}
        </span>
        {note !== undefined && <span className="mt-1 block text-meta text-fg-subtle">{note}</span>}
        {children}
      </dd>
    </div>
  );
}

export function StatRow({ children }: { children: ReactNode }): ReactNode {
  return <dl className="grid grid-cols-2 gap-3 md:gap-4 xl:grid-cols-4">{children}</dl>;
}
