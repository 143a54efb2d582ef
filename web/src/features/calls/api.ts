import { queryOptions, useQueryClient } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import type { CallSummary, FullCall, RecentCall } from '../../api/types';
import { CALL_POLL_MS, LIVE_POLL_MS } from '../../lib/constants';
import { pollLive } from '../../lib/queries/poll';
import { accountKey, useUser } from '../../lib/session/session';
import { isInProgress } from './call-state';

/** Calls can change on the server at any time, so opening a page refetches them while showing the cached ones. */
export const ALWAYS_STALE = 0;

/** Delay between call refreshes, shorter while one is in progress. */
export function getCallPollMs(calls: readonly Pick<CallSummary, 'state'>[]): number {
  return calls.some(isInProgress) ? CALL_POLL_MS : LIVE_POLL_MS;
}

export const recentCallsQuery = (accountId: string) =>
  queryOptions({
    queryKey: accountKey(accountId, 'calls', 'recent'),
    queryFn: ({ signal }) => unwrap(api.GET('/api/my/recent-calls', { signal })),
    staleTime: ALWAYS_STALE,
    ...pollLive<RecentCall[]>(getCallPollMs, CALL_POLL_MS),
  });

export const callQuery = (accountId: string, id: string) =>
  queryOptions({
    queryKey: accountKey(accountId, 'calls', 'one', id),
    queryFn: ({ signal }) => unwrap(api.GET('/api/calls/{id}', { params: { path: { id } }, signal })),
    staleTime: ALWAYS_STALE,
    // Colleagues may correct or reprocess calls at any time.
    ...pollLive<FullCall>((call) => (call.words?.isWriting ? CALL_POLL_MS : getCallPollMs([call])), CALL_POLL_MS),
  });

export const processingTimeQuery = (accountId: string) =>
  queryOptions({
    queryKey: accountKey(accountId, 'processing-time'),
    queryFn: ({ signal }) => unwrap(api.GET('/api/my/processing-time', { signal })),
  });

/** Refetches the calls on the page. Doesn't wait for the customers and follow-ups that depend on them. */
export function useRefreshCalls(): () => Promise<void> {
  const client = useQueryClient();
  const { accountId } = useUser();
  return () => {
    for (const kind of ['customers', 'follow-ups'])
      void client.invalidateQueries({ queryKey: accountKey(accountId, kind) });
    return client.invalidateQueries({ queryKey: accountKey(accountId, 'calls') });
  };
}
