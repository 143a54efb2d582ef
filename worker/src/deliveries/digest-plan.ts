import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import type { PlannedDelivery } from '@ringwell/database/deliveries/deliveries.repository';
import { ALERT_CHANNELS } from '@ringwell/domain/delivery';

import { alertedAddresses, isChannelEnabled } from './alert-settings';
import { planTo } from './delivery-plan';
import type { DeliveryPolicyService } from './delivery-policy.service';

/** Where an account is told of overdue follow-ups. Chats are, when they are on. */
export function planDigests(
  settings: AccountSettings,
  policy: DeliveryPolicyService,
): Omit<PlannedDelivery, 'priority'>[] {
  if (!settings.overdueAlertsEnabled) return [];
  const columns = { ...settings, emailAddress: digestAddresses(settings), serviceTitanTenant: null };
  return ALERT_CHANNELS.filter((channel) => channel === 'email' || isChannelEnabled(settings, channel)).flatMap(
    (channel) => planTo(channel, columns, policy),
  );
}

/**
 * The addresses that are told of overdue follow-ups, in lower case: those named for it, and those of the account that
 * get emails about unhappy customers.
 */
export function digestAddresses(settings: AccountSettings): string[] {
  const ofAccount = alertedAddresses(settings, [], { sentiment: 'negative', needsReview: false });
  return [...new Set([...ofAccount, ...settings.overdueAddresses.map((address) => address.toLowerCase())])];
}

/** Whether an address gets digests because it was named for them, or else because of its emails about unhappy customers. */
export function isNamedForDigests({ overdueAddresses }: AccountSettings, address: string): boolean {
  return overdueAddresses.some((named) => named.toLowerCase() === address.toLowerCase());
}
