import { Mail } from 'lucide-react';
import type { ReactNode } from 'react';

import { SENTIMENTS } from '@ringwell/domain/calls/sentiment';

import { LabelPill } from '../../ui/data/label-pill';
import { LANDING_COPY } from './landing-copy';
import { SAMPLE_CALL } from './sample-call';
import { Section } from './section';

const STEPS: readonly { text: string; illustration: ReactNode }[] = [
  {
    text: '30 seconds after the call, you have a summary anyone can read.',
    illustration: <p className="border-l-2 border-accent pl-3 text-fg">{SAMPLE_CALL.summary}</p>,
  },
  {
    text: 'Each call is labeled by how the customer felt when it ended.',
    illustration: (
      <div className="grid gap-2.5">
        {SENTIMENTS.map((sentiment, index) => (
          <p key={sentiment} className="flex items-center justify-between gap-3">
            <LabelPill label={sentiment} />
            <span className="text-fg-muted">{['14 calls', '6 calls', '2 calls'][index]}</span>
          </p>
        ))}
      </div>
    ),
  },
  {
    text: 'The summary and label go into the job or customer notes. No typing.',
    illustration: (
      <dl className="grid gap-1.5">
        <div>
          <dt className="text-meta text-fg-subtle">Job</dt>
          <dd className="font-semibold">{SAMPLE_CALL.job}</dd>
        </div>
        <div>
          <dt className="text-meta text-fg-subtle">Note</dt>
          <dd>Negative. Second failure in one week, asks for a senior technician.</dd>
        </div>
      </dl>
    ),
  },
  {
    text: "When a call ends badly, you get an email while there's still time to call back.",
    illustration: (
      <div className="flex gap-3">
        <Mail aria-hidden className="mt-0.5 size-4.5 shrink-0 text-negative" />
        <div className="min-w-0">
          <p className="font-semibold">Negative call: {SAMPLE_CALL.caller}</p>
          <p className="mt-0.5 text-fg-muted">No hot water since Tuesday. She mentions a refund.</p>
        </div>
      </div>
    ),
  },
];

export function HowItWorks(): ReactNode {
  return (
    <Section id="how-it-works" heading="How It Works" intro="Four things happen automatically after every call.">
      <ol className="grid gap-x-5 max-md:gap-y-10 md:grid-cols-2 lg:grid-cols-4">
        {LANDING_COPY.steps.map((title, index) => (
          <li key={title} className="row-span-4 grid grid-rows-subgrid gap-y-0 md:max-lg:pb-10">
            <p
              aria-hidden
              className="flex items-center gap-3 font-display text-title font-bold text-accent-text after:h-px after:grow after:bg-border"
            >
              {index + 1}
            </p>
            <h3 className="mt-4 text-h3 tracking-[-0.01em]">{title}</h3>
            <p className="mt-2 text-body text-fg-muted">{STEPS[index]?.text}</p>
            <div className="mt-5 rounded-card border bg-surface p-5">{STEPS[index]?.illustration}</div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
