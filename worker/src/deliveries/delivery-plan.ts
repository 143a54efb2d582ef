import type { Account } from '@ringwell/database/accounts/account.entity';
import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import type { AddressAlerts } from '@ringwell/database/calls/call-runs.repository';
import type { Call } from '@ringwell/database/calls/call.entity';
import type { RunSettings } from '@ringwell/database/calls/claim-call-sql';
import type { PlannedDelivery } from '@ringwell/database/deliveries/deliveries.repository';
import { callLabel, type CallLabel } from '@ringwell/domain/calls/call-label';
import { connectionHint } from '@ringwell/domain/channels/connection-settings';
import {
  ALERT_CHANNELS,
  CONNECTION_CHANNELS,
  destinationNames,
  isAlertChannel,
  type ConnectionChannel,
} from '@ringwell/domain/deliveries/delivery';
import { isImported } from '@ringwell/domain/follow-ups/follow-up';
import { destinationHash } from '@ringwell/platform/crypto/destination-hash';

import { findAlertAddresses, hasDangerFlag, isChannelEnabled, wantsAlert, type AlertCriteria } from './alert-settings';
import type { DeliveryPolicyService } from './delivery-policy.service';

const PRIORITY: Record<CallLabel, number> = { negative: 1, neutral: 0, positive: 0, needs_review: 0 };

type ChannelColumns = RunSettings & Pick<Account, 'serviceTitanTenant'>;

export interface CompletedCall {
  /** The call before this run, with an earlier run's `resultRunNumber`. */
  call: Pick<Call, 'source' | 'resultRunNumber' | 'occurredAt' | 'createdAt'>;
  account: Pick<Account, 'serviceTitanTenant'>;
  settings: RunSettings;
  memberAlerts: readonly AddressAlerts[];
  analysis: AlertCriteria;
  /** How long to wait for a summary that hasn't been written yet. Urgent alerts never wait. */
  waitSeconds?: number | null;
}

/**
 * Plans a completed call's deliveries except callbacks. Those are planned in the transaction that ends the call,
 * because skipped and failed calls have callbacks, too. Reprocessed and imported calls only get a note and webhook, no
 * alerts. Deliveries that can't be sent are planned as suppressed so that users see why.
 */
export function planDeliveries(completedCall: CompletedCall, policy: DeliveryPolicyService): PlannedDelivery[] {
  const { call, account, settings, memberAlerts, analysis, waitSeconds = null } = completedCall;
  if (call.source === 'demo' || !settings.active) return [];
  const emailAddress = findAlertAddresses(settings, memberAlerts, analysis);
  const columns = { ...settings, emailAddress, serviceTitanTenant: account.serviceTitanTenant };
  return chooseChannels(completedCall, columns).flatMap((channel) =>
    planForChannel(channel, columns, policy, analysis).map((delivery) => ({
      ...delivery,
      priority: hasDangerFlag(analysis) ? 1 : PRIORITY[callLabel(analysis)],
      ...(waitSeconds !== null && !isUrgent(channel, analysis) && { waitSeconds }),
    })),
  );
}

/** Plans a message to email addresses and, unless `skipsChats`, to the enabled chats. */
export function planForAlertChannels(
  settings: AccountSettings,
  emailAddress: string[],
  policy: DeliveryPolicyService,
  { skipsChats = false } = {},
): Omit<PlannedDelivery, 'priority'>[] {
  const columns = { ...settings, emailAddress, serviceTitanTenant: null };
  return ALERT_CHANNELS.filter(
    (channel) => channel === 'email' || (!skipsChats && isChannelEnabled(settings, channel)),
  ).flatMap((channel) => planForChannel(channel, columns, policy));
}

/** Plans a message to each of a channel's destinations. Messages that can't be sent are planned as suppressed. */
export function planForChannel(
  channel: ConnectionChannel,
  columns: ChannelColumns,
  policy: DeliveryPolicyService,
  analysis?: Pick<AlertCriteria, 'needsReview'>,
): Omit<PlannedDelivery, 'priority'>[] {
  const suppression = policy.findSuppression(channel, columns, analysis);
  return destinationNames(channel, columns).map((destination) => ({
    channel,
    destination,
    destinationHash: destinationHash(destination),
    ...(suppression && {
      state: 'suppressed' as const,
      errorCode: suppression.code,
      errorMessage: suppression.message,
    }),
  }));
}

function isUrgent(channel: ConnectionChannel, analysis: CompletedCall['analysis']): boolean {
  const label = callLabel(analysis);
  const isImmediate = label === 'negative' || label === 'needs_review' || hasDangerFlag(analysis);
  return isImmediate && isAlertChannel(channel);
}

function chooseChannels({ call, settings, analysis }: CompletedCall, columns: ChannelColumns): ConnectionChannel[] {
  return CONNECTION_CHANNELS.filter((channel) => {
    if (!isAlertChannel(channel)) return connectionHint(channel, columns) === null;
    if (call.resultRunNumber !== null || isImported(call)) return false;
    return channel === 'email' ? columns.emailAddress.length > 0 : wantsAlert(settings, channel, analysis);
  });
}
