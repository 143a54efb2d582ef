import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import type { PlannedDelivery } from '@ringwell/database/deliveries/deliveries.repository';
import { ALERT_CHANNELS, destinationNames, type DeliveryChannelName } from '@ringwell/domain/delivery';
import { destinationHash } from '@ringwell/platform/crypto/destination-hash';

import { isChannelEnabled } from './alert-settings';
import type { DeliveryPolicyService } from './delivery-policy.service';

type Planned = Omit<PlannedDelivery, 'priority'>;

/** Destinations of an account's weekly letter: these addresses, and its chats if it wants that. */
export function planLetter(
  settings: AccountSettings,
  addresses: readonly string[],
  policy: DeliveryPolicyService,
): Planned[] {
  const names = { ...settings, emailAddress: addresses, serviceTitanTenant: null };
  const channels = ALERT_CHANNELS.filter(
    (channel) => channel === 'email' || (settings.weeklyLetterChats && isChannelEnabled(settings, channel)),
  );
  return channels.flatMap((channel) =>
    destinationNames(channel, names).map((destination) => planned(channel, destination, settings, policy)),
  );
}

function planned(
  channel: DeliveryChannelName,
  destination: string,
  settings: AccountSettings,
  policy: DeliveryPolicyService,
): Planned {
  const suppression = policy.suppressionFor(channel, settings, undefined);
  return {
    channel,
    destination,
    destinationHash: destinationHash(destination),
    ...(suppression && {
      state: 'suppressed' as const,
      errorCode: suppression.code,
      errorMessage: suppression.message,
    }),
  };
}
