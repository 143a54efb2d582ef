import { setImmediate } from 'node:timers/promises';

import { SENTIMENTS, type Sentiment } from '@ringwell/domain/calls/sentiment';
import type { TranscriptSegment } from '@ringwell/domain/calls/transcript';

import { countNgrams, SPEAKER_ZONES, WHOLE_ZONES } from './call-features';
import { splitIntoClauses, isPunctuated, countWords, type Clause } from './clauses';
import type { ClassifierPair } from './local-model';
import { expressesMood } from './mood-cues';

/** The customer's words, verbatim from a turn. */
export interface Passage {
  /** Turn index. */
  turn: number;
  text: string;
}

const MAX_QUOTES = 2;
const MIN_WORDS = 4;
const MAX_WORDS = 22;
const MAX_CLAUSES = 4;
// Passages per batch. A batch takes a few milliseconds.
const PASSAGES_PER_BATCH = 100;
// Allows for a hesitation between two clauses.
const MAX_SKIPPED_CHARACTERS = 12;

type RatedPassage = Passage & { margin: number };

/**
 * Up to two passages that support the call's label on their own, strongest first, each from a different turn: whole
 * sentences by the customer, or by anyone if the speakers are unknown. Empty for neutral calls.
 */
export async function findQuotes(
  sentiment: Sentiment,
  turns: readonly TranscriptSegment[],
  labels: ClassifierPair,
  signal: AbortSignal,
): Promise<Passage[]> {
  if (sentiment === 'neutral') return [];
  const scoreMargin = createMarginScorer(sentiment, labels);
  const ratedPassages: RatedPassage[] = [];
  for (const [index, passage] of listPassages(turns).entries()) {
    if (index % PASSAGES_PER_BATCH === 0) {
      await setImmediate(); // lets the process do other work, such as extending leases
      signal.throwIfAborted();
    }
    const margin = expressesMood(passage.text, sentiment) ? scoreMargin(passage.text) : -1;
    if (margin >= 0) ratedPassages.push({ ...passage, margin });
  }
  ratedPassages.sort((a, b) => b.margin - a.margin);
  const strongestPassages = ratedPassages.filter(
    ({ turn }, index) => ratedPassages.findIndex((passage) => passage.turn === turn) === index,
  );
  return strongestPassages.slice(0, MAX_QUOTES).map(({ turn, text }) => ({ turn, text }));
}

// How strongly a passage supports the label on its own, according to both models.
function createMarginScorer(sentiment: Sentiment, { speakers, whole }: ClassifierPair): (text: string) => number {
  const label = SENTIMENTS.indexOf(sentiment);
  const classMargin = (scores: readonly number[]): number =>
    (scores[label] ?? 0) - Math.max(...scores.filter((_, index) => index !== label));
  return (text) => {
    const turns = [{ speaker: 'customer' as const, text }];
    return (
      classMargin(speakers.classify(countNgrams(turns, SPEAKER_ZONES.slice(0, 1)), 1).scores) +
      classMargin(whole.classify(countNgrams(turns, WHOLE_ZONES.slice(0, 1)), 1).scores)
    );
  };
}

// Returns runs of consecutive sentences, or of clauses if the recognizer's output has no sentences.
function listPassages(turns: readonly TranscriptSegment[]): Passage[] {
  const hasCustomer = turns.some(({ speaker }) => speaker === 'customer');
  const clauses = splitIntoClauses(turns).filter(({ speaker }) => !hasCustomer || speaker === 'customer');
  return clauses.flatMap((first, index) => {
    const { text } = turns[first.turn] ?? { text: '' };
    const previousClause = clauses[index - 1];
    if (isPunctuated(text) && previousClause?.turn === first.turn && !previousClause.endsSentence) return [];
    const passages: Passage[] = [];
    for (const [offset, last] of clauses.slice(index, index + MAX_CLAUSES).entries()) {
      const previous = clauses[index + offset - 1];
      if (last.isQuestion || (offset > 0 && previous && !isContinuation(previous, last))) break;
      const passage = { turn: first.turn, text: text.slice(first.start, last.end) };
      const words = countWords(passage.text);
      if (words > MAX_WORDS) break;
      if (words >= MIN_WORDS && (last.endsSentence || !isPunctuated(text))) passages.push(passage);
    }
    return passages;
  });
}

function isContinuation(previousClause: Clause, { turn, start }: Clause): boolean {
  return previousClause.turn === turn && start - previousClause.end <= MAX_SKIPPED_CHARACTERS;
}
