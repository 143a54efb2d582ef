import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';

import type { AskedToBook, Booking, Reached } from '@ringwell/domain/calls/booking';
import type { CallLabel } from '@ringwell/domain/calls/call-label';
import type { CallbackResult, FollowUpKind } from '@ringwell/domain/follow-ups/follow-up';
import type { Period } from '@ringwell/domain/weekly-letters/report-period';

import type { Happiness } from '../../api/types';
import { formatNumber } from '../../lib/format/format';
import { PATHS } from '../../lib/paths';
import { cx } from '../../ui/cx';
import { toReportFilter, type ReportFilter } from './report-filter';

/** Call list filters that match the calls behind a number. */
export interface CallsFilter extends ReportFilter {
  label?: CallLabel;
  topic?: string;
  campaign?: string;
  hasJob?: true;
  booking?: Booking | 'lead' | 'not_booked';
  asked?: AskedToBook;
  reached?: Reached;
  /** 1 for Monday to 7 for Sunday. */
  weekday?: number;
  hour?: number;
}

export function callsPath({ from, to }: Period, filter: CallsFilter): string {
  const entries = Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)]);
  return `${PATHS.calls}?${new URLSearchParams([...entries, ['from', from], ['to', to]]).toString()}`;
}

/** Path to the follow-ups behind a number in a report. */
export function followUpsPath(
  report: Pick<Happiness, 'from' | 'to' | 'direction'> & Partial<Pick<Happiness, 'agent'>>,
  callback: CallbackResult,
  kind: FollowUpKind = 'unhappy',
): string {
  const { from, to, direction, agent = null } = report;
  const filter = { kind, callback, openedFrom: from, openedTo: to, ...toReportFilter({ direction, agent }) };
  return `${PATHS.followUps}?${new URLSearchParams(filter).toString()}`;
}

/** A link to what a number or a name stands for. */
export function ReportLink({ className, ...rest }: ComponentProps<typeof Link>): ReactNode {
  return <Link className={cx('font-semibold text-primary underline-offset-2 hover:underline', className)} {...rest} />;
}

interface CallsLinkProps {
  count: number;
  period: Period;
  filter: CallsFilter;
  /** What the number counts, for screen readers. */
  name: string;
}

/** Shows a call count that links to the calls. */
export function CallsLink({ count, period, filter, name }: CallsLinkProps): ReactNode {
  if (count === 0) return <span className="text-fg-subtle">0</span>;
  return (
    <Link to={callsPath(period, filter)} className="font-medium text-primary underline-offset-2 hover:underline">
      {formatNumber(count)}
      <span className="sr-only"> {name}</span>
    </Link>
  );
}
