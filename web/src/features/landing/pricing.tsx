import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

import {
  ADD_ON_NAMES,
  ADD_ONS,
  monthlyPriceCents,
  PLAN_NAMES,
  TEAM_CHAT_CENTS,
  type Plan,
} from '@ringwell/domain/billing/plans';

import { formatCents } from '../../lib/format/format';
import { Section } from './section';
import { SubscribeLink } from './sign-up-actions';
import { UsageEstimator } from './usage-estimator';

const PLANS: readonly { plan: Plan; text: string; features: readonly string[] }[] = [
  {
    plan: 'base',
    text: 'Everything you need to stay on top of every call.',
    features: [
      '3,000 minutes a month',
      '$0.039 per extra minute',
      'Summary and happiness label for every call',
      'Notes written into the job',
      'Email alerts on negative calls',
    ],
  },
  {
    plan: 'team',
    text: 'For offices that live in their team chat.',
    features: [
      'Everything in Base',
      `Team chat notifications (${formatCents(TEAM_CHAT_CENTS)} add-on)`,
      Object.values(ADD_ON_NAMES).join(', '),
      'You choose which calls are posted',
    ],
  },
];

export function Pricing(): ReactNode {
  return (
    <Section
      id="pricing"
      heading="Pricing"
      intro="One price for your whole company, no matter how many people answer the phone. No long-term contracts."
    >
      <div className="grid gap-5 lg:grid-cols-2">
        {PLANS.map(({ plan, text, features }) => (
          <article key={plan} className="flex flex-col rounded-card border bg-surface p-6 md:p-8">
            <h3 className="text-h3">{PLAN_NAMES[plan]}</h3>
            <p className="mt-1 text-body text-fg-muted">{text}</p>
            <p className="mt-6 flex items-baseline gap-2">
              <span className="font-display text-[3.25rem] leading-none font-bold tracking-[-0.03em]">
                {formatCents(monthlyPriceCents(plan, 0))}
              </span>
              <span className="text-prose text-fg-muted">per month</span>
            </p>
            <ul className="mt-7 mb-8 grid gap-2.5 border-t pt-6 text-body">
              {features.map((feature) => (
                <li key={feature} className="flex items-start gap-2.5">
                  <Check aria-hidden className="mt-1 size-4 shrink-0 text-primary" strokeWidth={2.5} />
                  {feature}
                </li>
              ))}
            </ul>
            <SubscribeLink choice={{ plan, addOns: plan === 'team' ? [...ADD_ONS] : [] }} className="mt-auto w-full" />
          </article>
        ))}
      </div>
      <UsageEstimator />
      <p className="mx-auto mt-10 max-w-[52ch] text-center text-prose text-fg-muted">
        Catching <strong className="font-semibold text-fg">one lost system replacement</strong> pays for a year.
      </p>
    </Section>
  );
}
