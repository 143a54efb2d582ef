import type { ReactNode } from 'react';

import type { AgentBookings, Bookings, Share } from '../../../api/types';
import { formatNumber } from '../../../lib/format/format';
import { Card } from '../../../ui/layout/card';
import { callsPath, ReportLink, type CallsFilter } from '../calls-link';
import { toCallsFilter } from './booking-columns';
import { describeRange } from './bookings-copy';
import { Percent } from './rate';

/** Text such as `Asked to book in 31 of 44 unbooked calls, between 56% and 82%`. Null if there are too few calls. */
export function describeProportion(label: string, { count, others, low, high }: Share, calls: string): string | null {
  if (low === null || high === null) return null;
  return `${label} in ${formatNumber(count)} of ${formatNumber(count + others)} ${calls}, ${describeRange({ low, high })}`;
}

interface CountLinksProps {
  report: Bookings;
  share: Share;
  /** Filter and name for the calls that match, and for those that don't. */
  matching: readonly [filter: CallsFilter, name: string];
  notMatching: readonly [filter: CallsFilter, name: string];
  /** Whose calls they are, for screen readers. */
  agentName?: string;
}

function CountLinks({ report, share, matching, notMatching, agentName }: CountLinksProps): ReactNode {
  return [[share.count, ...matching] as const, [share.others, ...notMatching] as const].map(([count, filter, name]) => (
    <ReportLink key={name} to={callsPath(report, filter)} className="pointer-coarse:py-2.5">
      {formatNumber(count)} {name}
      {agentName !== undefined && <span className="sr-only"> by {agentName}</span>}
    </ReportLink>
  ));
}

interface AskedToBookProps {
  report: Bookings;
  agent: AgentBookings;
}

/** Links to an agent's unbooked calls, split by whether the agent asked. */
export function AskedToBookLinks({ report, agent: { agentId: agent, agentName, asked } }: AskedToBookProps): ReactNode {
  const agentFilter = { ...toCallsFilter(report), agent };
  return (
    <CountLinks
      report={report}
      share={asked}
      matching={[{ asked: 'asked', ...agentFilter }, 'asked']}
      notMatching={[{ asked: 'not_asked', ...agentFilter }, 'never asked']}
      agentName={agentName}
    />
  );
}

export function AskedToBookCell(props: AskedToBookProps): ReactNode {
  const { rate, low, high } = props.agent.asked;
  if (rate === null || low === null || high === null)
    return <span className="text-meta text-fg-subtle">Too few calls</span>;
  return (
    <span className="inline-grid justify-items-end">
      <Percent rate={rate} low={low} high={high} />
      <span className="flex flex-wrap justify-end gap-x-3">
        <AskedToBookLinks {...props} />
      </span>
    </span>
  );
}

/** Shows how often outbound calls reached a person. Hidden if there are too few. */
export function ReachedCard({ report }: { report: Bookings }): ReactNode {
  const text = describeProportion('A person was reached', report.reached, 'outbound calls');
  if (text === null) return null;
  return (
    <Card title="Outbound Calls">
      <p>{text}.</p>
      <p className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
        <CountLinks
          report={report}
          share={report.reached}
          matching={[{ reached: 'reached', direction: 'outbound' }, 'reached']}
          notMatching={[{ reached: 'not_reached', direction: 'outbound' }, 'not reached']}
        />
      </p>
    </Card>
  );
}
