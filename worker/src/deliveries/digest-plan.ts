import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import type { PlannedDelivery } from '@ringwell/database/deliveries/deliveries.repository';

import { findAlertAddresses } from './alert-settings';
import { planForAlertChannels } from './delivery-plan';
import type { DeliveryPolicyService } from './delivery-policy.service';

/** Plans the digests of overdue follow-ups, which go to email addresses and enabled chats. */
export function planDigests(
  settings: AccountSettings,
  policy: DeliveryPolicyService,
): Omit<PlannedDelivery, 'priority'>[] {
  return settings.overdueAlertsEnabled ? planForAlertChannels(settings, listDigestAddresses(settings), policy) : [];
}

/**
 * Lowercase addresses that receive overdue follow-ups: those entered for them, plus the account addresses that get
 * emails about unhappy customers.
 */
export function listDigestAddresses(settings: AccountSettings): string[] {
  const alertAddresses = findAlertAddresses(settings, [], { sentiment: 'negative', needsReview: false });
  return [...new Set([...alertAddresses, ...settings.overdueAddresses.map((address) => address.toLowerCase())])];
}

/** Whether the address was entered for digests, not just for emails about unhappy customers. */
export function isListedForDigests({ overdueAddresses }: AccountSettings, address: string): boolean {
  return overdueAddresses.some((listedAddress) => listedAddress.toLowerCase() === address.toLowerCase());
}
