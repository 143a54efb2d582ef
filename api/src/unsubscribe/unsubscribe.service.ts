import { Inject, Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import type { Actor } from '@ringwell/database/accounts/activity.repository';
import { MailSuppressionsRepository } from '@ringwell/database/deliveries/mail-suppressions.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { AppError } from '@ringwell/domain/app-error';
import { companyOrPersonName } from '@ringwell/domain/company-or-person-name';
import { userDisplayName } from '@ringwell/domain/user-display-name';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { subscriptionOf, type MailSubscription } from '@ringwell/platform/crypto/unsubscribe-token';

import type { MailSubscriptionDto } from './unsubscribe.dto';

interface UnsubscribeLink extends MailSubscription {
  /** Name shown to the recipient. */
  account: string;
  /** Name shown to administrators. */
  person: string;
}

/**
 * Email subscriptions. Only recipients change them, with the link in an email; saving settings does not resubscribe
 * anyone.
 */
@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly suppressions: MailSuppressionsRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly secretBox: SecretBox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws AppError `UNSUBSCRIBE_LINK_INVALID`, `UNSUBSCRIBE_ACCOUNT_GONE` */
  async status(token: string): Promise<MailSubscriptionDto> {
    const link = await this.open(token);
    return view(link, !(await this.suppressions.isUnsubscribed(link.accountId, link.address)));
  }

  /** Idempotent. @throws AppError `UNSUBSCRIBE_LINK_INVALID`, `UNSUBSCRIBE_ACCOUNT_GONE` */
  async update(token: string, change: 'unsubscribe' | 'subscribe', actor: Actor): Promise<MailSubscriptionDto> {
    const { accountId, address, ...link } = await this.open(token);
    await this.unitOfWork.run(async ({ mailSuppressions, activity }) => {
      if (!(await mailSuppressions[change](accountId, address))) return;
      await activity.record(
        actor,
        change === 'unsubscribe'
          ? {
              action: 'Mail unsubscribed',
              description: `${address} unsubscribed from ${link.person}'s call emails.`,
              accountId,
            }
          : {
              action: 'Mail subscribed again',
              description: `${address} resubscribed to ${link.person}'s call emails.`,
              accountId,
            },
      );
    });
    return view({ accountId, address, ...link }, change === 'subscribe');
  }

  private async open(token: string): Promise<UnsubscribeLink> {
    const named = subscriptionOf(token, this.secretBox);
    if (!named) {
      throw new AppError({
        kind: 'not_found',
        code: 'UNSUBSCRIBE_LINK_INVALID',
        message: 'This link is invalid. Open it from the email again.',
      });
    }
    const [account, owner] = await Promise.all([
      this.accounts.findById(named.accountId),
      this.accounts.findOwner(named.accountId),
    ]);
    if (!account || !owner) {
      throw new AppError({
        kind: 'not_found',
        code: 'UNSUBSCRIBE_ACCOUNT_GONE',
        message: "The account that sent this email was deleted. You won't get any more email from it.",
      });
    }
    const name = companyOrPersonName(account, owner);
    return { ...named, account: name ?? this.config.PRODUCT_NAME, person: userDisplayName(owner) };
  }
}

function view({ address, account }: UnsubscribeLink, isSubscribed: boolean): MailSubscriptionDto {
  return {
    address,
    isSubscribed,
    message: isSubscribed
      ? `${address} gets call emails from ${account}.`
      : `${address} won't get call emails from ${account} anymore.`,
  };
}
