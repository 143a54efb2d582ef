import { CALL_POLL_MS, SYSTEM_HEALTH_POLL_MS } from '../constants';
import { getQuery } from './get-query';
import { pollEvery } from './poll';

export const systemHealthQuery = getQuery(['admin', 'system-health'], '/api/admin/system-health', {
  refetchInterval: (query) => pollEvery(query.state.data?.models.length ? CALL_POLL_MS : SYSTEM_HEALTH_POLL_MS)(query),
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
});
