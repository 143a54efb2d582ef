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
