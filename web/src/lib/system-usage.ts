import { queryOptions } from '@tanstack/react-query';

import { api, dataOf } from '../api/client';
import type { SystemUsage } from '../api/types';
import { live } from './poll';

/** Usage of all accounts in the last 30 days. */
export const systemUsageQuery = queryOptions({
  queryKey: ['admin', 'usage', 'system'],
  queryFn: ({ signal }): Promise<SystemUsage> => dataOf(api.GET('/api/admin/usage/system', { signal })),
  ...live(),
});
