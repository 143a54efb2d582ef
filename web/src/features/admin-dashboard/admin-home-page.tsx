import { useQuery } from '@tanstack/react-query';
import { Clock, UserCheck, Users, Webhook } from 'lucide-react';
import type { ReactNode } from 'react';

import type { SystemUsage } from '../../api/types';
import { formatMinutes, formatNumber } from '../../lib/format/format';
import { systemHealthQuery, systemUsageQuery } from '../../lib/queries/api';
import { StatCard, StatRow } from '../../ui/data/stat-card';
import { LoadFailed } from '../../ui/feedback/empty-state';
import { Skeleton } from '../../ui/feedback/skeleton';
import { lazyArea } from '../../ui/lazy-part';
import { HealthStrip } from './health-strip';
import { InstallChecklist } from './install-checklist';
import { RecentActivity } from './recent-activity';

const BasicCallsCard = lazyArea(async () => (await import('../calls/components/basic-calls-card')).BasicCallsCard);

const ALL_TIME = 'All time';

export function AdminHomePage(): ReactNode {
  const health = useQuery(systemHealthQuery);
  const { data, isError, refetch } = useQuery(systemUsageQuery('total'));
  const formatTotal = (key: keyof SystemUsage, format = formatNumber): string | undefined => data && format(data[key]);
  // The strip's height depends on its contents, so everything below it would shift when it loads.
  if (health.isPending) return <Skeleton className="h-screen rounded-card" label="Loading system health" />;
  return (
    <div className="grid gap-6">
      {health.isError ? (
        // Hides the previous state after a failed refresh, because it may be outdated.
        <LoadFailed subject="system health" onRetry={() => void health.refetch()} />
      ) : (
        <HealthStrip health={health.data} />
      )}
      {health.data && <InstallChecklist health={health.data} />}
      {isError && !data ? (
        <LoadFailed subject="the numbers" onRetry={() => void refetch()} />
      ) : (
        <StatRow>
          <StatCard label="Total Users" value={formatTotal('totalUsers')} icon={<Users />} />
          <StatCard label="Active Users" value={formatTotal('activeUsers')} icon={<UserCheck />} />
          <StatCard label="Total API Calls" value={formatTotal('totalApiCalls')} note={ALL_TIME} icon={<Webhook />} />
          <StatCard
            label="Processing Minutes"
            value={formatTotal('totalMinutes', formatMinutes)}
            note={ALL_TIME}
            icon={<Clock />}
          />
        </StatRow>
      )}
      <BasicCallsCard scope="all" />
      <RecentActivity />
    </div>
  );
}
