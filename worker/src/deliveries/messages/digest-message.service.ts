import { Injectable } from '@nestjs/common';

import { FollowUpDeliveriesRepository } from '@ringwell/database/deliveries/follow-up-deliveries.repository';
import { DIGEST_MERGED, FollowUpNoticesRepository } from '@ringwell/database/follow-ups/follow-up-notices.repository';
import { readHiddenDetails } from '@ringwell/domain/deliveries/hidden-details';
import { hideInFollowUp } from '@ringwell/rules/hidden-details/hide-details';

import { wasResent, toSuppressedOutcome, UNCONFIRMED, type Suppression } from '../delivery-channel';
import { DeliveryPolicyService } from '../delivery-policy.service';
import { buildOverdueDigest } from '../overdue-digest';
import { checkQuietHours } from '../quiet-hours';
import type { Attempt, AttemptResult } from './message';
import { MessageContextService } from './message-context.service';

const SETTLED: Suppression = {
  code: 'OVERDUE_SETTLED',
  message: 'None of these customers are waiting for a call anymore.',
};
const MERGED: Suppression = {
  code: DIGEST_MERGED,
  message: 'These customers were included in a later message about overdue follow-ups.',
};

@Injectable()
export class DigestMessageService {
  constructor(
    private readonly context: MessageContextService,
    private readonly notices: FollowUpNoticesRepository,
    private readonly followUps: FollowUpDeliveriesRepository,
    private readonly policy: DeliveryPolicyService,
  ) {}

  async attempt({ delivery, channel, options }: Attempt): Promise<AttemptResult> {
    if (delivery.state === 'sending' && (await this.followUps.mergeWaitingDigests(delivery, MERGED.message)))
      return toSuppressedOutcome(MERGED);
    const [context, recipientAlerts, notices] = await Promise.all([
      this.context.load(delivery),
      this.context.findRecipientAlerts(delivery),
      this.notices.listForDigest(delivery.accountId, delivery.id),
    ]);
    const message = { ...context, recipientAlerts };
    const hiddenDetails = readHiddenDetails(context.settings);
    const digest = buildOverdueDigest(
      notices.map((notice) => hideInFollowUp(notice, hiddenDetails)),
      new Date(),
      {
        publicUrl: this.context.publicUrl,
        takeUrl: (followUpId) => this.context.createTakeUrl(delivery, followUpId),
      },
    );
    if (digest === null) return toSuppressedOutcome(SETTLED);
    const suppression =
      this.policy.findDigestSuppression(delivery.channel, message) ?? (await channel.findDigestSuppression(message));
    if (suppression) return toSuppressedOutcome(suppression);
    const postponement = checkQuietHours(message);
    if (postponement) return postponement;
    if (wasResent(delivery)) return UNCONFIRMED;
    return { state: 'sent', ...(await channel.sendDigest({ ...message, digest }, options)) };
  }
}
