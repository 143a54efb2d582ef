import type { ReactNode } from 'react';

import { COPY } from '../../lib/copy';
import { PATHS } from '../../lib/paths';
import { useProduct } from '../../lib/product';
import { Wordmark } from '../../ui/layout/logo';
import { lazyArea } from '../../ui/lazy-part';
import { Hero } from './hero';
import { LANDING_COPY } from './landing-copy';
import { LandingHeader } from './landing-header';
import { CONTAINER_CLASSES } from './section';

const BelowTheFold = lazyArea(
  async () => (await import('./below-the-fold')).BelowTheFold,
  <div className="min-h-svh" />,
);

// The public landing page, prerendered at build time.
export function LandingPage(): ReactNode {
  return (
    <>
      <LandingHeader />
      <main id="main" tabIndex={-1}>
        <Hero />
        <Stats />
        <BelowTheFold />
      </main>
      <LandingFooter />
    </>
  );
}

function Stats(): ReactNode {
  return (
    <section aria-label="By the numbers" className="border-y bg-surface">
      <dl className={`${CONTAINER_CLASSES} grid grid-cols-2 lg:grid-cols-4`}>
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

function LandingFooter(): ReactNode {
  const { name, privacyUrl, termsUrl } = useProduct();
  return (
    <footer className="border-t">
      <div className={`${CONTAINER_CLASSES} flex flex-wrap items-center justify-between gap-x-8 gap-y-4 py-8`}>
        <Wordmark name={name} />
        <ul className="flex flex-wrap gap-x-6 gap-y-2 text-fg-muted">
          <li>
            <a href={privacyUrl} className="inline-block py-1 hover:text-fg hover:underline">
              {COPY.legal.privacy}
            </a>
          </li>
          <li>
            <a href={termsUrl} className="inline-block py-1 hover:text-fg hover:underline">
              {COPY.legal.terms}
            </a>
          </li>
          <li>
            <a href={PATHS.recordingConsent} className="inline-block py-1 hover:text-fg hover:underline">
              {COPY.legal.recordingConsent}
            </a>
          </li>
          <li>
            <a href={PATHS.status} className="inline-block py-1 hover:text-fg hover:underline">
              {COPY.status}
            </a>
          </li>
        </ul>
      </div>
    </footer>
  );
}
