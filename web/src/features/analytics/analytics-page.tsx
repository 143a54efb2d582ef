import { useQuery } from '@tanstack/react-query';
import { Clock, Users, Webhook, Workflow } from 'lucide-react';
import type { ReactNode } from 'react';

import type { SystemUsage } from '../../api/types';
import { ANALYTICS_DAYS } from '../../lib/constants';
import { formatMinutes, formatNumber } from '../../lib/format/format';
import { systemUsageQuery } from '../../lib/queries/api';
import { StatCard, StatRow } from '../../ui/data/stat-card';
import { LoadFailed } from '../../ui/feedback/empty-state';
import { DailyUsageCard } from './daily-usage-card';
import { SystemHealthCard } from './system-health-card';
import { TopAccounts } from './top-accounts';

const PERIOD = `Last ${ANALYTICS_DAYS} days`;

export function AnalyticsPage(): ReactNode {
  return (
    <div className="grid gap-6">
      <UsageTotals />
      <DailyUsageCard />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <TopAccounts />
        <SystemHealthCard />
      </div>
    </div>
  );
}

function UsageTotals(): ReactNode {
  const { data, isError, refetch } = useQuery(systemUsageQuery('recent'));
  const formatTotal = (key: keyof SystemUsage, format = formatNumber): string | undefined => data && format(data[key]);
  if (isError && !data) return <LoadFailed subject="the numbers" onRetry={() => void refetch()} />;
  return (
    <StatRow>
      <StatCard label="Total Users" value={formatTotal('totalUsers')} note="All time" icon={<Users />} />
      <StatCard
        label="Processing Minutes"
        value={formatTotal('totalMinutes', formatMinutes)}
        note={PERIOD}
        icon={<Clock />}
      />
      <StatCard label="Instance Runs" value={formatTotal('totalInstanceRuns')} note={PERIOD} icon={<Workflow />} />
      <StatCard label="API Calls" value={formatTotal('totalApiCalls')} note={PERIOD} icon={<Webhook />} />
    </StatRow>
  );
}
