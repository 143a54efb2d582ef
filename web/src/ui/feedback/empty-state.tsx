import type { ReactNode } from 'react';

import { Button } from '../buttons/button';
import { cx } from '../cx';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  text?: ReactNode;
  children?: ReactNode;
}

export function EmptyState({ icon, title, text, children }: EmptyStateProps): ReactNode {
  return (
    <div className="flex flex-col items-center px-4 py-10 text-center">
      <span
        aria-hidden
        className="mb-4 grid size-12 place-items-center rounded-full bg-sunken text-fg-subtle [&_svg]:size-5.5"
      >
        {icon}
      </span>
      <p className="text-body font-semibold">{title}</p>
      {text !== undefined && <p className="mt-1 max-w-[44ch] text-fg-muted">{text}</p>}
      {children !== undefined && <div className="mt-5 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  );
}

/** Shown above stale data whose refresh has failed. */
export function RefreshFailed({ onRetry, className }: { onRetry: () => void; className?: string }): ReactNode {
  return (
    <div
      role="status"
      className={cx(
        'flex flex-wrap items-center justify-between gap-3 rounded-menu border bg-sunken px-4 py-2',
        className,
      )}
    >
      <p className="font-medium">Couldn't refresh. Retrying…</p>
      <Button variant="outline" size="sm" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}

interface LoadFailedProps {
  /** Completes "Couldn't load calls". */
  subject: string;
  reason?: string | null;
  onRetry: () => void;
}

export function LoadFailed({ subject, reason, onRetry }: LoadFailedProps): ReactNode {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-menu border bg-sunken px-4 py-3"
    >
      <p className="font-medium">
        Couldn't load {subject}. {reason}
      </p>
      <Button variant="outline" size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
