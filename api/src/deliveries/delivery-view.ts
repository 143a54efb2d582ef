import type { DeliveryWithAttempts } from '@ringwell/database/deliveries/delivery-lists.repository';
import type { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import type { DeliveryState } from '@ringwell/domain/deliveries/delivery';

import { toDto } from '../http/response/to-dto';
import { DeliveryDto, DeliveryTryDto } from './delivery.dto';

const WAITING_STATES: readonly DeliveryState[] = ['pending', 'retry', 'unknown'];

export function deliveryView({ delivery, tries }: DeliveryWithAttempts): DeliveryDto {
  return toDto(DeliveryDto, delivery, {
    followUpEvent: delivery.escalationId === null ? (delivery.followUpEvent?.type ?? null) : 'overdue',
    lastError: errorView(delivery),
    nextTryAt: WAITING_STATES.includes(delivery.state) ? delivery.runAfter : null,
    tries: tries.map((attempt) => toDto(DeliveryTryDto, attempt, { error: errorView(attempt) })),
  });
}

function errorView({
  errorCode,
  errorMessage,
}: Pick<Delivery, 'errorCode' | 'errorMessage'>): DeliveryDto['lastError'] {
  return errorCode === null ? null : { code: errorCode, message: errorMessage ?? '' };
}
