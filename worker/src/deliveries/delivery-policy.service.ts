import { Inject, Injectable } from '@nestjs/common';

import type { Account } from '@ringwell/database/accounts/account.entity';
import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import type { AlertAddressesRepository } from '@ringwell/database/deliveries/alert-addresses.repository';
import type { Analysis } from '@ringwell/domain/calls/analysis';
import { CHANNELS } from '@ringwell/domain/channels/channels';
import { isAlertChannel, isEntitled, type DeliveryChannelName } from '@ringwell/domain/deliveries/delivery';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { requiresAddressConfirmation } from '@ringwell/platform/config/requires-address-confirmation';

import { hasDangerFlag, isChannelEnabled, isMemberAlert } from './alert-settings';
import { ChannelRegistry } from './channel-registry';
import type { DeliveryMessage, Suppression, MessageContext } from './delivery-channel';

const ADD_ON_MISSING: Suppression = {
  code: 'ADD_ON_MISSING',
  message:
    "Team chat notifications are an add-on that this account doesn't have. " +
    'Add it to the subscription, then send this again.',
};
const CHANNEL_SWITCHED_OFF: Suppression = {
  code: 'CHANNEL_SWITCHED_OFF',
  message: 'This channel was turned off before the message was sent. Turn it on, then send this again.',
};
/** An email to a member that neither the member nor the account wants. */
export const MAIL_NOT_WANTED: Suppression = {
  code: 'MAIL_NOT_WANTED',
  message: 'This person no longer wants emails about these calls.',
};
export const LETTER_NOT_WANTED: Suppression = {
  code: 'MAIL_NOT_WANTED',
  message: "This person no longer gets this account's weekly letter.",
};
const REVIEW_ALERTS_OFF: Suppression = {
  code: 'REVIEW_ALERTS_OFF',
  message:
    'This call needs a listen, and alerts and notes about these calls are turned off. ' +
    'Turn them on in Settings, then send this again.',
};
const OVERDUE_ALERTS_OFF: Suppression = {
  code: 'OVERDUE_ALERTS_OFF',
  message: 'Messages about overdue follow-ups are turned off. Turn them on in Settings.',
};
const DEMO_ACCOUNT: Suppression = {
  code: 'ACCOUNT_NOT_ACTIVE',
  message: "This is now a demo account, and demo accounts don't send messages. Activate it, then send this again.",
};
const ACCOUNT_SWITCHED_OFF: Suppression = {
  code: 'ACCOUNT_SWITCHED_OFF',
  message: 'Call processing was turned off before the message was sent. Turn it on, then send this again.',
};

@Injectable()
export class DeliveryPolicyService {
  constructor(
    private readonly channels: ChannelRegistry,
    @Inject(CONFIG) private readonly config: WorkerConfig,
  ) {}

  /** Removes unconfirmed addresses from the settings, so that no emails are planned for them. */
  async withConfirmedAddresses<S extends Pick<AccountSettings, 'accountId' | 'emailAddress' | 'overdueAddresses'>>(
    settings: S,
    alertAddresses: Pick<AlertAddressesRepository, 'listUnconfirmed'>,
  ): Promise<S> {
    const { accountId, emailAddress, overdueAddresses } = settings;
    const addresses = [...emailAddress, ...overdueAddresses];
    if (addresses.length === 0 || !requiresAddressConfirmation(this.config)) return settings;
    const unconfirmed = new Set(
      (await alertAddresses.listUnconfirmed(accountId, addresses)).map(({ address }) => address),
    );
    if (unconfirmed.size === 0) return settings;
    const isConfirmed = (address: string): boolean => !unconfirmed.has(address.trim().toLowerCase());
    return {
      ...settings,
      emailAddress: emailAddress.filter(isConfirmed),
      overdueAddresses: overdueAddresses.filter(isConfirmed),
    };
  }

  /** Checks a delivery when it's planned; `findCurrentSuppression` checks it before each attempt. */
  findSuppression(
    channel: DeliveryChannelName,
    settings: Pick<AccountSettings, 'addOns' | 'reviewAlertsEnabled'>,
    analysis: Pick<Analysis, 'needsReview' | 'flags'> | undefined,
  ): Suppression | null {
    const isMuted = analysis?.needsReview && !settings.reviewAlertsEnabled && !hasDangerFlag(analysis);
    if (isMuted && hasHumanReaders(channel)) return REVIEW_ALERTS_OFF;
    const takesPayments = this.config.STRIPE_SECRET_KEY !== undefined;
    if (!isEntitled(channel, { addOns: settings.addOns, takesPayments })) return ADD_ON_MISSING;
    return this.channels.findProblem(channel);
  }

  /**
   * Like `findSuppression`, but rechecks what may have changed since the delivery was planned. Callbacks are never
   * suppressed, because the call's sender is waiting for them.
   */
  findCurrentSuppression(
    channel: DeliveryChannelName,
    message: { account: Pick<Account, 'status'> } & Pick<DeliveryMessage, 'settings' | 'result' | 'recipientAlerts'>,
  ): Suppression | null {
    const { account, settings, result } = message;
    if (channel === 'callback') return null;
    if (account.status !== 'active') return DEMO_ACCOUNT;
    if (!settings.active) return ACCOUNT_SWITCHED_OFF;
    if (isAlertChannel(channel) && !isChannelEnabled(settings, channel) && !isMemberAlert(message))
      return channel === 'email' && message.recipientAlerts ? MAIL_NOT_WANTED : CHANNEL_SWITCHED_OFF;
    return this.findSuppression(channel, settings, result?.analysis);
  }

  /** Like `findCurrentSuppression`, for a digest of overdue follow-ups. The channel checks which emails are wanted. */
  findDigestSuppression(
    channel: DeliveryChannelName,
    { account, settings }: { account: Pick<Account, 'status'> } & Pick<MessageContext, 'settings'>,
  ): Suppression | null {
    if (account.status !== 'active') return DEMO_ACCOUNT;
    if (!settings.active) return ACCOUNT_SWITCHED_OFF;
    if (!settings.overdueAlertsEnabled) return OVERDUE_ALERTS_OFF;
    if (isAlertChannel(channel) && channel !== 'email' && !isChannelEnabled(settings, channel))
      return CHANNEL_SWITCHED_OFF;
    return this.findSuppression(channel, settings, undefined);
  }

  /** Like `findCurrentSuppression`, for a weekly letter. Letter subscriptions don't depend on the account's emails. */
  findLetterSuppression(
    channel: DeliveryChannelName,
    { account, settings }: { account: Pick<Account, 'status'> } & Pick<MessageContext, 'settings'>,
  ): Suppression | null {
    if (account.status !== 'active') return DEMO_ACCOUNT;
    if (!settings.active) return ACCOUNT_SWITCHED_OFF;
    const isChat = isAlertChannel(channel) && channel !== 'email';
    if (isChat && !(settings.weeklyLetterChats && isChannelEnabled(settings, channel))) return CHANNEL_SWITCHED_OFF;
    return this.findSuppression(channel, settings, undefined);
  }
}

function hasHumanReaders(channel: DeliveryChannelName): boolean {
  return CHANNELS[channel].kind !== 'data';
}
