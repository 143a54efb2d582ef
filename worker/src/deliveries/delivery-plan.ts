import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import type { Call } from '@ringwell/database/calls/call.entity';
import type { PlannedDelivery } from '@ringwell/database/deliveries/deliveries.repository';
import { ALERT_CHANNELS, destinationNames, type ConnectionChannel } from '@ringwell/domain/delivery';
import type { Sentiment } from '@ringwell/domain/sentiment';
import { destinationHash } from '@ringwell/platform/crypto/destination-hash';

import { wantsAlert } from './channel-switches';
import type { DeliveryRules } from './delivery-rules';

/** Alerts about unhappy customers overtake the rest. */
const PRIORITY: Record<Sentiment, number> = { negative: 1, neutral: 0, positive: 0 };

/** A call that has just been completed, and whose it is. */
export interface CompletedCall {
  /** As it was before this run: with the result of an earlier one, if there is any. */
  call: Pick<Call, 'source' | 'resultRunNumber'>;
  user: Pick<User, 'serviceTitanTenant'>;
  settings: AccountSettings;
  sentiment: Sentiment;
}

/**
 * The messages a completed call gives rise to: alerts by each channel's switch and its flag for the label, the note in
 * ServiceTitan and the account's webhook when they are connected. Demo calls send nothing. A call that has had a result before
 * alerts nobody a second time; note and webhook get the new result. What may not be sent is planned as suppressed, so that
 * people see why. (The callback to the sender of a call is not planned here: it is due for every end of a call, and written
 * with it.)
 */
export function planDeliveries(completed: CompletedCall, rules: DeliveryRules): PlannedDelivery[] {
  const { call, user, settings, sentiment } = completed;
  if (call.source === 'demo' || !settings.active) return [];
  return channelsOf(completed).flatMap((channel) => {
    const refusal = rules.refusal(channel, settings);
    return destinationNames(channel, { ...settings, serviceTitanTenant: user.serviceTitanTenant }).map(
      (destination) => ({
        channel,
        destination,
        destinationHash: destinationHash(destination),
        priority: PRIORITY[sentiment],
        ...(refusal && { state: 'suppressed' as const, errorCode: refusal.code, errorMessage: refusal.message }),
      }),
    );
  });
}

function channelsOf({ call, user, settings, sentiment }: CompletedCall): ConnectionChannel[] {
  const alerts =
    call.resultRunNumber !== null ? [] : ALERT_CHANNELS.filter((channel) => wantsAlert(settings, channel, sentiment));
  const isConnected =
    user.serviceTitanTenant && settings.serviceTitanClientId && settings.sealedServiceTitanClientSecret;
  return [
    ...(isConnected ? ['servicetitan' as const] : []),
    ...alerts,
    ...(settings.sealedWebhookUrl === null ? [] : ['webhook' as const]),
  ];
}
