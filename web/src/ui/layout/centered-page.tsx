import type { ReactNode } from 'react';

import { useProduct } from '../../lib/product';
import { Wordmark } from './logo';

export function CenteredPage({ children }: { children: ReactNode }): ReactNode {
  const { name } = useProduct();
  return (
    <div className="flex min-h-svh flex-col px-5">
      <header className="mx-auto w-full max-w-[72rem] py-5">
        <a href="/" className="inline-block rounded-control">
          <Wordmark name={name} />
        </a>
      </header>
      <main id="main" tabIndex={-1} className="grid grow place-items-center pt-4 pb-24">
        {children}
      </main>
    </div>
  );
}
