import { Inject, Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { LetterReadersRepository } from '@ringwell/database/accounts/members/letter-readers.repository';
import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import { MailSuppressionsRepository } from '@ringwell/database/deliveries/mail-suppressions.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { companyOrPersonName } from '@ringwell/domain/accounts/company-or-person-name';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { notFound } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { openLetterToken, type LetterSubscription } from '@ringwell/platform/crypto/letter-token';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { openUnsubscribeToken, type MailSubscription } from '@ringwell/platform/crypto/unsubscribe-token';

import type { MailSubscriptionDto } from './unsubscribe.dto';

interface UnsubscribeLink extends MailSubscription {
  /** The member who gets the weekly letter; null for emails about calls. */
  readerId: string | null;
  /** Name shown to the recipient. */
  accountName: string;
  /** Name shown to administrators. */
  ownerName: string;
}

/**
 * Manages email subscriptions. Only recipients can change them, with the link in an email. Saving settings does not
 * resubscribe anyone.
 */
@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly suppressions: MailSuppressionsRepository,
    private readonly readers: LetterReadersRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly secretBox: SecretBox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws AppError `UNSUBSCRIBE_LINK_INVALID`, `UNSUBSCRIBE_ACCOUNT_GONE` */
  async getSubscription(token: string): Promise<MailSubscriptionDto> {
    const link = await this.open(token);
    const { accountId, address, readerId } = link;
    if (readerId === null) return linkView(link, !(await this.suppressions.isUnsubscribed(accountId, address)));
    const reader = await this.readers.find(accountId, readerId);
    return linkView(link, reader?.wantsLetter ?? false);
  }

  /**
   * Subscribes or unsubscribes an address. Repeating the change has no effect.
   * @throws AppError `UNSUBSCRIBE_LINK_INVALID`, `UNSUBSCRIBE_ACCOUNT_GONE`
   */
  async update(token: string, change: 'unsubscribe' | 'subscribe', actor: Actor): Promise<MailSubscriptionDto> {
    const link = await this.open(token);
    const { accountId, address, ownerName, readerId } = link;
    const isSubscribed = change === 'subscribe';
    await this.unitOfWork.run(async ({ mailSuppressions, letterReaders, activity }) => {
      const isChanged = await (readerId === null
        ? mailSuppressions[change](accountId, address)
        : changeLetter(letterReaders, accountId, readerId, isSubscribed));
      if (!isChanged) return;
      const verb = isSubscribed ? 'resubscribed to' : 'unsubscribed from';
      await activity.record(actor, {
        action: isSubscribed ? 'Resubscribed to emails' : 'Unsubscribed from emails',
        description: `${address} ${verb} ${ownerName}'s ${readerId === null ? 'call emails' : 'weekly letter'}.`,
        accountId,
      });
    });
    return linkView(link, isSubscribed);
  }

  private async open(token: string): Promise<UnsubscribeLink> {
    const letter = openLetterToken(token, this.secretBox);
    const subscriber = letter ? await this.findLetterSubscription(letter) : openUnsubscribeToken(token, this.secretBox);
    if (!subscriber) {
      throw notFound('UNSUBSCRIBE_LINK_INVALID', 'This link is invalid. Open it from the email again.');
    }
    const [account, owner] = await Promise.all([
      this.accounts.findById(subscriber.accountId),
      this.accounts.findOwner(subscriber.accountId),
    ]);
    if (!account || !owner) {
      throw notFound(
        'UNSUBSCRIBE_ACCOUNT_GONE',
        "The account that sent this email was deleted. You won't get any more email from it.",
      );
    }
    const name = companyOrPersonName(account, owner);
    return {
      ...subscriber,
      readerId: letter?.userId ?? null,
      accountName: name ?? this.config.PRODUCT_NAME,
      ownerName: userDisplayName(owner),
    };
  }

  // A former member's link is invalid.
  private async findLetterSubscription({ accountId, userId }: LetterSubscription): Promise<MailSubscription | null> {
    const reader = await this.readers.find(accountId, userId);
    return reader && { accountId, address: reader.email ?? '' };
  }
}

function linkView({ address, accountName, readerId }: UnsubscribeLink, isSubscribed: boolean): MailSubscriptionDto {
  const emails = readerId === null ? 'call emails' : 'the weekly letter';
  return {
    address,
    isSubscribed,
    message: isSubscribed
      ? `${address} gets ${emails} from ${accountName}.`
      : `${address} won't get ${emails} from ${accountName} anymore.`,
  };
}

/** @returns false if the reader is gone or already has this choice */
async function changeLetter(
  letterReaders: LetterReadersRepository,
  accountId: string,
  readerId: string,
  wantsLetter: boolean,
): Promise<boolean> {
  const reader = await letterReaders.find(accountId, readerId);
  if (!reader || reader.wantsLetter === wantsLetter) return false;
  await letterReaders.setSubscribed(accountId, readerId, wantsLetter);
  return true;
}
