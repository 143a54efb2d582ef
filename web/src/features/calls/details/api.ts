import { queryOptions, useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import { isFinalDeliveryState } from '@ringwell/domain/delivery';

import { api, dataOf } from '../../../api/client';
import type { AcceptedCall, CallDelivery, Transcript } from '../../../api/types';
import { CALL_POLL_MS } from '../../../lib/constants';
import { COPY } from '../../../lib/copy';
import { toastServerMessage } from '../../../lib/failure-toast';
import { pollWhile } from '../../../lib/poll';
import { myKey, useUser } from '../../../lib/session';
import { toast } from '../../../lib/toast-store';
import { ALWAYS_STALE, useRefreshCalls } from '../api';
import { CALL_DETAILS_COPY } from './call-details-copy';

/** @param runNumber of the processing run whose result is shown; each run has its own transcript */
export const transcriptQuery = (accountId: string, id: string, runNumber: number | null) =>
  queryOptions({
    queryKey: myKey(accountId, 'calls', 'transcript', id, String(runNumber)),
    queryFn: async ({ signal }): Promise<Transcript> => {
      const transcript = await dataOf(
        api.GET('/api/calls/{id}/transcript', { params: { path: { id }, query: { format: 'json' } }, signal }),
      );
      if (typeof transcript === 'string') throw new Error('The transcript came as plain text.');
      return transcript;
    },
    refetchOnWindowFocus: 'always', // colleagues correct words
  });

// Milliseconds until a delivery may change, at the latest when its next attempt is due. False when all are final.
function nextPollIn(deliveries: readonly CallDelivery[], now: number): number | false {
  const waits = deliveries
    .filter(({ state }) => !isFinalDeliveryState(state))
    .map(({ nextTryAt }) => (nextTryAt === null ? CALL_POLL_MS : Math.max(CALL_POLL_MS, Date.parse(nextTryAt) - now)));
  return waits.length > 0 && Math.min(...waits);
}

export const deliveriesQuery = (accountId: string, id: string) =>
  queryOptions({
    queryKey: myKey(accountId, 'calls', 'deliveries', id),
    queryFn: ({ signal }) => dataOf(api.GET('/api/calls/{id}/deliveries', { params: { path: { id } }, signal })),
    staleTime: 0, // deliveries change on the server at any time
    refetchInterval: pollWhile(CALL_POLL_MS, (deliveries: CallDelivery[]) => nextPollIn(deliveries, Date.now())),
  });

/** The links to a call that still work. */
export const sharesQuery = (accountId: string, callId: string) =>
  queryOptions({
    queryKey: myKey(accountId, 'calls', 'shares', callId),
    queryFn: ({ signal }) => dataOf(api.GET('/api/calls/{id}/shares', { params: { path: { id: callId } }, signal })),
    staleTime: ALWAYS_STALE,
  });

export function useResend(callId: string): UseMutationResult<CallDelivery, Error, string> {
  const client = useQueryClient();
  const user = useUser();
  const { queryKey } = deliveriesQuery(user.accountId, callId);
  return useMutation({
    mutationFn: (id: string) => dataOf(api.POST('/api/deliveries/{id}/resend', { params: { path: { id } } })),
    onSuccess: () => {
      toast({ title: COPY.success, description: CALL_DETAILS_COPY.resend.succeeded });
      return client.invalidateQueries({ queryKey });
    },
    onError: (error) => toastServerMessage(error, CALL_DETAILS_COPY.resend.failed),
  });
}

export function useReprocess(): UseMutationResult<AcceptedCall, Error, string> {
  const refresh = useRefreshCalls();
  return useMutation({
    mutationFn: (id: string) => dataOf(api.POST('/api/calls/{id}/reprocess', { params: { path: { id } } })),
    onSuccess: () => {
      toast({ title: COPY.success, description: CALL_DETAILS_COPY.reprocess.succeeded });
      return refresh();
    },
    onError: (error) => toastServerMessage(error, CALL_DETAILS_COPY.reprocess.failed),
  });
}

export function useSwapSpeakers(): UseMutationResult<AcceptedCall, Error, string> {
  const refresh = useRefreshCalls();
  return useMutation({
    mutationFn: (id: string) => dataOf(api.POST('/api/calls/{id}/swap-speakers', { params: { path: { id } } })),
    onSuccess: () => {
      toast({ title: COPY.success, description: CALL_DETAILS_COPY.swapSpeakers.succeeded });
      return refresh();
    },
    onError: (error) => toastServerMessage(error, CALL_DETAILS_COPY.swapSpeakers.failed),
  });
}
