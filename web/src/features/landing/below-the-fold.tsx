import type { ReactNode } from 'react';

import { Benefits } from './benefits';
import { ClosingCall } from './closing-call';
import { Contact } from './contact';
import { Faq } from './faq';
import { HowItWorks } from './how-it-works';
import { Pricing } from './pricing';

/** What nobody sees before they scroll. It is in the prerendered page; its code comes after that of the first screen. */
export function BelowTheFold(): ReactNode {
  return (
    <>
      <HowItWorks />
      <Benefits />
      <Pricing />
      <Faq />
      <Contact />
      <ClosingCall />
    </>
  );
}
