import { SENTIMENTS, type Sentiment } from '@ringwell/domain/sentiment';

import { sidedFeatures, speakersKnown, wholeFeatures, type Turn } from './features';
import type { ReadingModel } from './local-model';

/** How one turn of the customer, taken by itself, leans towards each label (log-odds, in the order of `SENTIMENTS`). */
export interface TurnLeaning {
  turn: number;
  scores: number[];
}

/** The leanings of the turns that count: the customer's, or all when nobody knows who speaks. */
export function turnLeanings(turns: readonly Turn[], model: ReadingModel): TurnLeaning[] {
  if (!speakersKnown(turns))
    return turns.map((turn, at) => ({ turn: at, scores: model.whole.scores(wholeFeatures([turn])) }));
  return turns.flatMap((turn, at) =>
    turn.speaker === 'customer' ? [{ turn: at, scores: model.sided.scores(sidedFeatures([turn])) }] : [],
  );
}

/** The turns that lean most towards the label, the strongest first; those that lean elsewhere are left out. */
export function decidingTurns(leanings: readonly TurnLeaning[], sentiment: Sentiment, limit: number): number[] {
  const label = SENTIMENTS.indexOf(sentiment);
  return leanings
    .map(({ turn, scores }) => ({
      turn,
      lead: (scores[label] ?? 0) - Math.max(...scores.filter((_, at) => at !== label)),
    }))
    .filter(({ lead }) => lead > 0)
    .sort((a, b) => b.lead - a.lead)
    .slice(0, limit)
    .map(({ turn }) => turn);
}
