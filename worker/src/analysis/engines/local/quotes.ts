import type { Evidence } from '@ringwell/domain/analysis';
import { SENTIMENTS, type Sentiment } from '@ringwell/domain/sentiment';
import type { TranscriptSegment } from '@ringwell/domain/transcript';

import { countZones, SPEAKER_ZONES, WHOLE_ZONES } from './call-features';
import { callClauses, wordCount } from './clauses';
import type { TurnScores } from './mood';
import { worth } from './note';
import { grown, highest, passageOf } from './passages';
import type { NoteClause } from './roles';
import type { TextClassifier } from './text-classifier';
import { words } from './words';

const MAX_QUOTES = 3;
const MIN_QUOTE_WORDS = 4;
const MAX_QUOTE_WORDS = 30;
// A turn is quoted for a label when it speaks for it at least this share as much as the strongest one.
const WORTH_QUOTING = 0.35;

/** What is known of a call when its quotes are chosen. */
export interface QuotedCall {
  sentiment: Sentiment;
  segments: readonly TranscriptSegment[];
  customer: readonly TurnScores[];
  clauses: readonly NoteClause[];
}

/**
 * The turns that speak most for the label, in the order of the call; of long ones, the part that does. A neutral call has
 * no mood to show, so of the turns that speak for it those are quoted that are most worth reading.
 */
export function quotesFor(
  { sentiment, segments, customer, clauses }: QuotedCall,
  labels: TextClassifier,
): Omit<Evidence, 'claim'>[] {
  const label = SENTIMENTS.indexOf(sentiment);
  const worthOf = (turn: number): number => Math.max(0, ...clauses.filter((one) => one.turn === turn).map(worth));
  const rated = customer
    .filter(
      ({ turn, scores }) => leadOf(scores, label) > 0 && words(segments[turn]?.text ?? '').length >= MIN_QUOTE_WORDS,
    )
    .map(({ turn, scores }) => ({ turn, weight: sentiment === 'neutral' ? worthOf(turn) : leadOf(scores, label) }))
    .sort((a, b) => b.weight - a.weight);
  const heaviest = rated[0]?.weight ?? 0;
  return rated
    .slice(0, MAX_QUOTES)
    .filter(({ weight }) => weight >= heaviest * WORTH_QUOTING)
    .sort((a, b) => a.turn - b.turn)
    .flatMap(({ turn }) => {
      const segment = segments[turn];
      if (segment === undefined) return [];
      const { startMs, endMs } = segment;
      return [{ segment: turn, startMs, endMs, quote: strongestPart(segment, label, labels) }];
    });
}

function leadOf(scores: readonly number[], label: number): number {
  return (scores[label] ?? 0) - Math.max(...scores.filter((_, other) => other !== label));
}

function strongestPart(segment: TranscriptSegment, label: number, labels: TextClassifier): string {
  const text = segment.text.trim();
  if (wordCount(text) <= MAX_QUOTE_WORDS) return text;
  const clauses = callClauses([segment]);
  const [zone] = segment.speaker === 'customer' ? SPEAKER_ZONES : WHOLE_ZONES;
  const { ofTurns } = labels.judge(zone ? countZones(clauses, [zone]) : [], clauses.length);
  const weight = (clause: (typeof clauses)[number]): number => leadOf(ofTurns[clauses.indexOf(clause)] ?? [], label);
  const best = highest(clauses, weight);
  if (best === undefined) return text.split(/\s+/).slice(0, MAX_QUOTE_WORDS).join(' ');
  const part = grown(clauses, best, { maxWords: MAX_QUOTE_WORDS, weight, least: -Infinity });
  return passageOf(part, [segment])?.text ?? text;
}
