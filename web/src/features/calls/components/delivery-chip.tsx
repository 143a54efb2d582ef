import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

/** Something that has been delivered. */
export function DeliveryChip({ children }: { children: ReactNode }): ReactNode {
  return (
    <span className="inline-flex h-7 items-center gap-1.5 rounded-full border bg-surface pr-3 pl-2 text-meta font-medium text-fg-muted">
      <Check aria-hidden className="size-3.5 text-primary" strokeWidth={2.5} />
      {children}
    </span>
  );
}
