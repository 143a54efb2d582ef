import type { ReactNode } from 'react';

interface ShareBarProps {
  /** Parts of the whole with their color class. A part of 0 takes no room, so the bar's ends stay round. */
  parts: readonly { count: number; color: string }[];
}

/** Shows how a whole is divided, next to a list with the numbers. */
export function ShareBar({ parts }: ShareBarProps): ReactNode {
  return (
    <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full">
      {parts.map(({ count, color }) => count > 0 && <span key={color} className={color} style={{ flexGrow: count }} />)}
    </div>
  );
}
