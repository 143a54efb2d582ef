import { queryOptions } from '@tanstack/react-query';

import { api, dataOf } from '../api/client';
import type { SystemUsage } from '../api/types';
import { ANALYTICS_DAYS } from './constants';

/** Usage of all accounts: in total, or in the last 30 days. */
export const systemUsageQuery = (span: 'total' | 'recent') => {
  const days = span === 'total' ? 'all' : String(ANALYTICS_DAYS);
  return queryOptions({
    queryKey: ['admin', 'usage', 'system', days],
    queryFn: ({ signal }): Promise<SystemUsage> =>
      dataOf(api.GET('/api/admin/usage/system', { params: { query: { days } }, signal })),
  });
};
