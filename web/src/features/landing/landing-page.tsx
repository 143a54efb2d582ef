import { lazy, Suspense, type ReactNode } from 'react';

import { Hero } from './hero';
import { LandingFooter } from './landing-footer';
import { LandingHeader } from './landing-header';
import { Stats } from './stats';

const BelowTheFold = lazy(async () => ({ default: (await import('./below-the-fold')).BelowTheFold }));

/** For visitors; prerendered at build time. */
export function LandingPage(): ReactNode {
  return (
    <>
      <LandingHeader />
      <main id="main" tabIndex={-1}>
        <Hero />
        <Stats />
        <Suspense fallback={<div className="min-h-svh" />}><BelowTheFold /></Suspense>
      </main>
      <LandingFooter />
    </>
  );
}
