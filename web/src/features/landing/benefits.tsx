import type { ReactNode } from 'react';

import { cx } from '../../ui/cx';
import { JobBrief, SavedReview, WeekOfCalls } from './benefit-illustrations';
import { LANDING_COPY } from './landing-copy';
import { Section } from './section';

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

export function Benefits(): ReactNode {
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
