import { createHash } from 'node:crypto';

import type { AccountSettings } from '@ringwell/database/entities/account-settings.entity';
import type { Call } from '@ringwell/database/entities/call.entity';
import type { PlannedDelivery } from '@ringwell/database/repositories/deliveries.repository';
import type { DeliveryChannelName } from '@ringwell/domain/delivery';
import type { Sentiment } from '@ringwell/domain/sentiment';

type SentimentSuffix = 'PositiveSentiment' | 'NeutralSentiment' | 'NegativeSentiment';

const SUFFIX: Record<Sentiment, SentimentSuffix> = {
  positive: 'PositiveSentiment', neutral: 'NeutralSentiment', negative: 'NegativeSentiment',
};

/** Alerts about unhappy customers overtake the rest. */
const PRIORITY: Record<Sentiment, number> = { negative: 1, neutral: 0, positive: 0 };

/**
 * The messages a finished call gives rise to: by each channel's switch and its flag for the label. Demo calls send
 * nothing, and a call that is processed again alerts nobody a second time.
 * @param callbackUrl where the sender of the call wants its result, opened
 */
export function planDeliveries(call: Call, settings: AccountSettings, sentiment: Sentiment, callbackUrl: string | null): PlannedDelivery[] {
  if (call.source === 'demo') return [];
  const planned: PlannedDelivery[] = [];
  const add = (channel: DeliveryChannelName, destination: string, fullDestination = destination): void => {
    planned.push({ channel, destination, destinationHash: sha256(fullDestination), priority: PRIORITY[sentiment] });
  };
  if (callbackUrl) add('callback', new URL(callbackUrl).host, callbackUrl);
  if (call.runNumber > 1) return planned;
  const suffix = SUFFIX[sentiment];
  if (settings.slackEnabled && settings[`slack${suffix}`]) add('slack', settings.slackChannel ?? 'Slack');
  if (settings.teamsEnabled && settings[`teams${suffix}`]) add('teams', settings.teamsTeamName ?? 'Microsoft Teams');
  if (settings.googleChatEnabled && settings[`googleChat${suffix}`]) add('google_chat', 'Google Chat');
  if (settings.emailEnabled && settings[`email${suffix}`]) for (const address of new Set(settings.emailAddress)) add('email', address);
  return planned;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
