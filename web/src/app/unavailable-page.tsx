import type { ReactNode } from 'react';

import { useProduct } from '../lib/product';
import { Button } from '../ui/buttons/button';
import { CenteredPage } from '../ui/layout/centered-page';

/** When it cannot be found out who is here: the API is away, or the network. */
export function UnavailablePage({ onRetry }: { onRetry: () => void }): ReactNode {
  const { name } = useProduct();
  return (
    <CenteredPage>
      <div role="alert" className="max-w-[26rem] text-center">
        <h1 className="text-h2 tracking-tight">Couldn't reach {name}</h1>
        <p className="mt-3 text-lede text-fg-muted">
          Check your connection and try again. You won't lose any calls that come in.
        </p>
        <Button className="mt-7" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </CenteredPage>
  );
}
