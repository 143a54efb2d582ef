import { queryOptions, useQueryClient } from '@tanstack/react-query';

import { api, dataOf } from '../../api/client';
import type { CallSummary, FullCall, RecentCall } from '../../api/types';
import { CALL_POLL_MS } from '../../lib/constants';
import { pollWhile } from '../../lib/poll';
import { myKey, useUser } from '../../lib/session';
import { isUnderWay } from './call-state';

/** Calls come and change by themselves, so a screen that opens asks again, and shows what it knew meanwhile. */
export const ALWAYS_STALE = 0;

type Calls = readonly Pick<CallSummary, 'state'>[];

/** For `refetchInterval`: asks again while calls are under way, and after a failed refresh. */
export function pollCalls<T>(callsOf: (data: T) => Calls): ReturnType<typeof pollWhile<T>> {
  return pollWhile(CALL_POLL_MS, (data: T) => callsOf(data).some(isUnderWay) && CALL_POLL_MS);
}

export const recentCallsQuery = (userId: string) =>
  queryOptions({
    queryKey: myKey(userId, 'calls', 'recent'),
    queryFn: ({ signal }) => dataOf(api.GET('/api/my/recent-calls', { signal })),
    staleTime: ALWAYS_STALE,
    refetchInterval: pollCalls((calls: RecentCall[]) => calls),
  });

export const callQuery = (userId: string, id: string) =>
  queryOptions({
    queryKey: myKey(userId, 'calls', 'one', id),
    queryFn: ({ signal }) => dataOf(api.GET('/api/calls/{id}', { params: { path: { id } }, signal })),
    staleTime: ALWAYS_STALE,
    refetchInterval: pollCalls((call: FullCall) => [call]),
  });

/** Everything about calls is fetched again where it is shown. */
export function useRefreshCalls(): () => Promise<void> {
  const client = useQueryClient();
  const { id } = useUser();
  return () => client.invalidateQueries({ queryKey: myKey(id, 'calls') });
}
