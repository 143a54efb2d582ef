import type { ReactNode } from 'react';

import { useProduct } from '../../lib/product';
import { CallCard } from './call-card';
import { CONTAINER_CLASSES, Rings } from './section';
import { SignUpActions } from './sign-up-actions';

export function Hero(): ReactNode {
  const { name } = useProduct();
  return (
    <div className="relative overflow-clip">
      <div
        className={`${CONTAINER_CLASSES} grid grid-cols-1 items-center gap-x-14 gap-y-14 pt-12 pb-16 md:pt-16 md:pb-24 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.02fr)]`}
      >
        <div>
          <h1 className="text-h1 tracking-[-0.025em]">
            See Customer{' '}
            <span className="underline decoration-accent decoration-[0.08em] underline-offset-[0.14em]">Happiness</span>{' '}
            on Every Phone Call
          </h1>
          <p className="mt-7 max-w-[34rem] text-lede text-fg-muted">
            {name} listens to every call your office takes, writes the summary into the job, and alerts you within a
            minute when a customer hangs up unhappy.
          </p>
          <div className="mt-9">
            <SignUpActions />
          </div>
        </div>
        <div className="relative isolate">
          <Rings className="top-1/2 left-1/2 -z-10 w-[62rem] max-w-none -translate-1/2 [mask-image:linear-gradient(to_left,black_72%,transparent_82%)] text-border max-lg:hidden" />
          <p className="mb-3 flex items-center gap-2 text-meta font-semibold text-fg-muted">
            <span aria-hidden className="size-2 rounded-full bg-accent" />
            Sample call
          </p>
          <CallCard />
        </div>
      </div>
    </div>
  );
}
