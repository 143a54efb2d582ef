import { Injectable } from '@nestjs/common';

import type { Actor } from '@ringwell/database/accounts/activity.repository';
import { DeliveriesRepository, type DeliveryWithTries } from '@ringwell/database/deliveries/deliveries.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { AppError } from '@ringwell/domain/app-error';
import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';

import { TRANSCRIPT_EXPIRED } from './expired';
import { OwnCalls } from './own-calls';

/** Has a message about a call sent once more, and tells of it in the activity log. */
@Injectable()
export class ResendDelivery {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly ownCalls: OwnCalls,
    private readonly unitOfWork: UnitOfWork,
    private readonly dispatcher: DispatcherNotifier,
  ) {}

  /** What kept a message from being sent is looked at again then. @throws AppError `DELIVERY_NOT_FOUND`, `DELIVERY_UNDER_WAY`, `TRANSCRIPT_EXPIRED` */
  async resend(userId: string, deliveryId: string, actor: Actor): Promise<DeliveryWithTries> {
    const {
      delivery: { callId, channel },
    } = await this.find(userId, deliveryId);
    if (callId === null) throw deliveryNotFound(); // a test message: another test is the way to repeat it
    await this.assertHasWords(userId, callId);
    const isDue = await this.unitOfWork.run(async ({ deliveries, activity }) => {
      if (!(await deliveries.resend(userId, deliveryId))) return false;
      await activity.record(actor, {
        action: 'Delivery sent again',
        description: 'A message about a call was put in line to be sent again.',
        metadata: { deliveryId, callId, channel, targetUserId: userId },
      });
      return true;
    });
    if (!isDue) throw underWay();
    this.dispatcher.notify();
    return this.find(userId, deliveryId);
  }

  /** A message tells of a result, which without its words is not whole any more. */
  private async assertHasWords(userId: string, callId: string): Promise<void> {
    const { wordsExpiredAt } = await this.ownCalls.find(userId, callId);
    if (wordsExpiredAt)
      throw new AppError({
        kind: 'conflict',
        code: 'TRANSCRIPT_EXPIRED',
        message: `${TRANSCRIPT_EXPIRED} Messages about it are not sent again.`,
      });
  }

  private async find(userId: string, deliveryId: string): Promise<DeliveryWithTries> {
    const found = await this.deliveries.find(userId, deliveryId);
    if (!found) throw deliveryNotFound();
    return found;
  }
}

export function deliveryNotFound(): AppError {
  return new AppError({
    kind: 'not_found',
    code: 'DELIVERY_NOT_FOUND',
    message: 'There is no such message in this account. Check the id.',
  });
}

function underWay(): AppError {
  return new AppError({
    kind: 'conflict',
    code: 'DELIVERY_UNDER_WAY',
    message: 'This message is on its way already. Wait for its outcome.',
  });
}
