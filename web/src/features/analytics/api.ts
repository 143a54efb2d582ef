import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import type { AccountUsage, DailyUsage } from '../../api/types';
import { pollLive } from '../../lib/queries/poll';

export const accountUsageQuery = queryOptions({
  queryKey: ['admin', 'usage', 'analytics'],
  queryFn: ({ signal }): Promise<AccountUsage[]> => unwrap(api.GET('/api/admin/usage/analytics', { signal })),
  ...pollLive(),
});

/** The last 30 days, including days without usage, oldest first. */
export const dailyUsageQuery = queryOptions({
  queryKey: ['admin', 'usage', 'daily'],
  queryFn: ({ signal }): Promise<DailyUsage[]> => unwrap(api.GET('/api/admin/usage/daily', { signal })),
  ...pollLive(),
});
