import type { MoodSpan } from '@ringwell/domain/calls/analysis';
import { SENTIMENTS, type Sentiment } from '@ringwell/domain/calls/sentiment';
import type { TranscriptSegment } from '@ringwell/domain/calls/transcript';

// Few enough to show at a glance how a call went.
const MAX_STRETCHES = 5;
const MIN_TURNS_PER_STRETCH = 2;
// A stretch has less evidence than a whole call, so without a clear margin in log-odds it's neutral.
const MIN_MOOD_MARGIN = 0.5;

/** A turn's score for each label, in the order of `SENTIMENTS`. */
export interface TurnScores {
  turn: number;
  scores: number[];
}

/**
 * The customer's mood over the call. Adjacent stretches with the same mood form one span; the last has the call's
 * label.
 */
export function moodTimeline(
  customerScores: readonly TurnScores[],
  segments: readonly TranscriptSegment[],
  sentiment: Sentiment,
): MoodSpan[] {
  const count = Math.min(MAX_STRETCHES, Math.max(1, Math.floor(customerScores.length / MIN_TURNS_PER_STRETCH)));
  const spans: MoodSpan[] = [];
  for (let index = 0; index < count; index += 1) {
    const stretch = customerScores.slice(
      Math.floor((index * customerScores.length) / count),
      Math.floor(((index + 1) * customerScores.length) / count),
    );
    const first = segments[stretch[0]?.turn ?? -1];
    const last = segments[stretch[stretch.length - 1]?.turn ?? -1];
    if (first === undefined || last === undefined) continue;
    const mood = index === count - 1 ? sentiment : judgeMood(stretch);
    const previous = spans[spans.length - 1];
    if (previous?.sentiment === mood) previous.endMs = last.endMs;
    else spans.push({ startMs: first.startMs, endMs: last.endMs, sentiment: mood });
  }
  return spans;
}

function judgeMood(stretch: readonly TurnScores[]): Sentiment {
  const sums = SENTIMENTS.map((_, label) => stretch.reduce((sum, { scores }) => sum + (scores[label] ?? 0), 0));
  const best = sums.indexOf(Math.max(...sums));
  const margin = (sums[best] ?? 0) - Math.max(...sums.filter((_, label) => label !== best));
  return margin >= MIN_MOOD_MARGIN ? (SENTIMENTS[best] ?? 'neutral') : 'neutral';
}
