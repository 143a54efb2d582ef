import { queryOptions, useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import { isFinalDeliveryState } from '@ringwell/domain/deliveries/delivery';

import { api, unwrap } from '../../../api/client';
import type { CallDelivery } from '../../../api/types';
import { CALL_POLL_MS } from '../../../lib/constants';
import { COPY } from '../../../lib/copy';
import { toastServerMessage } from '../../../lib/messages/failure-toast';
import { toast } from '../../../lib/messages/toast-store';
import { pollWhile } from '../../../lib/queries/poll';
import { accountKey, useUser } from '../../../lib/session/session';

/** The call or follow-up the messages are about. */
export type DeliverySubject = { callId: string } | { followUpId: string };

// Milliseconds until the next poll: at the next attempt, but no sooner than `CALL_POLL_MS`. False once all are final.
function getNextPollMs(deliveries: readonly CallDelivery[], now: number): number | false {
  const delays = deliveries
    .filter(({ state }) => !isFinalDeliveryState(state))
    .map(({ nextTryAt }) => (nextTryAt === null ? CALL_POLL_MS : Math.max(CALL_POLL_MS, Date.parse(nextTryAt) - now)));
  return delays.length > 0 && Math.min(...delays);
}

export const deliveriesQuery = (accountId: string, subject: DeliverySubject) =>
  queryOptions({
    queryKey:
      'callId' in subject
        ? accountKey(accountId, 'calls', 'deliveries', subject.callId)
        : accountKey(accountId, 'follow-ups', 'deliveries', subject.followUpId),
    queryFn: ({ signal }) =>
      'callId' in subject
        ? unwrap(api.GET('/api/calls/{id}/deliveries', { params: { path: { id: subject.callId } }, signal }))
        : unwrap(api.GET('/api/follow-ups/{id}/deliveries', { params: { path: { id: subject.followUpId } }, signal })),
    staleTime: 0, // deliveries change on the server at any time
    refetchInterval: pollWhile(CALL_POLL_MS, (deliveries: CallDelivery[]) => getNextPollMs(deliveries, Date.now())),
  });

export function useResend(subject: DeliverySubject): UseMutationResult<CallDelivery, Error, string> {
  const client = useQueryClient();
  const user = useUser();
  const { queryKey } = deliveriesQuery(user.accountId, subject);
  return useMutation({
    mutationFn: (id: string) => unwrap(api.POST('/api/deliveries/{id}/resend', { params: { path: { id } } })),
    onSuccess: () => {
      toast({ title: COPY.success, description: 'Resending the message' });
      return client.invalidateQueries({ queryKey });
    },
    onError: (error) => toastServerMessage(error, 'Failed to resend the message'),
  });
}
