import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Clock, PhoneCall, Webhook } from 'lucide-react';
import type { ReactNode } from 'react';

import { DEFAULT_TIME_ZONE, formatTime } from '@ringwell/domain/time';

import type { MyUsage } from '../../api/types';
import { formatDate, formatMinutes, formatNumber, plural } from '../../lib/format/format';
import { getQuery } from '../../lib/queries/get-query';
import { pollLive } from '../../lib/queries/poll';
import { accountKey, useUser } from '../../lib/session/session';
import { Meter } from '../../ui/data/meter';
import { StatCard, StatRow } from '../../ui/data/stat-card';
import { LoadFailed } from '../../ui/feedback/empty-state';

const myUsageQuery = (accountId: string) => getQuery(accountKey(accountId, 'usage'), '/api/my/usage', pollLive());

export function UsageStats(): ReactNode {
  const user = useUser();
  const { data, isError, refetch } = useQuery(myUsageQuery(user.accountId));
  if (isError && !data) return <LoadFailed subject="your usage" onRetry={() => void refetch()} />;
  return (
    <StatRow>
      <StatCard
        label="Minutes Processed"
        value={data && formatMinutes(data.totalMinutes)}
        note={data && `Resets on ${formatTime(new Date(data.resetsAt), user.timeZone ?? DEFAULT_TIME_ZONE, 'date')}`}
        icon={<Clock />}
      >
        {data?.usageLimitEnabled && <LimitMeter usage={data} />}
      </StatCard>
      <StatCard
        label="Calls Processed"
        value={data && formatNumber(data.totalInstanceRuns)}
        note="This billing period"
        icon={<PhoneCall />}
      />
      <StatCard
        label="API Calls"
        value={data && formatNumber(data.totalApiCalls)}
        note="This billing period, including polling"
        icon={<Webhook />}
      />
      <StatCard
        label="Status"
        value="Active"
        note={user.activatedAt === null ? undefined : `Since ${formatDate(user.activatedAt)}`}
        icon={<CircleCheck />}
      />
    </StatRow>
  );
}

function LimitMeter({ usage: { totalMinutes, monthlyMinuteLimit } }: { usage: MyUsage }): ReactNode {
  const usageText = `${formatNumber(totalMinutes)} of ${plural(monthlyMinuteLimit, 'minute')}`;
  return (
    <>
      <Meter label="Monthly minute limit" value={totalMinutes} max={monthlyMinuteLimit} text={usageText} />
      <span className="mt-1.5 block text-meta text-fg-muted">
        {totalMinutes >= monthlyMinuteLimit
          ? `You've hit your ${formatNumber(monthlyMinuteLimit)}-minute limit. New calls aren't being processed.`
          : usageText}
      </span>
    </>
  );
}
