import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import type { Account } from '@ringwell/database/accounts/account.entity';
import type { AddressAlerts } from '@ringwell/database/calls/call-runs.repository';
import type { Call } from '@ringwell/database/calls/call.entity';
import { WORDS_WAIT_SECONDS } from '@ringwell/database/calls/pending-words.repository';
import type { PlannedDelivery } from '@ringwell/database/deliveries/deliveries.repository';
import type { Analysis } from '@ringwell/domain/analysis';
import { callLabel, type CallLabel } from '@ringwell/domain/call-label';
import { ALERT_CHANNELS, destinationNames, type ConnectionChannel } from '@ringwell/domain/delivery';
import { destinationHash } from '@ringwell/platform/crypto/destination-hash';

import { alertedAddresses, wantsAlert } from './alert-settings';
import type { DeliveryPolicyService } from './delivery-policy.service';

const PRIORITY: Record<CallLabel, number> = { negative: 1, neutral: 0, positive: 0, needs_review: 0 };

export interface CompletedCall {
  /** The call before this run: `resultRunNumber` is an earlier run's. */
  call: Pick<Call, 'source' | 'resultRunNumber'>;
  account: Pick<Account, 'serviceTitanTenant'>;
  settings: AccountSettings;
  memberAlerts: readonly AddressAlerts[];
  analysis: Pick<Analysis, 'sentiment' | 'needsReview'>;
  /** Whether words of the call are still to be written. Alerts about unhappy customers never wait for them. */
  isWaiting?: boolean;
}

/**
 * The deliveries of a completed call; callbacks are planned by the transaction that ends the call, because skipped and
 * failed calls have them, too. A reprocessed call sends no alerts again, only note and webhook. Deliveries that may not
 * be sent are planned as suppressed, so that users see why.
 */
export function planDeliveries(completed: CompletedCall, policy: DeliveryPolicyService): PlannedDelivery[] {
  const { call, account, settings, memberAlerts, analysis, isWaiting = false } = completed;
  if (call.source === 'demo' || !settings.active) return [];
  return channelsOf(completed).flatMap((channel) => {
    const suppression = policy.suppressionFor(channel, settings, analysis);
    const names = { ...settings, emailAddress: alertedAddresses(settings, memberAlerts, analysis) };
    return destinationNames(channel, { ...names, serviceTitanTenant: account.serviceTitanTenant }).map(
      (destination) => ({
        channel,
        destination,
        destinationHash: destinationHash(destination),
        priority: PRIORITY[callLabel(analysis)],
        ...(isWaiting && !isUrgent(channel, analysis) && { waitSeconds: WORDS_WAIT_SECONDS }),
        ...(suppression && {
          state: 'suppressed' as const,
          errorCode: suppression.code,
          errorMessage: suppression.message,
        }),
      }),
    );
  });
}

function isUrgent(channel: ConnectionChannel, analysis: CompletedCall['analysis']): boolean {
  const label = callLabel(analysis);
  return ALERT_CHANNELS.some((each) => each === channel) && (label === 'negative' || label === 'needs_review');
}

function channelsOf({ call, account, settings, memberAlerts, analysis }: CompletedCall): ConnectionChannel[] {
  const alerts =
    call.resultRunNumber !== null
      ? []
      : ALERT_CHANNELS.filter((channel) =>
          channel === 'email'
            ? alertedAddresses(settings, memberAlerts, analysis).length > 0
            : wantsAlert(settings, channel, analysis),
        );
  const isConnected =
    account.serviceTitanTenant && settings.serviceTitanClientId && settings.sealedServiceTitanClientSecret;
  return [
    ...(isConnected ? ['servicetitan' as const] : []),
    ...alerts,
    ...(settings.sealedWebhookUrl === null ? [] : ['webhook' as const]),
  ];
}
