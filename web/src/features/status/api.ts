import { queryOptions } from '@tanstack/react-query';

import { api, dataOf } from '../../api/client';
import type { ServiceStatus } from '../../api/types';
import { pollEvery } from '../../lib/queries/poll';

const POLL_MS = 30_000;

export const serviceStatusQuery = queryOptions({
  queryKey: ['service-status'],
  queryFn: ({ signal }): Promise<ServiceStatus> => dataOf(api.GET('/api/status', { signal })),
  refetchInterval: pollEvery(POLL_MS),
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
});
