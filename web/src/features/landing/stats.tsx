import type { ReactNode } from 'react';

import { LANDING_COPY } from './landing-copy';
import { MEASURE } from './section';

export function Stats(): ReactNode {
  return (
    <section aria-label="By the numbers" className="border-y bg-surface">
      <dl className={`${MEASURE} grid grid-cols-2 lg:grid-cols-4`}>
        {LANDING_COPY.stats.map(({ value, label }) => (
          <div
            key={label}
            className="flex flex-col-reverse justify-end border-border py-7 max-lg:nth-[-n+2]:border-b max-lg:odd:border-r max-lg:odd:pr-4 max-lg:even:pl-5 md:py-9 lg:px-8 lg:not-first:border-l lg:first:pl-0"
          >
            <dt className="mt-1 text-fg-muted">{label}</dt>
            <dd className="font-display text-h2 font-bold tracking-[-0.02em]">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
