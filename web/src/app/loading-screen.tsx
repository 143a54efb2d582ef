import type { ReactNode } from 'react';

import { useProduct } from '../lib/product';
import { LogoMark } from '../ui/layout/logo';

export function LoadingScreen(): ReactNode {
  const { name } = useProduct();
  return (
    <main id="main" tabIndex={-1} className="grid min-h-svh place-items-center">
      <div role="status" className="grid justify-items-center gap-4">
        <span className="animate-breathe">
          <LogoMark className="size-12" />
        </span>
        <p className="font-medium text-fg-muted">Loading {name}…</p>
      </div>
    </main>
  );
}
