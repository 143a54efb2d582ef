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
 * The messages a completed call gives rise to: by each channel's switch and its flag for the label. Demo calls send
 * nothing, and a call that is processed again alerts nobody a second time. (The callback to the sender of a call is not
 * planned here: it is due for every end of a call, and written with it.)
 * @param channels those that can be sent on; a row of another one would wait until it is stale
 */
export function planDeliveries(
  call: Pick<Call, 'source' | 'runNumber'>, settings: AccountSettings, sentiment: Sentiment, channels: readonly DeliveryChannelName[],
): PlannedDelivery[] {
  if (call.source === 'demo' || call.runNumber > 1) return [];
  const suffix = SUFFIX[sentiment];
  const wanted: [DeliveryChannelName, boolean, string[]][] = [
    ['slack', settings.slackEnabled && settings[`slack${suffix}`], [settings.slackChannel ?? 'Slack']],
    ['teams', settings.teamsEnabled && settings[`teams${suffix}`], [settings.teamsTeamName ?? 'Microsoft Teams']],
    ['google_chat', settings.googleChatEnabled && settings[`googleChat${suffix}`], ['Google Chat']],
    ['email', settings.emailEnabled && settings[`email${suffix}`], [...new Set(settings.emailAddress)]],
  ];
  return wanted
    .filter(([channel, isWanted]) => isWanted && channels.includes(channel))
    .flatMap(([channel, , destinations]) => destinations.map((destination) => (
      { channel, destination, destinationHash: sha256(destination), priority: PRIORITY[sentiment] })));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
