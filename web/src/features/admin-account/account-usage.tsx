import { useQuery } from '@tanstack/react-query';
import { Clock, PhoneCall, Webhook, Workflow } from 'lucide-react';
import type { ReactNode } from 'react';

import type { AccountUsageReport } from '../../api/types';
import { ANALYTICS_DAYS } from '../../lib/constants';
import { formatMinutes, formatNumber } from '../../lib/format/format';
import { StatCard, StatRow } from '../../ui/data/stat-card';
import { LoadFailed } from '../../ui/feedback/empty-state';
import { accountUsageQuery } from './api';

const PERIOD = `Last ${ANALYTICS_DAYS} days`;
type TotalKey = {
  [Key in keyof AccountUsageReport]: AccountUsageReport[Key] extends number ? Key : never;
}[keyof AccountUsageReport];

export function AccountUsage({ userId }: { userId: string }): ReactNode {
  const { data, isError, refetch } = useQuery(accountUsageQuery(userId));
  const formatTotal = (key: TotalKey, format = formatNumber): string | undefined => data && format(data[key]);
  if (isError && !data) return <LoadFailed subject="usage" onRetry={() => void refetch()} />;
  return (
    <StatRow>
      <StatCard label="Minutes" value={formatTotal('totalMinutes', formatMinutes)} note={PERIOD} icon={<Clock />} />
      <StatCard label="Calls" value={formatTotal('totalCalls')} note={PERIOD} icon={<PhoneCall />} />
      <StatCard label="Instance Runs" value={formatTotal('totalInstanceRuns')} note={PERIOD} icon={<Workflow />} />
      <StatCard label="API Calls" value={formatTotal('totalApiCalls')} note={PERIOD} icon={<Webhook />} />
    </StatRow>
  );
}
