import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import type { AddressAlerts } from '@ringwell/database/calls/call-runs.repository';
import type { Analysis } from '@ringwell/domain/analysis';
import { callLabel } from '@ringwell/domain/call-label';
import type { AlertChannel } from '@ringwell/domain/delivery';
import { SENTIMENTS, type Sentiment } from '@ringwell/domain/sentiment';

import type { DeliveryMessage } from './delivery-channel';

type ChannelPrefix = 'slack' | 'teams' | 'googleChat' | 'email';
type SentimentSuffix = 'PositiveSentiment' | 'NeutralSentiment' | 'NegativeSentiment';

const PREFIX: Record<AlertChannel, ChannelPrefix> = {
  slack: 'slack',
  teams: 'teams',
  google_chat: 'googleChat',
  email: 'email',
};
const SUFFIX: Record<Sentiment, SentimentSuffix> = {
  positive: 'PositiveSentiment',
  neutral: 'NeutralSentiment',
  negative: 'NegativeSentiment',
};

export function isChannelEnabled(settings: AccountSettings, channel: AlertChannel): boolean {
  return settings[`${PREFIX[channel]}Enabled`];
}

/**
 * The addresses that get an email about a call, in lower case: members who asked for it, and the account's addresses.
 * An address with its own labels gets emails about those; others follow the account. A call that needs review concerns
 * members who asked for such calls, and addresses for which the account selected any label.
 */
export function alertedAddresses(
  settings: AccountSettings,
  memberAlerts: readonly AddressAlerts[],
  analysis: Pick<Analysis, 'sentiment' | 'needsReview'>,
): string[] {
  const asAccount = wantsAlert(settings, 'email', analysis);
  const label = callLabel(analysis);
  const ofAccount = settings.emailAddress.filter(
    (address) => settings.emailLabels[address]?.includes(label) ?? asAccount,
  );
  const ofMembers = memberAlerts.filter(({ labels }) => labels.includes(label)).map(({ address }) => address);
  return [
    ...new Set([...(settings.emailEnabled ? ofAccount : []), ...ofMembers].map((address) => address.toLowerCase())),
  ];
}

/** Whether a member asked for this email, regardless of the account's settings. */
export function isOwnAlert({ recipientAlerts, result }: Pick<DeliveryMessage, 'recipientAlerts' | 'result'>): boolean {
  return result !== null && recipientAlerts !== null && recipientAlerts.labels.includes(callLabel(result.analysis));
}

/** A call that needs review could have any label, so it concerns everyone who wants alerts about some label. */
export function wantsAlert(
  settings: AccountSettings,
  channel: AlertChannel,
  analysis: Pick<Analysis, 'sentiment' | 'needsReview'>,
): boolean {
  const label = callLabel(analysis);
  const sentiments = label === 'needs_review' ? SENTIMENTS : [label];
  return (
    isChannelEnabled(settings, channel) &&
    sentiments.some((sentiment) => settings[`${PREFIX[channel]}${SUFFIX[sentiment]}`])
  );
}
