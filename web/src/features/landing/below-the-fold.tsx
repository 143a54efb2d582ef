import type { ReactNode } from 'react';

import { Benefits } from './benefits';
import { Contact } from './contact';
import { Faq } from './faq';
import { HowItWorks } from './how-it-works';
import { Pricing } from './pricing';
import { CONTAINER_CLASSES, Rings } from './section';
import { SignUpActions } from './sign-up-actions';

// Everything below the first screen. It's prerendered, and its code loads after the first screen's.
export function BelowTheFold(): ReactNode {
  return (
    <>
      <HowItWorks />
      <Benefits />
      <Pricing />
      <Faq />
      <Contact />
      <FinalCallToAction />
    </>
  );
}

function FinalCallToAction(): ReactNode {
  return (
    <section className="py-16 md:py-24">
      <div className={CONTAINER_CLASSES}>
        <div className="relative isolate overflow-hidden rounded-[1.75rem] border border-transparent bg-deep px-6 py-14 text-on-deep md:px-14 md:py-20">
          <Rings className="-right-64 -bottom-80 -z-10 w-[52rem] max-w-none text-on-deep/15" />
          <h2 className="max-w-[18ch] text-h2 tracking-[-0.02em]">The next unhappy call is already ringing</h2>
          <p className="mt-4 mb-8 max-w-[44ch] text-lede text-on-deep-muted">
            Upload one of your own recordings and see what you would have known.
          </p>
          <SignUpActions onDark />
        </div>
      </div>
    </section>
  );
}
