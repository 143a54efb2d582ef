import { useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import type { CallSummary, FullCall, RecentCall } from '../../api/types';
import { CALL_POLL_MS, LIVE_POLL_MS } from '../../lib/constants';
import { getQuery } from '../../lib/queries/get-query';
import { pollLive } from '../../lib/queries/poll';
import { useChange, type ChangeOptions } from '../../lib/queries/use-change';
import { accountKey, useUser } from '../../lib/session/session';
import { isInProgress } from './call-state';

/** Delay between call refreshes, shorter while one is in progress. */
export function getCallPollMs(calls: readonly Pick<CallSummary, 'state'>[]): number {
  return calls.some(isInProgress) ? CALL_POLL_MS : LIVE_POLL_MS;
}

export const recentCallsQuery = (accountId: string) =>
  getQuery(
    accountKey(accountId, 'calls', 'recent'),
    '/api/my/recent-calls',
    pollLive<RecentCall[]>(getCallPollMs, CALL_POLL_MS),
  );

export const callQuery = (accountId: string, id: string) =>
  getQuery(accountKey(accountId, 'calls', 'one', id), '/api/calls/{id}', {
    path: { id },
    // Colleagues may correct or reprocess calls at any time.
    ...pollLive<FullCall>((call) => (call.words?.isWriting ? CALL_POLL_MS : getCallPollMs([call])), CALL_POLL_MS),
  });

export const processingTimeQuery = (accountId: string) =>
  getQuery(accountKey(accountId, 'processing-time'), '/api/my/processing-time');

/** Changes a call. Refetches the calls even after a failure, because a colleague may have changed this one first. */
export function useChangeCall<Input>(
  options: Omit<ChangeOptions<FullCall, Input>, 'onSuccess' | 'onSettled'>,
): UseMutationResult<FullCall, Error, Input> {
  const client = useQueryClient();
  const { accountId } = useUser();
  const refresh = useRefreshCalls();
  return useChange({
    ...options,
    onSuccess: (call) => client.setQueryData(callQuery(accountId, call.id).queryKey, call),
    onSettled: () => void refresh(),
  });
}

/** Refetches the calls on the page. Doesn't wait for the customers, follow-ups and agents that depend on them. */
export function useRefreshCalls(): () => Promise<void> {
  const client = useQueryClient();
  const { accountId } = useUser();
  return () => {
    for (const kind of ['customers', 'follow-ups', 'agents'])
      void client.invalidateQueries({ queryKey: accountKey(accountId, kind) });
    return client.invalidateQueries({ queryKey: accountKey(accountId, 'calls') });
  };
}
