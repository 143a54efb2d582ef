import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import type { SystemUsage } from '../../api/types';
import { ANALYTICS_DAYS } from '../constants';
import { pollLive } from './poll';

const DAYS = { total: 'all', recent: String(ANALYTICS_DAYS) } as const;

/** Usage of all accounts: in total, or in the last 30 days. */
export const systemUsageQuery = (span: keyof typeof DAYS) =>
  queryOptions({
    queryKey: ['admin', 'usage', 'system', span],
    queryFn: ({ signal }): Promise<SystemUsage> =>
      unwrap(api.GET('/api/admin/usage/system', { params: { query: { days: DAYS[span] } }, signal })),
    ...pollLive(),
  });
