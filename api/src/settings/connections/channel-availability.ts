import { Inject, Injectable } from '@nestjs/common';

import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import { isEntitled, type ConnectionChannel } from '@ringwell/domain/delivery';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';

import type { ConnectionUnavailableDto } from './dto/connection.dto';

/** Clients offer the add-on when they see it. */
export const ADD_ON_MISSING = 'ADD_ON_MISSING';

/** Whether a channel can be used at all, by the operator's settings and by what the account has bought. Workers judge by the same. */
@Injectable()
export class ChannelAvailability {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Why an account cannot use a channel, and what to do; `null` when it can. */
  refusal(channel: ConnectionChannel, settings: Pick<AccountSettings, 'addOns'>): ConnectionUnavailableDto | null {
    return this.notSetUp(channel) ?? this.notBought(channel, settings);
  }

  /** The same, by the operator's settings alone. */
  notSetUp(channel: ConnectionChannel): ConnectionUnavailableDto | null {
    if (channel === 'email' && this.config.SMTP_URL === undefined) {
      return {
        code: 'MAIL_UNAVAILABLE',
        message:
          'No mail server is set up here, so no email is sent. Whoever runs this installation has to set SMTP_URL.',
      };
    }
    if (channel === 'servicetitan' && this.config.SERVICETITAN_APP_KEY === undefined) {
      return {
        code: 'SERVICETITAN_UNAVAILABLE',
        message: 'ServiceTitan is not set up here. Whoever runs this installation has to set SERVICETITAN_APP_KEY.',
      };
    }
    return null;
  }

  private notBought(
    channel: ConnectionChannel,
    { addOns }: Pick<AccountSettings, 'addOns'>,
  ): ConnectionUnavailableDto | null {
    if (isEntitled(channel, { addOns, paymentsSetUp: this.config.STRIPE_SECRET_KEY !== undefined })) return null;
    return {
      code: ADD_ON_MISSING,
      message:
        'Team chat is an add-on that this account does not have. With it, recaps go to Slack, Microsoft Teams and Google Chat.',
    };
  }
}
