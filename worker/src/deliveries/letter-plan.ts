import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import type { PlannedDelivery } from '@ringwell/database/deliveries/deliveries.repository';
import { ALERT_CHANNELS } from '@ringwell/domain/deliveries/delivery';

import { isChannelEnabled } from './alert-settings';
import { planForChannel } from './delivery-plan';
import type { DeliveryPolicyService } from './delivery-policy.service';

export function planLetter(
  settings: AccountSettings,
  addresses: readonly string[],
  policy: DeliveryPolicyService,
): Omit<PlannedDelivery, 'priority'>[] {
  const columns = { ...settings, emailAddress: [...addresses], serviceTitanTenant: null };
  return ALERT_CHANNELS.filter(
    (channel) => channel === 'email' || (settings.weeklyLetterChats && isChannelEnabled(settings, channel)),
  ).flatMap((channel) => planForChannel(channel, columns, policy));
}
