import type { ReactNode } from 'react';

import { LazyPart, lazyPart } from '../../ui/lazy-part';
import { Hero } from './hero';
import { LandingFooter } from './landing-footer';
import { LandingHeader } from './landing-header';
import { Stats } from './stats';

const BelowTheFold = lazyPart(async () => (await import('./below-the-fold')).BelowTheFold);

/** For visitors; prerendered at build time. */
export function LandingPage(): ReactNode {
  return (
    <>
      <LandingHeader />
      <main id="main" tabIndex={-1}>
        <Hero />
        <Stats />
        <LazyPart fallback={<div className="min-h-svh" />}>
          <BelowTheFold />
        </LazyPart>
      </main>
      <LandingFooter />
    </>
  );
}
