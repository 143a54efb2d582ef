import { queryOptions, useQueryClient } from '@tanstack/react-query';

import { api, dataOf } from '../../api/client';
import { CALL_POLL_MS } from '../../lib/constants';
import { myKey, useUser } from '../../lib/session';
import { isUnderWay } from './call-state';

/** Calls come and change by themselves, so a screen that opens asks again, and shows what it knew meanwhile. */
export const ALWAYS_STALE = 0;

/** Asks again while something is under way; a failure ends it. A hidden tab does not ask. */
export const pollWhile = (goesOn: boolean, status: string): number | false => (goesOn && status !== 'error' ? CALL_POLL_MS : false);

export const recentCallsQuery = (userId: string) => queryOptions({
  queryKey: myKey(userId, 'calls', 'recent'),
  queryFn: ({ signal }) => dataOf(api.GET('/api/my/recent-calls', { signal })),
  staleTime: ALWAYS_STALE,
  refetchInterval: ({ state: { data, status } }) => pollWhile(data?.some(isUnderWay) ?? false, status),
});

export const callQuery = (userId: string, id: string) => queryOptions({
  queryKey: myKey(userId, 'calls', 'one', id),
  queryFn: ({ signal }) => dataOf(api.GET('/api/calls/{id}', { params: { path: { id } }, signal })),
  staleTime: ALWAYS_STALE,
  refetchInterval: ({ state: { data, status } }) => pollWhile(data !== undefined && isUnderWay(data), status),
});

/** Everything about calls is fetched again where it is shown. */
export function useRefreshCalls(): () => Promise<void> {
  const client = useQueryClient();
  const { id } = useUser();
  return () => client.invalidateQueries({ queryKey: myKey(id, 'calls') });
}
