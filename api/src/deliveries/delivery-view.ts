import type { DeliveryWithAttempts } from '@ringwell/database/deliveries/delivery-lists.repository';
import type { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import type { DeliveryState } from '@ringwell/domain/deliveries/delivery';

import type { DeliveryDto } from './delivery.dto';

const WAITING_STATES: readonly DeliveryState[] = ['pending', 'retry', 'unknown'];

export function deliveryView({ delivery, tries }: DeliveryWithAttempts): DeliveryDto {
  const { id, channel, destination, runNumber, event, state, attempts, providerRef, runAfter, sentAt, updatedAt } =
    delivery;
  return {
    id,
    channel,
    destination,
    runNumber,
    event,
    followUpEvent: delivery.escalationId === null ? (delivery.followUpEvent?.type ?? null) : 'overdue',
    state,
    attempts,
    providerRef,
    lastError: errorView(delivery),
    nextTryAt: WAITING_STATES.includes(state) ? runAfter.toISOString() : null,
    sentAt: sentAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
    tries: tries.map((attempt) => ({
      attempt: attempt.attempt,
      outcome: attempt.outcome,
      error: errorView(attempt),
      startedAt: attempt.startedAt.toISOString(),
      finishedAt: attempt.finishedAt.toISOString(),
    })),
  };
}

function errorView({
  errorCode,
  errorMessage,
}: Pick<Delivery, 'errorCode' | 'errorMessage'>): DeliveryDto['lastError'] {
  return errorCode === null ? null : { code: errorCode, message: errorMessage ?? '' };
}
