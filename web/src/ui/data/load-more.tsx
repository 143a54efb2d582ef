import type { ReactNode } from 'react';

import { Button } from '../buttons/button';

/** Shown below a table with more rows. The button stays enabled while loading so that it doesn't lose focus. */
export function LoadMore({ isLoading, onLoad }: { isLoading: boolean; onLoad: () => unknown }): ReactNode {
  return (
    <Button
      variant="outline"
      aria-busy={isLoading}
      className="mx-auto mt-5 flex"
      onClick={() => {
        if (!isLoading) onLoad();
      }}
    >
      Load more
    </Button>
  );
}
