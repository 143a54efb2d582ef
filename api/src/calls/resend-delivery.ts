import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';

import type { Actor } from '@ringwell/database/repositories/activity.repository';
import { DeliveriesRepository, type DeliveryWithTries } from '@ringwell/database/repositories/deliveries.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { AppError } from '@ringwell/domain/app-error';

import { DispatcherBell } from './intake/dispatcher-bell';

/** Has a message about a call sent once more, and tells of it in the activity log. */
@Injectable()
export class ResendDelivery {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly bell: DispatcherBell,
  ) {}

  /** @throws AppError `DELIVERY_NOT_FOUND`, `DELIVERY_UNDER_WAY`, `DELIVERY_SUPPRESSED` */
  async resend(userId: string, deliveryId: string, actor: Actor): Promise<DeliveryWithTries> {
    const { delivery: { callId, channel } } = await this.find(userId, deliveryId);
    const isDue = await this.unitOfWork.run(async ({ deliveries, activity }) => {
      if (!await deliveries.resend(userId, deliveryId)) return false;
      await activity.record(actor, {
        action: 'Delivery sent again', description: 'A message about a call was put in line to be sent again.',
        metadata: { deliveryId, callId, channel, targetUserId: userId },
      });
      return true;
    });
    if (!isDue) throw refusal(await this.find(userId, deliveryId));
    this.bell.ring();
    return this.find(userId, deliveryId);
  }

  private async find(userId: string, deliveryId: string): Promise<DeliveryWithTries> {
    const found = isUUID(deliveryId) ? await this.deliveries.find(userId, deliveryId) : null;
    if (!found) throw new AppError({ kind: 'not_found', code: 'DELIVERY_NOT_FOUND', message: 'There is no such message in this account. Check the id.' });
    return found;
  }
}

function refusal({ delivery: { state } }: DeliveryWithTries): AppError {
  return state === 'suppressed'
    ? new AppError({ kind: 'conflict', code: 'DELIVERY_SUPPRESSED', message: 'The receiver does not want this message, so it is not sent again.' })
    : new AppError({ kind: 'conflict', code: 'DELIVERY_UNDER_WAY', message: 'This message is on its way already. Wait for its outcome.' });
}
