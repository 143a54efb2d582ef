import type { ReactNode } from 'react';

import { LoadFailed } from './empty-state';
import { Skeleton } from './skeleton';

interface UnloadedProps {
  /** Completes "Couldn't load the calls". */
  subject: string;
  label?: string;
  className: string;
  reason?: string | null;
  /** Loads the data again, once loading has failed. */
  retry: false | null | (() => unknown);
}

/** Takes the place of data: a skeleton while it loads, then a button to try again if that has failed. */
export function Unloaded({
  subject,
  label = `Loading ${subject.replace(/^the /, '')}`,
  className,
  reason,
  retry,
}: UnloadedProps): ReactNode {
  return retry ? (
    <LoadFailed subject={subject} reason={reason} onRetry={() => void retry()} />
  ) : (
    <Skeleton className={className} label={label} />
  );
}
