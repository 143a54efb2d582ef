import { useQuery } from '@tanstack/react-query';
import { Clock, History, UserCheck, Users, Webhook } from 'lucide-react';
import type { ReactNode } from 'react';

import type { SystemUsage } from '../../api/types';
import { useNow } from '../../lib/browser/use-now';
import { RECENT_ITEMS } from '../../lib/constants';
import { formatDateTime, formatMinutes, formatNumber, formatRelative } from '../../lib/format/format';
import { PATHS } from '../../lib/paths';
import { systemHealthQuery, systemUsageQuery } from '../../lib/queries/api';
import { getQuery } from '../../lib/queries/get-query';
import { pollLive } from '../../lib/queries/poll';
import { ButtonLink } from '../../ui/buttons/button';
import { Badge } from '../../ui/data/badge';
import { StatCard, StatRow } from '../../ui/data/stat-card';
import { EmptyState, LoadFailed } from '../../ui/feedback/empty-state';
import { LoadPlaceholder } from '../../ui/feedback/load-placeholder';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Card } from '../../ui/layout/card';
import { lazyArea } from '../../ui/lazy-part';
import { Tooltip } from '../../ui/overlays/tooltip';
import { activityBadge } from './activity-badge';
import { HealthStrip } from './health-strip';
import { InstallChecklist } from './install-checklist';

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

const activityQuery = getQuery(['admin', 'activity'], '/api/admin/activity', pollLive());

function RecentActivity(): ReactNode {
  return (
    <Card title="Recent Activity">
      <ActivityList />
    </Card>
  );
}

function ActivityList(): ReactNode {
  const { data, isError, refetch } = useQuery(activityQuery);
  const now = useNow();
  if (data === undefined) {
    return <LoadPlaceholder subject="activity" className="h-56" retry={isError && refetch} />;
  }
  if (data.length === 0) {
    return (
      <EmptyState icon={<History />} title="No activity yet" text="Create a user or a token to see it here.">
        <ButtonLink to={PATHS.users} variant="outline">
          User Management
        </ButtonLink>
      </EmptyState>
    );
  }
  return (
    <ul className="divide-y">
      {data.slice(0, RECENT_ITEMS).map(({ id, action, kind, description, timestamp }) => {
        const badge = activityBadge({ kind, action });
        return (
          <li key={id} className="flex items-center gap-4 py-3.5 first:pt-0 last:pb-0">
            <div className="min-w-0 grow">
              <p className="font-semibold">{action}</p>
              <p className="text-fg-muted wrap-anywhere">{description}</p>
            </div>
            <div className="flex shrink-0 items-center gap-4 max-sm:flex-col-reverse max-sm:items-end max-sm:gap-1">
              <Tooltip text={formatDateTime(timestamp)}>
                <time dateTime={timestamp} className="text-meta text-fg-subtle">
                  {formatRelative(timestamp, now)}
                </time>
              </Tooltip>
              <span className="text-right sm:w-18">
                <Badge tone={badge.tone}>{badge.label}</Badge>
              </span>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
