import type { AddressAlerts } from '@ringwell/database/calls/call-runs.repository';
import type { RunSettings } from '@ringwell/database/calls/claim-call-sql';
import type { Analysis } from '@ringwell/domain/calls/analysis';
import { callLabel, type CallLabel } from '@ringwell/domain/calls/call-label';
import { SENTIMENTS, type Sentiment } from '@ringwell/domain/calls/sentiment';
import { CHANNELS } from '@ringwell/domain/channels/channels';
import type { AlertChannel } from '@ringwell/domain/deliveries/delivery';

import type { DeliveryMessage } from './delivery-channel';

const SETTING_SUFFIXES = {
  positive: 'PositiveSentiment',
  neutral: 'NeutralSentiment',
  negative: 'NegativeSentiment',
} as const satisfies Record<Sentiment, string>;

/** The parts of an analysis that determine who is alerted. */
export type AlertCriteria = Pick<Analysis, 'sentiment' | 'needsReview' | 'flags'>;

/** Whether someone may be in danger. If so, everyone who receives any alerts is notified. */
export function hasDangerFlag({ flags }: Pick<Analysis, 'flags'>): boolean {
  return flags?.includes('danger') ?? false;
}

function isWanted(labels: readonly CallLabel[], analysis: AlertCriteria): boolean {
  return labels.includes(callLabel(analysis)) || (hasDangerFlag(analysis) && labels.length > 0);
}

export function isChannelEnabled(settings: RunSettings, channel: AlertChannel): boolean {
  return settings[`${CHANNELS[channel].prefix}Enabled`];
}

/**
 * The lowercase addresses that get an email about a call: members who asked for it, plus the account's addresses.
 * Account addresses with their own labels get emails about those; all others get emails about the account's labels. A
 * call that needs review goes to recipients who chose that, and to addresses without their own labels if the account
 * has any label turned on. If someone may be in danger, all account addresses and members who chose any label get it.
 */
export function findAlertAddresses(
  settings: RunSettings,
  memberAlerts: readonly AddressAlerts[],
  analysis: AlertCriteria,
): string[] {
  const isWantedByAccount = wantsAlert(settings, 'email', analysis);
  const label = callLabel(analysis);
  const emailAddresses = settings.emailAddress.filter(
    (address) => hasDangerFlag(analysis) || (settings.emailLabels[address]?.includes(label) ?? isWantedByAccount),
  );
  const memberAddresses = memberAlerts.filter(({ labels }) => isWanted(labels, analysis)).map(({ address }) => address);
  return [
    ...new Set(
      [...(settings.emailEnabled ? emailAddresses : []), ...memberAddresses].map((address) => address.toLowerCase()),
    ),
  ];
}

/** Whether a member asked for this email, regardless of the account's settings. */
export function isMemberAlert({
  recipientAlerts,
  result,
}: Pick<DeliveryMessage, 'recipientAlerts' | 'result'>): boolean {
  return result !== null && recipientAlerts !== null && isWanted(recipientAlerts.labels, result.analysis);
}

/**
 * Whether an enabled channel gets an alert about a call: it's turned on for the call's label, or someone may be in
 * danger. A call that needs review could have any label, so one enabled label is enough.
 */
export function wantsAlert(settings: RunSettings, channel: AlertChannel, analysis: AlertCriteria): boolean {
  const label = callLabel(analysis);
  const sentiments = label === 'needs_review' ? SENTIMENTS : [label];
  return (
    isChannelEnabled(settings, channel) &&
    (hasDangerFlag(analysis) ||
      sentiments.some((sentiment) => settings[`${CHANNELS[channel].prefix}${SETTING_SUFFIXES[sentiment]}`]))
  );
}
