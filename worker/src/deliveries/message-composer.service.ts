import { Inject, Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { MembersRepository } from '@ringwell/database/accounts/members.repository';
import { CallsRepository } from '@ringwell/database/calls/calls.repository';
import type { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import {
  FollowUpNoticesRepository,
  type FollowUpNotice,
} from '@ringwell/database/follow-ups/follow-up-notices.repository';
import { AppError } from '@ringwell/domain/app-error';
import { isWaiting } from '@ringwell/domain/follow-up';
import { describeDue } from '@ringwell/domain/follow-up-due';
import { readHiddenDetails } from '@ringwell/domain/hidden-details';
import { DEFAULT_TIME_ZONE } from '@ringwell/domain/time';
import { CONFIG } from '@ringwell/platform/config/config.module';
import { getPublicUrl } from '@ringwell/platform/config/public-url';
import type { WorkerConfig } from '@ringwell/platform/config/settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { TAKE_LINK_DAYS, takeToken } from '@ringwell/platform/crypto/take-token';
import { hideInFollowUp } from '@ringwell/platform/hidden-details/hide-details';

import type { CallBackNotice, DeliveryMessage, DigestMessage, EventMessage, TestMessage } from './delivery-channel';
import { nameHandler, overdueDigest } from './overdue-digest';

const TAKE_LINK_MS = TAKE_LINK_DAYS * 86_400_000;

/** Loads everything that a delivery needs. */
@Injectable()
export class MessageComposerService {
  constructor(
    private readonly calls: CallsRepository,
    private readonly accounts: AccountsRepository,
    private readonly members: MembersRepository,
    private readonly notices: FollowUpNoticesRepository,
    private readonly secretBox: SecretBox,
    @Inject(CONFIG) private readonly config: Pick<WorkerConfig, 'PUBLIC_URL' | 'PORT'>,
  ) {}

  /** @throws AppError `CALL_MISSING` */
  async compose(delivery: Delivery, callId: string): Promise<DeliveryMessage> {
    const { accountId } = delivery;
    const [found, test, recipientAlerts, notice] = await Promise.all([
      this.calls.findWithResult(accountId, callId),
      this.composeTest(delivery),
      this.recipientAlerts(delivery),
      this.notices.findOfCall(accountId, callId),
    ]);
    if (!found) throw callMissing();
    const { call, agentName, transcript, analysis, usage, correction } = found;
    return {
      ...test,
      call,
      agentName,
      result: analysis && { transcript, analysis, usageMinutes: Number(usage?.minutes ?? 0) },
      correction,
      recipientAlerts,
      callBack: notice && this.callBackNotice(notice, delivery, test.settings.timeZone ?? DEFAULT_TIME_ZONE),
    };
  }

  /** `digest` is null when none of the customers is waiting anymore. */
  async composeDigest(
    delivery: Delivery,
  ): Promise<Omit<DigestMessage, 'digest'> & { digest: DigestMessage['digest'] | null }> {
    const { accountId } = delivery;
    const [test, recipientAlerts, notices] = await Promise.all([
      this.composeTest(delivery),
      this.recipientAlerts(delivery),
      this.notices.listOfDigest(accountId, delivery.id),
    ]);
    const hidden = readHiddenDetails(test.settings);
    const shown = notices.map((notice) => hideInFollowUp(notice, hidden));
    const digest = overdueDigest(shown, new Date(), {
      publicUrl: getPublicUrl(this.config),
      takeUrl: (followUpId) => this.takeUrl(delivery, followUpId),
    });
    return { ...test, recipientAlerts, digest };
  }

  /** `event` is null when the follow-up was deleted. */
  async composeEvent(
    delivery: Delivery,
    eventId: string,
  ): Promise<Omit<EventMessage, 'event'> & { event: EventMessage['event'] | null }> {
    const [test, event] = await Promise.all([
      this.composeTest(delivery),
      this.notices.findEvent(delivery.accountId, eventId),
    ]);
    return { ...test, event };
  }

  /** @throws AppError `CALL_MISSING` */
  async composeTest(delivery: Delivery): Promise<TestMessage> {
    const { accountId } = delivery;
    const [account, owner, settings] = await Promise.all([
      this.accounts.findById(accountId),
      this.accounts.findOwner(accountId),
      this.accounts.findSettings(accountId),
    ]);
    if (!account || !owner || !settings) throw callMissing();
    return { delivery, account, owner, settings };
  }

  private async recipientAlerts({
    accountId,
    channel,
    destination,
  }: Delivery): Promise<DeliveryMessage['recipientAlerts']> {
    return channel === 'email' ? this.members.findAlertsTo(accountId, destination) : null;
  }

  private callBackNotice(notice: FollowUpNotice, delivery: Delivery, timeZone: string): CallBackNotice | null {
    const text = describeDue(notice, new Date(), timeZone);
    if (text === null) return null;
    if (!isWaiting(notice.state)) return { text, url: null, takeUrl: null };
    const handler = nameHandler(notice);
    return {
      text: handler === null ? text : `${text} (${handler} has it)`,
      url: `${getPublicUrl(this.config)}/follow-ups/${notice.id}`,
      takeUrl: handler === null ? this.takeUrl(delivery, notice.id) : null,
    };
  }

  private takeUrl({ id: deliveryId }: Delivery, followUpId: string): string {
    const expiresAt = new Date(Date.now() + TAKE_LINK_MS);
    return `${getPublicUrl(this.config)}/api/follow-up-links/${takeToken({ deliveryId, followUpId, expiresAt }, this.secretBox)}`;
  }
}

function callMissing(): AppError {
  return new AppError({ kind: 'not_found', code: 'CALL_MISSING', message: 'This call no longer exists.' });
}
