import { queryOptions, useQueryClient } from '@tanstack/react-query';

import { api, dataOf } from '../../api/client';
import type { CallSummary, FullCall, RecentCall } from '../../api/types';
import { CALL_POLL_MS, LIVE_POLL_MS } from '../../lib/constants';
import { live, pollWhile } from '../../lib/poll';
import { myKey, useUser } from '../../lib/session';
import { isInProgress } from './call-state';

/** Calls change on the server at any time, so opening a page refetches them while it shows the cached ones. */
export const ALWAYS_STALE = 0;

/** Between refreshes of a list: shorter while a call is in progress. */
export function listPollMs(calls: readonly Pick<CallSummary, 'state'>[]): number {
  return calls.some(isInProgress) ? CALL_POLL_MS : LIVE_POLL_MS;
}

export const recentCallsQuery = (accountId: string) =>
  queryOptions({
    queryKey: myKey(accountId, 'calls', 'recent'),
    queryFn: ({ signal }) => dataOf(api.GET('/api/my/recent-calls', { signal })),
    staleTime: ALWAYS_STALE,
    ...live<RecentCall[]>(listPollMs, CALL_POLL_MS),
  });

export const callQuery = (accountId: string, id: string) =>
  queryOptions({
    queryKey: myKey(accountId, 'calls', 'one', id),
    queryFn: ({ signal }) => dataOf(api.GET('/api/calls/{id}', { params: { path: { id } }, signal })),
    staleTime: ALWAYS_STALE,
    refetchInterval: pollWhile(CALL_POLL_MS, (call: FullCall) => isInProgress(call) && CALL_POLL_MS),
  });

/** How long calls usually take to be processed. */
export const processingTimeQuery = (accountId: string) =>
  queryOptions({
    queryKey: myKey(accountId, 'processing-time'),
    queryFn: ({ signal }) => dataOf(api.GET('/api/my/processing-time', { signal })),
  });

export function useRefreshCalls(): () => Promise<void> {
  const client = useQueryClient();
  const { accountId } = useUser();
  return () => client.invalidateQueries({ queryKey: myKey(accountId, 'calls') });
}
