import type { UseMutationResult } from '@tanstack/react-query';

import { isFinalDeliveryState } from '@ringwell/domain/deliveries/delivery';

import { api, unwrap } from '../../../api/client';
import type { CallDelivery } from '../../../api/types';
import { CALL_POLL_MS, LIVE_POLL_MS, SLOW_POLL_MS } from '../../../lib/constants';
import { getQuery } from '../../../lib/queries/get-query';
import { pollLive } from '../../../lib/queries/poll';
import { useChange } from '../../../lib/queries/use-change';
import { accountKey, useUser } from '../../../lib/session/session';

/** The call or follow-up the messages are about. */
export interface DeliverySubject {
  kind: 'calls' | 'follow-ups';
  id: string;
}

// Shorter while a message is being sent. A change to the call or follow-up also refetches the messages.
function getDeliveryPollMs(deliveries: readonly CallDelivery[]): number {
  const activeDeliveries = deliveries.filter(({ state }) => !isFinalDeliveryState(state));
  if (activeDeliveries.length === 0) return SLOW_POLL_MS;
  return activeDeliveries.some(({ nextTryAt }) => nextTryAt === null) ? CALL_POLL_MS : LIVE_POLL_MS;
}

export const deliveriesQuery = (accountId: string, { kind, id }: DeliverySubject) =>
  getQuery(accountKey(accountId, kind, 'deliveries', id), `/api/${kind}/{id}/deliveries`, {
    path: { id },
    ...pollLive<CallDelivery[]>(getDeliveryPollMs, CALL_POLL_MS),
  });

export function useResend(subject: DeliverySubject): UseMutationResult<CallDelivery, Error, string> {
  const { accountId } = useUser();
  return useChange({
    mutationFn: (id: string) => unwrap(api.POST('/api/deliveries/{id}/resend', { params: { path: { id } } })),
    succeeded: 'Resending the message',
    failed: 'Failed to resend the message',
    refetchAlways: [deliveriesQuery(accountId, subject).queryKey],
  });
}
