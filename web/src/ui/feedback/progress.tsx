import type { ReactNode } from 'react';

export function Progress({ label, percent }: { label: string; percent: number }): ReactNode {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-2 overflow-hidden rounded-full border border-transparent bg-border"
    >
      <div
        className="h-full rounded-full bg-primary transition-[width] duration-200 forced-colors:bg-[Highlight]"
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
