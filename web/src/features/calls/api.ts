import { queryOptions, useQueryClient } from '@tanstack/react-query';

import { api, dataOf } from '../../api/client';
import type { CallSummary, FullCall, RecentCall } from '../../api/types';
import { CALL_POLL_MS } from '../../lib/constants';
import { pollWhile } from '../../lib/poll';
import { myKey, useUser } from '../../lib/session';
import { isInProgress } from './call-state';

/** Calls change on the server at any time, so opening a page refetches them while it shows the cached ones. */
export const ALWAYS_STALE = 0;

type Calls = readonly Pick<CallSummary, 'state'>[];

/** For `refetchInterval`: polls while a call is in progress, and after a failed refresh. */
export function pollCalls<T>(callsOf: (data: T) => Calls): ReturnType<typeof pollWhile<T>> {
  return pollWhile(CALL_POLL_MS, (data: T) => callsOf(data).some(isInProgress) && CALL_POLL_MS);
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

export function useRefreshCalls(): () => Promise<void> {
  const client = useQueryClient();
  const { id } = useUser();
  return () => client.invalidateQueries({ queryKey: myKey(id, 'calls') });
}
