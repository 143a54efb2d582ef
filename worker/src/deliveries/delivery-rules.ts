import { Inject, Injectable } from '@nestjs/common';

import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import { ALERT_CHANNELS, isEntitled, type AlertChannel, type DeliveryChannelName } from '@ringwell/domain/delivery';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';

import { ChannelRegistry } from './channel-registry';
import { isSwitchedOn } from './channel-switches';
import type { Suppression } from './delivery-channel';

const ADD_ON_MISSING: Suppression = {
  code: 'ADD_ON_MISSING',
  message:
    'Team chat notifications are an add-on that this account does not have. Add it to the subscription, then send this again.',
};
const SWITCHED_OFF: Suppression = {
  code: 'CHANNEL_SWITCHED_OFF',
  message: 'This channel was switched off in the settings before the message left. Switch it on, then send this again.',
};
const DEMO_ACCOUNT: Suppression = {
  code: 'ACCOUNT_NOT_ACTIVE',
  message: 'This is a demo account by now, which sends no messages. Once it is active, send this again.',
};
const ACCOUNT_OFF: Suppression = {
  code: 'ACCOUNT_SWITCHED_OFF',
  message: 'The account was switched off in the settings before the message left. Switch it on, then send this again.',
};

/** What an account may send, whatever the message says. */
@Injectable()
export class DeliveryRules {
  constructor(
    private readonly channels: ChannelRegistry,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Why an account may send nothing on a channel; `null` when it may. */
  refusal(channel: DeliveryChannelName, settings: Pick<AccountSettings, 'addOns'>): Suppression | null {
    const paymentsSetUp = this.config.STRIPE_SECRET_KEY !== undefined;
    if (!isEntitled(channel, { addOns: settings.addOns, paymentsSetUp })) return ADD_ON_MISSING;
    return this.channels.unavailable(channel);
  }

  /** The same, asked before each try: the account may have changed since the message was planned. A callback is owed to whoever sent the call. */
  refusalNow(
    channel: DeliveryChannelName,
    { user, settings }: { user: Pick<User, 'status'>; settings: AccountSettings },
  ): Suppression | null {
    if (channel === 'callback') return null;
    if (user.status !== 'active') return DEMO_ACCOUNT;
    if (!settings.active) return ACCOUNT_OFF;
    if (
      (ALERT_CHANNELS as readonly DeliveryChannelName[]).includes(channel) &&
      !isSwitchedOn(settings, channel as AlertChannel)
    )
      return SWITCHED_OFF;
    return this.refusal(channel, settings);
  }
}
