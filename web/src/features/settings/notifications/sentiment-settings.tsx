import type { ReactNode } from 'react';

import { CHANNELS } from '@ringwell/domain/channels/channels';
import type { AlertChannel } from '@ringwell/domain/deliveries/delivery';

import { Checkbox } from '../../../ui/forms/checkbox';
import { SaveError, SaveIndicator } from '../fields/save-indicator';
import { useSetting } from '../settings-context';

const SENTIMENTS = ['Positive', 'Neutral', 'Negative'] as const;
type Sentiment = (typeof SENTIMENTS)[number];

export function SentimentSettings({ channel }: { channel: AlertChannel }): ReactNode {
  const names = SENTIMENTS.map((sentiment) => `${CHANNELS[channel].prefix}${sentiment}Sentiment` as const);
  return (
    <fieldset className="relative">
      <legend className="font-semibold">Notify me about</legend>
      <SaveIndicator names={names} className="absolute top-0 right-0" />
      <div className="mt-2 flex flex-wrap gap-x-5 gap-y-2">
        {SENTIMENTS.map((sentiment) => (
          <SentimentSetting key={sentiment} channel={channel} sentiment={sentiment} />
        ))}
      </div>
    </fieldset>
  );
}

function SentimentSetting({ channel, sentiment }: { channel: AlertChannel; sentiment: Sentiment }): ReactNode {
  const { value, error, save } = useSetting(`${CHANNELS[channel].prefix}${sentiment}Sentiment`);
  return (
    <div>
      <Checkbox label={sentiment} checked={value} onCheckedChange={(checked) => void save(checked)} />
      <SaveError message={error} />
    </div>
  );
}
