import type { ReactNode } from 'react';

import { Skeleton } from '../ui/feedback/skeleton';

/** Inside the shell, while the code of a page is on its way. */
export function PageLoading(): ReactNode {
  return (
    <div role="status">
      <Skeleton className="h-28 rounded-card" label="Loading page" />
      <Skeleton className="mt-6 h-72 rounded-card" />
    </div>
  );
}
