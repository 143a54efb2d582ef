import { Injectable } from '@nestjs/common';

import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import {
  DeliveryListsRepository,
  type DeliveryWithAttempts,
} from '@ringwell/database/deliveries/delivery-lists.repository';
import { isTestMessage } from '@ringwell/database/deliveries/delivery.entity';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { conflict, notFound, type AppError } from '@ringwell/domain/errors/app-error';
import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';

import { CallsService } from '../calls/calls.service';

@Injectable()
export class ResendDeliveryService {
  constructor(
    private readonly deliveries: DeliveryListsRepository,
    private readonly calls: CallsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly dispatcher: DispatcherNotifier,
  ) {}

  /**
   * Queues a message for another attempt. The worker rechecks whether the message can be sent.
   * @throws AppError `DELIVERY_NOT_FOUND`, `DELIVERY_UNDER_WAY`, `TRANSCRIPT_EXPIRED`
   */
  async resend(accountId: string, deliveryId: string, actor: Actor): Promise<DeliveryWithAttempts> {
    const { delivery } = await this.find(accountId, deliveryId);
    const { callId, channel, weeklyLetterId } = delivery;
    // Failed tests are repeated with a new test message, and weekly letters are only sent on one day of the week.
    if (isTestMessage(delivery) || weeklyLetterId !== null) throw deliveryNotFound();
    if (callId !== null) await this.assertHasTranscript(accountId, callId);
    const followUpId = delivery.followUpEvent?.followUpId ?? null;
    const subject = callId === null ? 'follow-ups' : 'a call';
    const isQueued = await this.unitOfWork.run(async ({ deliveries, activity }) => {
      if (!(await deliveries.resend(accountId, deliveryId))) return false;
      await activity.record(actor, {
        action: 'Resend requested',
        description: `A message about ${subject} was queued to be resent.`,
        accountId,
        metadata: { deliveryId, ...(callId === null ? { followUpId } : { callId }), channel },
      });
      return true;
    });
    if (!isQueued) throw conflict('DELIVERY_UNDER_WAY', 'This message is already being sent.');
    this.dispatcher.notify();
    return this.find(accountId, deliveryId);
  }

  // Messages are built from the transcript and the analysis.
  private async assertHasTranscript(accountId: string, callId: string): Promise<void> {
    const { wordsExpiredAt } = await this.calls.getOwned(accountId, callId);
    if (wordsExpiredAt)
      throw conflict(
        'TRANSCRIPT_EXPIRED',
        "The transcript of this call was deleted under your retention policy. Messages about it can't be resent.",
      );
  }

  private async find(accountId: string, deliveryId: string): Promise<DeliveryWithAttempts> {
    const delivery = await this.deliveries.find(accountId, deliveryId);
    if (!delivery) throw deliveryNotFound();
    return delivery;
  }
}

export function deliveryNotFound(): AppError {
  return notFound('DELIVERY_NOT_FOUND', 'Message not found. Check the ID.');
}
