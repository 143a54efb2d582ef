import { Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { MembersRepository } from '@ringwell/database/accounts/members/members.repository';
import type { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { FollowUpDeliveriesRepository } from '@ringwell/database/deliveries/follow-up-deliveries.repository';
import type { FollowUpLink } from '@ringwell/database/deliveries/follow-up-link.entity';
import type { FollowUpRejection } from '@ringwell/database/follow-ups/follow-up-changes.repository';
import { FollowUpListsRepository } from '@ringwell/database/follow-ups/follow-up-lists.repository';
import {
  FollowUpNoticesRepository,
  type FollowUpNotice,
} from '@ringwell/database/follow-ups/follow-up-notices.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { colleagueName } from '@ringwell/domain/accounts/user-display-name';
import { readHiddenDetails } from '@ringwell/domain/deliveries/hidden-details';
import { conflict, invalid, notFound, type AppError } from '@ringwell/domain/errors/app-error';
import { isWaiting } from '@ringwell/domain/follow-ups/follow-up';
import { DEFAULT_TIME_ZONE, formatTime } from '@ringwell/domain/time';
import { openTakeToken } from '@ringwell/platform/crypto/follow-up-link-token';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { hideInFollowUp } from '@ringwell/rules/hidden-details/hide-details';

import { validationFailed } from '../../http/request/strict-validation.pipe';
import { toRejectionError } from '../follow-up-rejection';

/** The follow-up offered by a link in a message. */
export interface LinkedFollowUp {
  message: Pick<Delivery, 'id' | 'accountId'>;
  followUp: FollowUpNotice;
  /** The recipient of the email with the link. Null for chats. */
  address: string | null;
  timeZone: string;
}

interface FollowUpTaker {
  /** The recipient's user id, if they're a member. */
  userId: string | null;
  name: string;
}

/** Lets people take follow-ups through a link in a message, without signing in. Each link works once. */
@Injectable()
export class FollowUpLinksService {
  constructor(
    private readonly links: FollowUpDeliveriesRepository,
    private readonly notices: FollowUpNoticesRepository,
    private readonly lists: FollowUpListsRepository,
    private readonly accounts: AccountsRepository,
    private readonly members: MembersRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly secretBox: SecretBox,
  ) {}

  /** @throws AppError `FOLLOW_UP_LINK_INVALID`, `FOLLOW_UP_LINK_EXPIRED` */
  async open(token: string): Promise<LinkedFollowUp> {
    const link = openTakeToken(token, this.secretBox);
    const message = link && (await this.links.findMessage(link.deliveryId));
    if (!message) throw linkInvalid();
    const { accountId, channel, destination } = message;
    const [account, followUp, settings] = await Promise.all([
      this.accounts.findById(accountId),
      this.notices.find(accountId, link.followUpId),
      this.accounts.findSettings(accountId),
    ]);
    if (!account?.isActive || account.status !== 'active' || !followUp || !settings) throw linkInvalid();
    if (channel === 'email' && !(await this.isRecipient(accountId, destination))) throw linkInvalid();
    if (link.expiresAt.getTime() <= Date.now())
      throw invalid('FOLLOW_UP_LINK_EXPIRED', 'This link has expired. Sign in to take the follow-up.');
    return {
      message,
      followUp: hideInFollowUp(followUp, readHiddenDetails(settings)), // masks the same details as the message, which may be forwarded
      address: channel === 'email' ? destination : null,
      timeZone: settings.timeZone ?? DEFAULT_TIME_ZONE,
    };
  }

  /** Returns why the follow-up can't be taken through this link, including who took it and when; null if it can. */
  async findProblem(linked: LinkedFollowUp): Promise<AppError | null> {
    const { message, followUp, timeZone } = linked;
    const usedLink = await this.links.findUsedLink(message.id, followUp.id);
    if (usedLink) return linkUsed(usedLink, timeZone);
    if (!isWaiting(followUp.state)) return this.explainRejection(linked, 'closed');
    return followUp.state === 'open' ? null : this.explainRejection(linked, 'taken');
  }

  /**
   * @param name the person's name, required for links in chat messages
   * @throws AppError `FOLLOW_UP_LINK_INVALID`, `FOLLOW_UP_LINK_USED`, `FOLLOW_UP_CHANGED`, `FOLLOW_UP_CLOSED`,
   * `VALIDATION_FAILED`
   */
  async take(linked: LinkedFollowUp, name: string | undefined): Promise<void> {
    const problem = await this.findProblem(linked);
    if (problem) throw problem;
    const { message, followUp, timeZone } = linked;
    const { accountId } = message;
    const taker = await this.resolveTaker(linked, name);
    const rejection = await this.unitOfWork.run(async ({ followUpChanges, followUpDeliveries, members }) => {
      const isMember = taker.userId !== null && (await members.lockMember(accountId, taker.userId));
      const actor = { userId: isMember ? taker.userId : null, name: taker.name };
      const result = await followUpChanges.change(accountId, followUp.id, undefined, { action: 'take' }, actor);
      if (typeof result === 'string') return result;
      // Another request has just used the link. Throwing rolls back the change.
      if (!(await followUpDeliveries.useLink(message.id, followUp.id, taker.name)))
        throw linkUsed(await followUpDeliveries.findUsedLink(message.id, followUp.id), timeZone);
      return null;
    });
    if (rejection !== null) throw await this.explainRejection(linked, rejection);
  }

  // Returns whether the address is in the settings or still belongs to a member who can sign in.
  private async isRecipient(accountId: string, address: string): Promise<boolean> {
    if (await this.members.findByAddress(accountId, address)) return true;
    const settings = await this.accounts.findSettings(accountId);
    return [...(settings?.emailAddress ?? []), ...(settings?.overdueAddresses ?? [])].some(
      (listed) => listed.toLowerCase() === address.toLowerCase(),
    );
  }

  private async explainRejection(
    { followUp, timeZone }: LinkedFollowUp,
    rejection: FollowUpRejection,
  ): Promise<AppError> {
    if (rejection === 'not_found') return linkInvalid();
    return toRejectionError(rejection, await this.lists.listEvents(followUp.id), timeZone);
  }

  private async resolveTaker({ message, address }: LinkedFollowUp, name: string | undefined): Promise<FollowUpTaker> {
    if (address === null) {
      if (name === undefined) throw validationFailed([{ field: 'name', message: 'Enter your name.' }]);
      return { userId: null, name };
    }
    const member = await this.members.findByAddress(message.accountId, address);
    return member ? { userId: member.id, name: colleagueName(member) } : { userId: null, name: address };
  }
}

function linkInvalid(): AppError {
  return notFound(
    'FOLLOW_UP_LINK_INVALID',
    'This link is invalid, or the follow-up was deleted. Open it from the message again.',
  );
}

function linkUsed(usedLink: FollowUpLink | null, timeZone: string): AppError {
  if (!usedLink) return linkInvalid();
  return conflict(
    'FOLLOW_UP_LINK_USED',
    `${usedLink.usedBy} used this link on ${formatTime(usedLink.usedAt, timeZone, 'dateTime')}. Sign in to see the follow-up.`,
  );
}
