import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import { api, dataOf } from '../../api/client';
import type { AcceptedCall, CallDelivery, Transcript } from '../../api/types';
import { CALL_POLL_MS } from '../../lib/constants';
import { COPY } from '../../lib/copy';
import { toastServerMessage } from '../../lib/failure-toast';
import { myKey, useUser } from '../../lib/session';
import { toast } from '../../lib/toast-store';
import { apiFilters, type CallFilters } from './call-filters';
import { isUnderWay } from './call-state';

// Calls come and change by themselves, so a screen that opens asks again, and shows what it knew meanwhile.
const ALWAYS_STALE = 0;

/** Asks again while something is under way; a failure ends it. A hidden tab does not ask. */
const pollWhile = (goesOn: boolean, status: string): number | false => (goesOn && status !== 'error' ? CALL_POLL_MS : false);

export const recentCallsQuery = (userId: string) => queryOptions({
  queryKey: myKey(userId, 'calls', 'recent'),
  queryFn: ({ signal }) => dataOf(api.GET('/api/my/recent-calls', { signal })),
  staleTime: ALWAYS_STALE,
  refetchInterval: ({ state: { data, status } }) => pollWhile(data?.some(isUnderWay) ?? false, status),
});

/** The list, part by part. */
export const callListQuery = (userId: string, filters: CallFilters) => infiniteQueryOptions({
  queryKey: myKey(userId, 'calls', 'list', JSON.stringify(filters)),
  queryFn: ({ signal, pageParam }) => dataOf(api.GET('/api/calls', { params: { query: { ...apiFilters(filters), cursor: pageParam } }, signal })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  staleTime: ALWAYS_STALE,
  refetchInterval: ({ state: { data, status } }) => pollWhile(data?.pages.some(({ items }) => items.some(isUnderWay)) ?? false, status),
  // Under other filters the old list stays until the new one is there, but never under another account.
  placeholderData: (previous, query) => (query?.queryKey[1] === userId ? previous : undefined),
});

export const callQuery = (userId: string, id: string) => queryOptions({
  queryKey: myKey(userId, 'calls', 'one', id),
  queryFn: ({ signal }) => dataOf(api.GET('/api/calls/{id}', { params: { path: { id } }, signal })),
  staleTime: ALWAYS_STALE,
  refetchInterval: ({ state: { data, status } }) => pollWhile(data !== undefined && isUnderWay(data), status),
});

/** @param runNumber of the run whose result is shown: each makes its own */
export const transcriptQuery = (userId: string, id: string, runNumber: number | null) => queryOptions({
  queryKey: myKey(userId, 'calls', 'transcript', id, String(runNumber)),
  queryFn: async ({ signal }): Promise<Transcript> => {
    const transcript = await dataOf(api.GET('/api/calls/{id}/transcript', { params: { path: { id }, query: { format: 'json' } }, signal }));
    if (typeof transcript === 'string') throw new Error('The transcript came as plain text.');
    return transcript;
  },
});

const ON_THE_WAY: readonly CallDelivery['state'][] = ['pending', 'sending', 'verifying'];

export const deliveriesQuery = (userId: string, id: string) => queryOptions({
  queryKey: myKey(userId, 'calls', 'deliveries', id),
  queryFn: ({ signal }) => dataOf(api.GET('/api/calls/{id}/deliveries', { params: { path: { id } }, signal })),
  staleTime: ALWAYS_STALE,
  refetchInterval: ({ state: { data, status } }) => pollWhile(data?.some(({ state }) => ON_THE_WAY.includes(state)) ?? false, status),
});

/** Everything about calls is fetched again where it is shown. */
export function useRefreshCalls(): () => Promise<void> {
  const client = useQueryClient();
  const { id } = useUser();
  return () => client.invalidateQueries({ queryKey: myKey(id, 'calls') });
}

/** Has a call processed again. */
export function useReprocess(): UseMutationResult<AcceptedCall, Error, string> {
  const refresh = useRefreshCalls();
  return useMutation({
    mutationFn: (id: string) => dataOf(api.POST('/api/calls/{id}/reprocess', { params: { path: { id } } })),
    onSuccess: () => {
      toast({ title: COPY.success, description: COPY.calls.reprocess.succeeded });
      return refresh();
    },
    onError: (error) => toastServerMessage(error, COPY.calls.reprocess.failed),
  });
}

/** Sends a message about a call again. */
export function useResend(callId: string): UseMutationResult<CallDelivery, Error, string> {
  const client = useQueryClient();
  const user = useUser();
  const { queryKey } = deliveriesQuery(user.id, callId);
  return useMutation({
    mutationFn: (id: string) => dataOf(api.POST('/api/deliveries/{id}/resend', { params: { path: { id } } })),
    onSuccess: () => {
      toast({ title: COPY.success, description: COPY.calls.resend.succeeded });
      return client.invalidateQueries({ queryKey });
    },
    onError: (error) => toastServerMessage(error, COPY.calls.resend.failed),
  });
}
