import { Inject, Injectable } from '@nestjs/common';

import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { isEntitled, type ConnectionChannel } from '@ringwell/domain/deliveries/delivery';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { ADD_ON_MESSAGE, type ConnectionUnavailableDto } from './dto/connection.dto';

/** The web app offers the add-on when it receives this code. */
export const ADD_ON_MISSING = 'ADD_ON_MISSING';

/** Checks whether the operator's settings and the account's add-ons allow a channel. Workers apply the same rules. */
@Injectable()
export class ChannelAvailabilityService {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Returns why an account can't use a channel, and what to do; null if it can. */
  findUnavailability(
    channel: ConnectionChannel,
    settings: Pick<AccountSettings, 'addOns'>,
  ): ConnectionUnavailableDto | null {
    return this.findMissingConfiguration(channel) ?? this.findMissingAddOn(channel, settings);
  }

  /** Returns what the operator has to configure before a channel can be used; null if nothing is missing. */
  findMissingConfiguration(channel: ConnectionChannel): ConnectionUnavailableDto | null {
    if (channel === 'email' && this.config.SMTP_URL === undefined) {
      return {
        code: 'MAIL_UNAVAILABLE',
        message: "Email isn't available yet. Contact support.",
      };
    }
    if (channel === 'servicetitan' && this.config.SERVICETITAN_APP_KEY === undefined) {
      return {
        code: 'SERVICETITAN_UNAVAILABLE',
        message: "ServiceTitan isn't available yet. Contact support.",
      };
    }
    return null;
  }

  private findMissingAddOn(
    channel: ConnectionChannel,
    { addOns }: Pick<AccountSettings, 'addOns'>,
  ): ConnectionUnavailableDto | null {
    if (isEntitled(channel, { addOns, takesPayments: this.config.STRIPE_SECRET_KEY !== undefined })) return null;
    return {
      code: ADD_ON_MISSING,
      message: ADD_ON_MESSAGE,
    };
  }
}
