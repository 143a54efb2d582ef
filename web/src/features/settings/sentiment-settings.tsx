import type { ReactNode } from 'react';

import type { AddOn } from '@ringwell/domain/plans';

import { Checkbox } from '../../ui/forms/checkbox';
import { SaveError, SaveMark } from './save-indicator';
import { useSetting } from './settings-context';

/** Where recaps go. */
export type Channel = AddOn | 'email';

const WORDS = ['Positive', 'Neutral', 'Negative'] as const;

/** Which calls a channel is told of. */
export function SentimentSettings({ channel }: { channel: Channel }): ReactNode {
  const names = WORDS.map((word) => `${channel}${word}Sentiment` as const);
  return (
    <fieldset className="relative">
      <legend className="font-semibold">Notify me about</legend>
      <SaveMark names={names} className="absolute top-0 right-0" />
      <div className="mt-2 flex flex-wrap gap-x-5 gap-y-2">
        {WORDS.map((word) => (
          <SentimentSetting key={word} channel={channel} word={word} />
        ))}
      </div>
    </fieldset>
  );
}

function SentimentSetting({ channel, word }: { channel: Channel; word: (typeof WORDS)[number] }): ReactNode {
  const { value, error, save } = useSetting(`${channel}${word}Sentiment`);
  return (
    <div>
      <Checkbox label={word} checked={value} onCheckedChange={(checked) => void save(checked)} />
      <SaveError message={error} />
    </div>
  );
}
