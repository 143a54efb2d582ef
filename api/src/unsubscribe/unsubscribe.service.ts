import { Inject, Injectable } from '@nestjs/common';

import type { Actor } from '@ringwell/database/accounts/activity.repository';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { MailSuppressionsRepository } from '@ringwell/database/deliveries/mail-suppressions.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { accountDisplayName } from '@ringwell/domain/account-display-name';
import { AppError } from '@ringwell/domain/app-error';
import { userDisplayName } from '@ringwell/domain/user-display-name';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { subscriptionOf, type MailSubscription } from '@ringwell/platform/crypto/unsubscribe-token';

import type { MailSubscriptionDto } from './unsubscribe.dto';

/** A link, and whose calls its mails are about. */
interface KnownLink extends MailSubscription {
  /** For the receiver. */
  account: string;
  /** For administrators. */
  person: string;
}

/** What receivers of mails decide with the link in a mail; nothing else decides it for them, and saving settings does not undo it. */
@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly users: UsersRepository,
    private readonly suppressions: MailSuppressionsRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly sealedBox: SecretBox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws AppError `UNSUBSCRIBE_LINK_INVALID`, `UNSUBSCRIBE_ACCOUNT_GONE` */
  async look(token: string): Promise<MailSubscriptionDto> {
    const link = await this.open(token);
    return view(link, !(await this.suppressions.isUnsubscribed(link.userId, link.address)));
  }

  /** However often it is asked for. @throws AppError as `look` does */
  async decide(token: string, wish: 'unsubscribe' | 'subscribe', actor: Actor): Promise<MailSubscriptionDto> {
    const { userId, address, ...link } = await this.open(token);
    await this.unitOfWork.run(async ({ mailSuppressions, activity }) => {
      if (!(await mailSuppressions[wish](userId, address))) return;
      await activity.record(
        actor,
        wish === 'unsubscribe'
          ? {
              action: 'Mail unsubscribed',
              description: `${address} wants no more mails about calls of ${link.person}.`,
              metadata: { targetUserId: userId },
            }
          : {
              action: 'Mail subscribed again',
              description: `${address} wants mails about calls of ${link.person} again.`,
              metadata: { targetUserId: userId },
            },
      );
    });
    return view({ userId, address, ...link }, wish === 'subscribe');
  }

  private async open(token: string): Promise<KnownLink> {
    const named = subscriptionOf(token, this.sealedBox);
    if (!named) {
      throw new AppError({
        kind: 'not_found',
        code: 'UNSUBSCRIBE_LINK_INVALID',
        message: 'This link is not one of ours, or was cut short. Open it from the mail once more.',
      });
    }
    const user = await this.users.findById(named.userId);
    if (!user) {
      throw new AppError({
        kind: 'not_found',
        code: 'UNSUBSCRIBE_ACCOUNT_GONE',
        message: 'The account that sent this mail is no longer there. You will get no more mails from it.',
      });
    }
    return { ...named, account: accountDisplayName(user) ?? this.config.PRODUCT_NAME, person: userDisplayName(user) };
  }
}

function view({ address, account }: KnownLink, isSubscribed: boolean): MailSubscriptionDto {
  return {
    address,
    isSubscribed,
    message: `${address} gets ${isSubscribed ? '' : 'no more '}mails about calls of ${account}.`,
  };
}
