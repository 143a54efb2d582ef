import { useId, useState, type ReactNode } from 'react';

import { INCLUDED_MINUTES, monthlyPriceCents, PLAN_NAMES } from '@ringwell/domain/billing/plans';

import { formatCents, formatNumber } from '../../lib/format/format';
import { Checkbox } from '../../ui/forms/checkbox';
import { Range } from '../../ui/forms/range';

const MAX_MINUTES = 12_000;
const STEP_MINUTES = 100;
const INITIAL_MINUTES = 4_200;
const TYPICAL_CALL_MINUTES = 4;

export function UsageEstimator(): ReactNode {
  const id = useId();
  const [minutes, setMinutes] = useState(INITIAL_MINUTES);
  const [includesChat, setIncludesChat] = useState(false);
  const plan = includesChat ? 'team' : 'base';
  const fixedCents = monthlyPriceCents(plan, 0);
  const totalCents = monthlyPriceCents(plan, minutes);
  const extraMinutes = Math.max(0, minutes - INCLUDED_MINUTES);

  return (
    <div className="mt-5 grid gap-x-12 gap-y-8 rounded-card border bg-sunken p-6 md:p-8 lg:grid-cols-[1fr_20rem]">
      <div>
        <label htmlFor={id} className="font-display text-h3 font-bold">
          Estimate your bill
        </label>
        <p className="mt-2 flex flex-wrap items-baseline gap-x-3">
          <span className="text-prose font-semibold">{formatNumber(minutes)} minutes a month</span>
          <span className="text-fg-muted">
            about {formatNumber(minutes / TYPICAL_CALL_MINUTES)} calls at {TYPICAL_CALL_MINUTES} minutes each
          </span>
        </p>
        <div className="mt-3">
          <Range
            id={id}
            max={MAX_MINUTES}
            step={STEP_MINUTES}
            value={minutes}
            onChange={setMinutes}
            aria-valuetext={`${formatNumber(minutes)} minutes a month`}
          />
        </div>
        <Checkbox
          label="With team chat notifications"
          checked={includesChat}
          onCheckedChange={setIncludesChat}
          className="mt-3"
        />
      </div>
      <dl className="grid content-start gap-2 border-border max-lg:border-t max-lg:pt-6 lg:border-l lg:pl-12">
        <CostLine term={PLAN_NAMES[plan]} cents={fixedCents} />
        <CostLine term={`${formatNumber(extraMinutes)} extra minutes`} cents={totalCents - fixedCents} />
        <div className="mt-2 flex items-baseline justify-between gap-4 border-t pt-4">
          <dt className="font-semibold">Per month</dt>
          <dd aria-live="polite" className="font-display text-stat font-bold tracking-[-0.02em]">
            {formatCents(totalCents)}
          </dd>
        </div>
      </dl>
    </div>
  );
}

function CostLine({ term, cents }: { term: string; cents: number }): ReactNode {
  return (
    <div className="flex justify-between gap-4 text-body">
      <dt className="text-fg-muted">{term}</dt>
      <dd>{formatCents(cents)}</dd>
    </div>
  );
}
