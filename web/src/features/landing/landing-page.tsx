import type { ReactNode } from 'react';

import { COPY } from '../../lib/copy';
import { API_PATHS, PATHS } from '../../lib/paths';
import { useProduct } from '../../lib/product';
import { ButtonLink } from '../../ui/buttons/button';
import { Wordmark } from '../../ui/layout/logo';
import { lazyArea } from '../../ui/lazy-part';
import { CallCard } from './call-card';
import { LANDING_COPY } from './landing-copy';
import { CONTAINER_CLASSES, Rings } from './section';
import { SignUpActions } from './sign-up-actions';

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

const LINKS = [
  { href: '#how-it-works', label: 'How It Works' },
  { href: '#pricing', label: 'Pricing' },
  { href: '#faq', label: 'FAQ' },
];

function LandingHeader(): ReactNode {
  const { name } = useProduct();
  return (
    <header className="border-on-scroll sticky top-0 z-10 border-b bg-bg">
      <div className={`${CONTAINER_CLASSES} flex h-16 items-center justify-between gap-6`}>
        <a href="/" className="rounded-control">
          <Wordmark name={name} />
        </a>
        <div className="flex items-center gap-1">
          <nav aria-label="Sections" className="mr-3 flex gap-1 max-md:hidden">
            {LINKS.map(({ href, label }) => (
              <a
                key={href}
                href={href}
                className="rounded-control px-3 py-2 font-medium text-fg-muted transition-colors hover:text-fg"
              >
                {label}
              </a>
            ))}
          </nav>
          <ButtonLink href={API_PATHS.login} variant="outline">
            {COPY.landing.signIn}
          </ButtonLink>
        </div>
      </div>
    </header>
  );
}

function Hero(): ReactNode {
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
