import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import type { SystemHealth } from '../../api/types';
import { CALL_POLL_MS, SYSTEM_HEALTH_POLL_MS } from '../constants';
import { pollEvery } from './poll';

export const systemHealthQuery = queryOptions({
  queryKey: ['admin', 'system-health'],
  queryFn: ({ signal }): Promise<SystemHealth> => unwrap(api.GET('/api/admin/system-health', { signal })),
  refetchInterval: (query) => pollEvery(query.state.data?.models.length ? CALL_POLL_MS : SYSTEM_HEALTH_POLL_MS)(query),
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
});
