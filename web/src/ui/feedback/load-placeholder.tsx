import type { ReactNode } from 'react';

import { LoadFailed } from './empty-state';
import { Skeleton } from './skeleton';

interface LoadPlaceholderProps {
  /** Completes "Couldn't load the calls". */
  subject: string;
  label?: string;
  className: string;
  reason?: string | null;
  /** Reloads the data. Set once loading has failed. */
  retry: false | null | (() => unknown);
}

/** A skeleton while data loads, or an error with a retry button if loading has failed. */
export function LoadPlaceholder({
  subject,
  label = `Loading ${subject.replace(/^the /, '')}`,
  className,
  reason,
  retry,
}: LoadPlaceholderProps): ReactNode {
  return retry ? (
    <LoadFailed subject={subject} reason={reason} onRetry={() => void retry()} />
  ) : (
    <Skeleton className={className} label={label} />
  );
}
