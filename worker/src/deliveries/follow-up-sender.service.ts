import { Injectable } from '@nestjs/common';

import { DeliveriesRepository } from '@ringwell/database/deliveries/deliveries.repository';
import type { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { FollowUpDeliveriesRepository } from '@ringwell/database/deliveries/follow-up-deliveries.repository';
import { DIGEST_MERGED } from '@ringwell/database/follow-ups/follow-up-notices.repository';
import type { LeasedDelivery } from '@ringwell/database/scheduling/dispatch.repository';

import {
  hasBeenRepeated,
  suppressedAs,
  UNCONFIRMED,
  type AttemptOutcome,
  type DeliveryChannel,
  type SendOptions,
  type Suppression,
} from './delivery-channel';
import { DeliveryPolicyService } from './delivery-policy.service';
import { MessageComposerService } from './message-composer.service';
import { QUIET_HOURS, quietMsLeft } from './quiet-hours';

const SETTLED: Suppression = {
  code: 'OVERDUE_SETTLED',
  message: 'None of these customers waits for a call anymore.',
};
const MERGED: Suppression = {
  code: DIGEST_MERGED,
  message: 'These customers are in a later message about overdue follow-ups.',
};
const FOLLOW_UP_DELETED: Suppression = {
  code: 'FOLLOW_UP_DELETED',
  message: 'This follow-up was deleted with its call, so there is nothing to send.',
};

/** Makes one attempt of a message about follow-ups: a digest of overdue ones, or a webhook. */
@Injectable()
export class FollowUpSenderService {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly followUps: FollowUpDeliveriesRepository,
    private readonly messages: MessageComposerService,
    private readonly policy: DeliveryPolicyService,
  ) {}

  /** @returns null when the message was postponed */
  attempt(
    lease: LeasedDelivery,
    delivery: Delivery,
    channel: DeliveryChannel,
    options: SendOptions,
  ): Promise<AttemptOutcome | null> {
    return delivery.followUpEventId === null
      ? this.attemptDigest(lease, delivery, channel, options)
      : this.attemptEvent(delivery, delivery.followUpEventId, channel, options);
  }

  private async attemptDigest(
    lease: LeasedDelivery,
    delivery: Delivery,
    channel: DeliveryChannel,
    options: SendOptions,
  ): Promise<AttemptOutcome | null> {
    if (delivery.state === 'sending' && (await this.followUps.mergeWaitingDigests(delivery, MERGED.message)))
      return suppressedAs(MERGED);
    const { digest, ...message } = await this.messages.composeDigest(delivery);
    if (digest === null) return suppressedAs(SETTLED);
    const suppression =
      this.policy.digestSuppression(delivery.channel, message) ?? (await channel.digestSuppression(message));
    if (suppression) return suppressedAs(suppression);
    const quietMs = quietMsLeft(message);
    if (quietMs > 0) {
      await this.deliveries.postpone(lease, quietMs, QUIET_HOURS);
      // A change in between has missed this email, because it was not waiting yet.
      const now = await this.messages.composeDigest(delivery);
      if (quietMsLeft(now) === 0) await this.deliveries.endQuietHours(delivery.accountId, delivery.destination);
      return null;
    }
    if (hasBeenRepeated(delivery)) return UNCONFIRMED;
    return { state: 'sent', ...(await channel.sendDigest({ ...message, digest }, options)) };
  }

  private async attemptEvent(
    delivery: Delivery,
    eventId: string,
    channel: DeliveryChannel,
    options: SendOptions,
  ): Promise<AttemptOutcome> {
    const { event, ...message } = await this.messages.composeEvent(delivery, eventId);
    if (event === null) return suppressedAs(FOLLOW_UP_DELETED);
    const suppression = this.policy.currentSuppression(delivery.channel, {
      ...message,
      result: null,
      recipientAlerts: null,
    });
    if (suppression) return suppressedAs(suppression);
    if (hasBeenRepeated(delivery)) return UNCONFIRMED;
    return { state: 'sent', ...(await channel.sendEvent({ ...message, event }, options)) };
  }
}
