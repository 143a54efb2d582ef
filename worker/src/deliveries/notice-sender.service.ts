import { Injectable } from '@nestjs/common';

import type { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import type { LeasedDelivery } from '@ringwell/database/scheduling/dispatch.repository';

import type { AttemptOutcome, DeliveryChannel, SendOptions } from './delivery-channel';
import { FollowUpSenderService } from './follow-up-sender.service';
import { LetterSenderService } from './letter-sender.service';

/** Makes one attempt of a message that is not about a single call. */
@Injectable()
export class NoticeSenderService {
  constructor(
    private readonly followUps: FollowUpSenderService,
    private readonly letters: LetterSenderService,
  ) {}

  /** @returns null when the message was postponed */
  attempt(
    lease: LeasedDelivery,
    delivery: Delivery,
    channel: DeliveryChannel,
    options: SendOptions,
  ): Promise<AttemptOutcome | null> {
    return delivery.weeklyLetterId === null
      ? this.followUps.attempt(lease, delivery, channel, options)
      : this.letters.attempt(delivery, delivery.weeklyLetterId, channel, options);
  }
}
