import { Injectable } from '@nestjs/common';

import { CallsRepository } from '@ringwell/database/calls/calls.repository';
import { DeliveriesRepository } from '@ringwell/database/deliveries/deliveries.repository';
import type { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import {
  FollowUpNoticesRepository,
  type FollowUpNotice,
} from '@ringwell/database/follow-ups/follow-up-notices.repository';
import { isFinalCallState } from '@ringwell/domain/calls/call';
import { isAlertChannel } from '@ringwell/domain/deliveries/delivery';
import { describeDue, formatDueTime } from '@ringwell/domain/follow-ups/due-text';
import { isWaiting } from '@ringwell/domain/follow-ups/follow-up';
import { DEFAULT_TIME_ZONE, formatTime } from '@ringwell/domain/time';

import { hasDangerFlag } from '../alert-settings';
import {
  toSuppressedOutcome,
  UNCONFIRMED,
  type CallBackNotice,
  type DeliveryChannel,
  type DeliveryMessage,
  type Suppression,
} from '../delivery-channel';
import { DeliveryPolicyService } from '../delivery-policy.service';
import { handlerName } from '../overdue-digest';
import { checkQuietHours } from '../quiet-hours';
import type { Attempt, AttemptResult } from './message';
import { callMissingError, MessageContextService } from './message-context.service';

// How long deliveries wait before rechecking whether their call is still being reprocessed.
const REPROCESSING_DELAY_MS = 15_000;

const SUPERSEDED: Suppression = {
  code: 'DELIVERY_SUPERSEDED',
  message: 'This call was reprocessed, so the newer result was sent instead.',
};
const CHANGED_AGAIN: Suppression = {
  code: 'DELIVERY_SUPERSEDED',
  message: 'This was changed again, so the newer change was sent instead.',
};

@Injectable()
export class CallMessageService {
  constructor(
    private readonly context: MessageContextService,
    private readonly calls: CallsRepository,
    private readonly notices: FollowUpNoticesRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly policy: DeliveryPolicyService,
  ) {}

  async attempt({ delivery, channel, options }: Attempt, callId: string): Promise<AttemptResult> {
    const message = await this.readMessage(delivery, callId);
    if (!isFinalCallState(message.call.state)) return { waitMs: REPROCESSING_DELAY_MS };
    const suppression = await this.findSuppression(message, channel);
    if (suppression) return toSuppressedOutcome(suppression);
    const isUrgent = message.result !== null && hasDangerFlag(message.result.analysis);
    const postponement = isUrgent ? null : checkQuietHours(message);
    if (postponement) return postponement;
    if (delivery.state === 'verifying') {
      const verification = await channel.verify(message, options);
      if (verification === 'arrived') return { state: 'sent' };
      if (verification === 'give_up') return UNCONFIRMED;
    }
    return { state: 'sent', ...(await channel.send(message, options)) };
  }

  private async readMessage(delivery: Delivery, callId: string): Promise<DeliveryMessage> {
    const { accountId } = delivery;
    const [callWithResult, context, recipientAlerts, notice] = await Promise.all([
      this.calls.findWithResult(accountId, callId),
      this.context.load(delivery),
      this.context.findRecipientAlerts(delivery),
      this.notices.findByCall(accountId, callId),
    ]);
    if (!callWithResult) throw callMissingError();
    const { call, customerName, agentName, transcript, analysis, usage, correction, bookingFact } = callWithResult;
    return {
      ...context,
      // The account may know the customer's name even if the sender only sent a number.
      call: { ...call, customerName: call.customerName ?? customerName },
      customerName,
      agentName,
      result: analysis && { transcript, analysis, usageMinutes: Number(usage?.minutes ?? 0) },
      correction,
      bookingFact,
      recipientAlerts,
      callBack: notice && this.describeCallBack(notice, delivery, context.settings.timeZone ?? DEFAULT_TIME_ZONE),
    };
  }

  private describeCallBack(notice: FollowUpNotice, delivery: Delivery, timeZone: string): CallBackNotice | null {
    // Notes are read long after today.
    const format = isAlertChannel(delivery.channel)
      ? formatDueTime
      : (time: Date): string => formatTime(time, timeZone, 'fullDateTime');
    const text = describeDue(notice, new Date(), timeZone, format);
    if (text === null) return null;
    if (!isWaiting(notice.state)) return { text, url: null, takeUrl: null };
    const handler = handlerName(notice);
    return {
      text: handler === null ? text : `${text} (${handler} has it)`,
      url: `${this.context.publicUrl}/follow-ups/${notice.id}`,
      takeUrl: handler === null ? this.context.createTakeUrl(delivery, notice.id) : null,
    };
  }

  // People are alerted once, about the first run. Systems only get the latest run's result.
  private async findSuppression(message: DeliveryMessage, channel: DeliveryChannel): Promise<Suppression | null> {
    const { delivery } = message;
    if (!isAlertChannel(delivery.channel) && (await this.deliveries.isSuperseded(delivery)))
      return delivery.event === null ? SUPERSEDED : CHANGED_AGAIN;
    return this.policy.findCurrentSuppression(delivery.channel, message) ?? (await channel.findSuppression(message));
  }
}
