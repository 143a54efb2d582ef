import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import type { AlertChannel } from '@ringwell/domain/delivery';
import type { Sentiment } from '@ringwell/domain/sentiment';

type SwitchPrefix = 'slack' | 'teams' | 'googleChat' | 'email';
type SentimentSuffix = 'PositiveSentiment' | 'NeutralSentiment' | 'NegativeSentiment';

const PREFIX: Record<AlertChannel, SwitchPrefix> = {
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

/** Whether the account has a channel's switch on. */
export function isSwitchedOn(settings: AccountSettings, channel: AlertChannel): boolean {
  return settings[`${PREFIX[channel]}Enabled`];
}

/** Whether the account wants to hear of calls with this label on a channel. */
export function wantsAlert(settings: AccountSettings, channel: AlertChannel, sentiment: Sentiment): boolean {
  return isSwitchedOn(settings, channel) && settings[`${PREFIX[channel]}${SUFFIX[sentiment]}`];
}
