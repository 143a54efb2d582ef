import { Injectable } from '@nestjs/common';

import { FollowUpNoticesRepository } from '@ringwell/database/follow-ups/follow-up-notices.repository';

import {
  wasResent,
  toSuppressedOutcome,
  UNCONFIRMED,
  type AttemptOutcome,
  type Suppression,
} from '../delivery-channel';
import { DeliveryPolicyService } from '../delivery-policy.service';
import type { Attempt } from './message';
import { MessageContextService } from './message-context.service';

const FOLLOW_UP_DELETED: Suppression = {
  code: 'FOLLOW_UP_DELETED',
  message: "This follow-up was deleted with its call, so there's nothing to send.",
};

@Injectable()
export class EventMessageService {
  constructor(
    private readonly context: MessageContextService,
    private readonly notices: FollowUpNoticesRepository,
    private readonly policy: DeliveryPolicyService,
  ) {}

  async attempt({ delivery, channel, options }: Attempt, eventId: string): Promise<AttemptOutcome> {
    const [context, event] = await Promise.all([
      this.context.load(delivery),
      this.notices.findEvent(delivery.accountId, eventId),
    ]);
    if (event === null) return toSuppressedOutcome(FOLLOW_UP_DELETED);
    const message = { ...context, result: null, recipientAlerts: null };
    const suppression = this.policy.findCurrentSuppression(delivery.channel, message);
    if (suppression) return toSuppressedOutcome(suppression);
    if (wasResent(delivery)) return UNCONFIRMED;
    return { state: 'sent', ...(await channel.sendEvent({ ...context, event }, options)) };
  }
}
