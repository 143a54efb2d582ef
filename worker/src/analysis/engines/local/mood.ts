import type { MoodSpan } from '@ringwell/domain/analysis';
import { SENTIMENTS, type Sentiment } from '@ringwell/domain/sentiment';
import type { TranscriptSegment } from '@ringwell/domain/transcript';

import type { TurnLeaning } from './turn-leanings';

/** So many stretches are judged one by one; few enough to see the turn of a call at a glance. */
const MAX_STRETCHES = 5;
const MIN_TURNS_A_STRETCH = 2;
/** A stretch says less than a call, so only a clear lead (log-odds a turn) makes it other than neutral. */
const CLEAR_LEAD = 0.5;

/** How the customer's mood goes over the call: neighboring stretches of one mood are one span; the last has the call's label. */
export function moodCourse(
  leanings: readonly TurnLeaning[],
  segments: readonly TranscriptSegment[],
  sentiment: Sentiment,
): MoodSpan[] {
  const count = Math.min(MAX_STRETCHES, Math.max(1, Math.floor(leanings.length / MIN_TURNS_A_STRETCH)));
  const spans: MoodSpan[] = [];
  for (let at = 0; at < count; at += 1) {
    const stretch = leanings.slice(
      Math.floor((at * leanings.length) / count),
      Math.floor(((at + 1) * leanings.length) / count),
    );
    const first = segments[stretch[0]?.turn ?? -1];
    const last = segments[stretch[stretch.length - 1]?.turn ?? -1];
    if (first === undefined || last === undefined) continue;
    const mood = at === count - 1 ? sentiment : moodOf(stretch);
    const before = spans[spans.length - 1];
    if (before?.sentiment === mood) before.endMs = last.endMs;
    else spans.push({ startMs: first.startMs, endMs: last.endMs, sentiment: mood });
  }
  return spans;
}

function moodOf(stretch: readonly TurnLeaning[]): Sentiment {
  const means = SENTIMENTS.map(
    (_, label) => stretch.reduce((sum, { scores }) => sum + (scores[label] ?? 0), 0) / stretch.length,
  );
  const best = means.indexOf(Math.max(...means));
  const lead = (means[best] ?? 0) - Math.max(...means.filter((_, at) => at !== best));
  return lead >= CLEAR_LEAD ? (SENTIMENTS[best] ?? 'neutral') : 'neutral';
}
