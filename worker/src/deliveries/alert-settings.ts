import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import type { Analysis } from '@ringwell/domain/analysis';
import { callLabel } from '@ringwell/domain/call-label';
import type { AlertChannel } from '@ringwell/domain/delivery';
import { SENTIMENTS, type Sentiment } from '@ringwell/domain/sentiment';

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
 * The addresses that get an email about a call: an address with labels of its own for these, others as the account
 * says. A call that needs review is of interest to those who asked for it, and to whom the account names any label.
 */
export function alertedAddresses(
  settings: AccountSettings,
  analysis: Pick<Analysis, 'sentiment' | 'needsReview'>,
): string[] {
  if (!settings.emailEnabled) return [];
  const asAccount = wantsAlert(settings, 'email', analysis);
  const label = callLabel(analysis);
  return [...new Set(settings.emailAddress)].filter(
    (address) => settings.emailLabels[address]?.includes(label) ?? asAccount,
  );
}

/** A call that needs review could have any label, so it is of interest to everyone who wants alerts about one. */
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
