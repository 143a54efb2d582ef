import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { BOOKING_NAMES } from '@ringwell/domain/calls/booking';
import { describeRate } from '@ringwell/domain/calls/booking-rate';

import type { BookingFigures, Bookings } from '../../../api/types';
import { formatPercent, plural } from '../../../lib/format/format';
import { describeChange, describePreviousPeriod } from '../../../lib/format/happiness';
import { Card } from '../../../ui/layout/card';
import { callsPath, ReportLink, type CallsFilter } from '../calls-link';
import { formatPeriod } from '../format-period';
import { ShareBar } from '../share-bar';
import { toCallsFilter, hasJobs } from './booking-columns';
import { BOOKINGS_COPY, describeRange, tooFewLeads } from './bookings-copy';

/** Shows the booking rate and the number of calls by outcome. */
export function RateCard({ report }: { report: Bookings }): ReactNode {
  const { total, before, change } = report;
  const previousRate = before.rate === null ? tooFewLeads(before) : `${before.rate}%`;
  const period = `the previous period (${formatPeriod(before)}: ${previousRate})`;
  return (
    <Card title="Booking Rate" subtitle={formatPeriod(report)}>
      <div className="grid gap-6 md:grid-cols-2 print:grid-cols-2">
        <div>
          <p className="font-display text-title font-bold">
            {total.rate === null ? tooFewLeads(total) : describeRate(total, change, describePreviousPeriod(report))}
          </p>
          {total.low !== null && total.high !== null && (
            <p className="mt-2">The rate is {describeRange({ low: total.low, high: total.high })}.</p>
          )}
          <p className="mt-1 text-fg-muted">{describeChange(change, period) ?? `No rate for ${period}.`}</p>
          {hasJobs(report) && <JobComparison report={report} />}
          <p className="mt-3 max-w-[60ch] text-meta text-fg-muted">{BOOKINGS_COPY.scale}</p>
        </div>
        <OutcomeCounts report={report} />
      </div>
    </Card>
  );
}

/** Compares calls judged as booked with the jobs that were found. */
function JobComparison({ report }: { report: Bookings }): ReactNode {
  const { total, accuracy } = report;
  const { low, high } = accuracy;
  return (
    <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      <dt className="text-fg-muted">Judged as booked</dt>
      <dd>{formatProportion(total.booked, total.rate, total.leads)}</dd>
      <dt className="text-fg-muted">With a job</dt>
      <dd>
        <Link
          to={callsPath(report, { booking: 'lead', hasJob: true, ...toCallsFilter(report) })}
          className="text-primary underline-offset-2 hover:underline"
        >
          {formatProportion(total.confirmed, total.confirmedRate, total.leads)}
        </Link>
      </dd>
      <dt className="text-fg-muted">Judged correctly</dt>
      <dd>
        {accuracy.rate !== null && low !== null && high !== null
          ? `${accuracy.rate}% of ${plural(accuracy.jobs, 'call')} with a job, ${describeRange({ low, high })}`
          : `${accuracy.right} of ${plural(accuracy.jobs, 'call')} with a job`}
      </dd>
    </dl>
  );
}

function formatProportion(part: number, rate: number | null, leadCount: number): string {
  return `${rate === null ? '' : `${rate}%, `}${part} of ${plural(leadCount, 'lead')}`;
}

const OUTCOMES = [
  ['booked', BOOKING_NAMES.booked, 'booked', 'bg-positive-solid'],
  ['not_booked_undecided', BOOKING_NAMES.not_booked_undecided, 'undecided', 'bg-neutral-solid'],
  ['not_booked_unreached', BOOKING_NAMES.not_booked_unreached, 'unreached', 'bg-negative-solid'],
  ['not_booked_other', 'Not booked: other reason', 'otherReason', 'bg-border-strong'],
] as const satisfies readonly (readonly [CallsFilter['booking'], string, keyof BookingFigures, string])[];

function OutcomeCounts({ report }: { report: Bookings }): ReactNode {
  const { total } = report;
  return (
    <div className="grid content-start gap-4">
      <ShareBar parts={OUTCOMES.map(([, , key, color]) => ({ count: total[key], color }))} />
      <ul className="grid gap-2">
        {OUTCOMES.map(([booking, name, key, color]) => (
          <OutcomeCount key={booking} report={report} booking={booking} name={name} count={total[key]} color={color}>
            {total.rate !== null && formatPercent(total[key] / total.leads)}
          </OutcomeCount>
        ))}
        <OutcomeCount report={report} booking="not_a_lead" name={BOOKING_NAMES.not_a_lead} count={total.notALead}>
          Not in the rate
        </OutcomeCount>
      </ul>
    </div>
  );
}

interface OutcomeCountProps {
  report: Bookings;
  booking: CallsFilter['booking'];
  name: string;
  count: number;
  color?: string;
  children: ReactNode;
}

function OutcomeCount({ report, booking, name, count, color, children }: OutcomeCountProps): ReactNode {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4">
      <span className="flex items-center gap-2">
        <span aria-hidden className={`size-3 rounded-full ${color ?? 'border border-border-strong'}`} />
        {name}
      </span>
      <span className="flex items-baseline gap-3">
        <span className="text-fg-muted">{children}</span>
        <ReportLink to={callsPath(report, { booking, ...toCallsFilter(report) })}>
          {plural(count, 'call')}
          <span className="sr-only"> {name}</span>
        </ReportLink>
      </span>
    </li>
  );
}
