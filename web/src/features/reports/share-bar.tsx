import type { ReactNode } from 'react';

interface ShareBarProps {
  /** Parts with their color class. A part with a count of 0 is omitted, so the bar's ends stay round. */
  parts: readonly { count: number; color: string }[];
}

/** A stacked bar, hidden from screen readers because a list next to it shows the numbers. */
export function ShareBar({ parts }: ShareBarProps): ReactNode {
  return (
    <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full">
      {parts.map(({ count, color }) => count > 0 && <span key={color} className={color} style={{ flexGrow: count }} />)}
    </div>
  );
}
