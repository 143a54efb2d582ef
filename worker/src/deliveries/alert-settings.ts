import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import type { AlertChannel } from '@ringwell/domain/delivery';
import type { Sentiment } from '@ringwell/domain/sentiment';

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

export function wantsAlert(settings: AccountSettings, channel: AlertChannel, sentiment: Sentiment): boolean {
  return isChannelEnabled(settings, channel) && settings[`${PREFIX[channel]}${SUFFIX[sentiment]}`];
}
