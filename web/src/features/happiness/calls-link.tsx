import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { CallLabel } from '@ringwell/domain/call-label';
import type { Period } from '@ringwell/domain/report-period';

import { formatNumber } from '../../lib/format';
import { PATHS } from '../../lib/paths';

/** The filters of the call list that a figure stands for, as in its address. */
export interface CallsFilter {
  label?: CallLabel;
  direction?: string;
  agent?: string;
  topic?: string;
}

export function callsPath({ from, to }: Period, filter: CallsFilter): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  return `${PATHS.calls}?${new URLSearchParams([...given, ['from', from], ['to', to]]).toString()}`;
}

interface CallsLinkProps {
  count: number;
  period: Period;
  filter: CallsFilter;
  /** What the number counts, for screen readers. */
  name: string;
}

/** A number of calls that leads to them. */
export function CallsLink({ count, period, filter, name }: CallsLinkProps): ReactNode {
  if (count === 0) return <span className="text-fg-subtle">0</span>;
  return (
    <Link to={callsPath(period, filter)} className="font-medium text-primary underline-offset-2 hover:underline">
      {formatNumber(count)}
      <span className="sr-only"> {name}</span>
    </Link>
  );
}
