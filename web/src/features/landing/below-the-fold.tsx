import { Mail, Phone } from 'lucide-react';
import type { ReactNode } from 'react';

import { useProduct } from '../../lib/product';
import { cx } from '../../ui/cx';
import { lazyArea } from '../../ui/lazy-part';
import { JobBrief, SavedReview, WeekOfCalls } from './benefit-illustrations';
import { Faq } from './faq';
import { HowItWorks } from './how-it-works';
import { LANDING_COPY } from './landing-copy';
import { Pricing } from './pricing';
import { CONTAINER_CLASSES, Rings, Section } from './section';
import { SignUpActions } from './sign-up-actions';

const ContactForm = lazyArea(
  async () => (await import('./contact-form')).ContactForm,
  <div className="min-h-[34rem]" />,
);

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
          <SignUpActions isOnDark />
        </div>
      </div>
    </section>
  );
}

const BENEFITS: readonly { text: string; illustration: ReactNode }[] = [
  {
    text:
      'You take hundreds of calls a week. No one can listen to them all. ' +
      'See at a glance which one went wrong, and listen from the moment it did.',
    illustration: <WeekOfCalls />,
  },
  {
    text: 'Call back this afternoon and make it right, before the review goes up tonight.',
    illustration: <SavedReview />,
  },
  {
    text:
      'What was promised on the phone is in the job before the truck leaves: ' +
      "what's broken, what was tried and how the customer feels about it.",
    illustration: <JobBrief />,
  },
];

function Benefits(): ReactNode {
  return (
    <Section heading="What changes for your business" className="border-y bg-sunken">
      <div className="grid gap-16 md:gap-20">
        {LANDING_COPY.benefits.map((title, index) => (
          <div key={title} className="grid items-center gap-x-16 gap-y-8 lg:grid-cols-2">
            <div className={cx(index % 2 === 1 && 'lg:order-last')}>
              <h3 className="text-h2 text-[1.625rem] tracking-[-0.015em]">{title}</h3>
              <p className="mt-3 max-w-[46ch] text-prose text-fg-muted">{BENEFITS[index]?.text}</p>
            </div>
            {BENEFITS[index]?.illustration}
          </div>
        ))}
      </div>
    </Section>
  );
}

const LINK_CLASSES =
  'flex items-center gap-3 rounded-control text-prose font-semibold underline decoration-border-strong underline-offset-4 hover:decoration-current';

function Contact(): ReactNode {
  const { supportEmail, supportPhone } = useProduct();
  return (
    <Section
      id="contact"
      heading="Talk to us"
      intro="Have a question, or a call you'd like us to look at? A real person will reply."
      className="border-t bg-surface"
    >
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[1.7fr_1fr]">
        <ContactForm />
        <address className="grid content-start gap-4 border-border not-italic max-lg:border-t max-lg:pt-8 lg:border-l lg:pl-12">
          <a href={`tel:${supportPhone}`} className={LINK_CLASSES}>
            <Phone aria-hidden className="size-4.5 shrink-0 text-fg-subtle" />
            {supportPhone}
          </a>
          <a href={`mailto:${supportEmail}`} className={LINK_CLASSES}>
            <Mail aria-hidden className="size-4.5 shrink-0 text-fg-subtle" />
            <span className="min-w-0 break-words">{supportEmail}</span>
          </a>
        </address>
      </div>
    </Section>
  );
}
