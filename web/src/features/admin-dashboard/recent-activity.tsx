import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';

import { activityName } from '@ringwell/domain/accounts/activity';

import { useNow } from '../../lib/browser/use-now';
import { RECENT_ITEMS } from '../../lib/constants';
import { formatDateTime, formatRelative } from '../../lib/format/format';
import { PATHS } from '../../lib/paths';
import { getQuery } from '../../lib/queries/get-query';
import { pollLive } from '../../lib/queries/poll';
import { ButtonLink } from '../../ui/buttons/button';
import { Badge } from '../../ui/data/badge';
import { EmptyState } from '../../ui/feedback/empty-state';
import { LoadPlaceholder } from '../../ui/feedback/load-placeholder';
import { Card } from '../../ui/layout/card';
import { Tooltip } from '../../ui/overlays/tooltip';
import { activityBadge } from './activity-badge';

const activityQuery = getQuery(['admin', 'activity'], '/api/admin/activity', pollLive());

export function RecentActivity(): ReactNode {
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
              <p className="font-semibold">{activityName(action)}</p>
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
