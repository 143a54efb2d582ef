import { SENTIMENTS, type Sentiment } from '@ringwell/domain/sentiment';
import type { TranscriptSegment } from '@ringwell/domain/transcript';

import { countZones, SPEAKER_ZONES, WHOLE_ZONES } from './call-features';
import { wordCount } from './clauses';
import type { TurnScores } from './mood';
import { grown, highest, passageOf, type Passage } from './passages';
import { worth } from './rated-call';
import { namedIn, pointsBack } from './references';
import type { NoteClause } from './roles';
import type { TextClassifier } from './text-classifier';

const MAX_QUOTES = 3;
const DECIDING_QUOTES = 2;
const MIN_QUOTE_WORDS = 4;
const MAX_QUOTE_WORDS = 28;
// Without a mood, what is less worth writing down is small talk.
const MIN_WORTH = 0.33;
// Customers decide near the end.
const CLOSING = 0.7;
const WEIGHT_OF_CLOSING = 1.4;
// A quote that names less says less when read alone.
const ENOUGH_NAMED = 3;
// Neither does one that begins with what nobody can tell what it refers to.
const SHARE_OF_POINTING = 0.6;
// A passage is quoted for a label when it speaks for it at least this share as much as the strongest one.
const WORTH_QUOTING = 0.25;

/** What is known of a call when its quotes are chosen. */
export interface QuotedCall {
  sentiment: Sentiment;
  segments: readonly TranscriptSegment[];
  customer: readonly TurnScores[];
  clauses: readonly NoteClause[];
  /** Stems that so many calls have that they name nothing. */
  commonStems: ReadonlySet<string>;
  /** What the note says anyway. */
  said: readonly NoteClause[];
}

type Quote = Passage & { weight: number; isNew: boolean };

/**
 * The passages of the customer that speak most for the label: the strongest one even if the note has it anyway, then
 * others that are strong and new. A neutral call has no mood to show, so of the turns that speak for it what is most
 * worth reading is quoted.
 */
export function decidingQuotes(call: QuotedCall, labels: TextClassifier): Passage[] {
  const { sentiment } = call;
  const quotes = quotesOf(call, weightOf(call, labels), ({ scores }) => leadOf(scores, sentiment) > 0);
  const heaviest = quotes[0]?.weight ?? 0;
  const strong = quotes.filter(({ weight }) => weight >= heaviest * WORTH_QUOTING);
  const chosen = strong.filter(({ isNew }, at) => isNew || (at === 0 && sentiment !== 'neutral'));
  const repeated = strong.filter((quote) => !chosen.includes(quote));
  return inOrder([...chosen, ...repeated].slice(0, DECIDING_QUOTES));
}

/** With these quotes, what else of the customer's words is most worth reading, in the order of the call. */
export function withTellingQuotes(call: QuotedCall, quotes: readonly Passage[]): Passage[] {
  const isOther = ({ turn }: TurnScores): boolean => !quotes.some((quote) => quote.turn === turn);
  const telling = quotesOf({ ...call, sentiment: 'neutral' }, worth, isOther).filter(({ isNew }) => isNew);
  return inOrder([...quotes, ...telling.slice(0, Math.max(0, MAX_QUOTES - quotes.length))]);
}

function inOrder(quotes: readonly Passage[]): Passage[] {
  return [...quotes].sort((a, b) => a.turn - b.turn).map(({ turn, speaker, text }) => ({ turn, speaker, text }));
}

function leadOf(scores: readonly number[], sentiment: Sentiment): number {
  const label = SENTIMENTS.indexOf(sentiment);
  return (scores[label] ?? 0) - Math.max(...scores.filter((_, other) => other !== label));
}

type Weight = (clause: NoteClause) => number;

// How much each clause speaks for the label by itself.
function weightOf({ sentiment, customer, clauses }: QuotedCall, labels: TextClassifier): Weight {
  if (sentiment === 'neutral') return worth;
  const turns = new Set(customer.map(({ turn }) => turn));
  const said = clauses.filter(({ turn }) => turns.has(turn));
  const [zone] = said.some(({ speaker }) => speaker === 'customer') ? SPEAKER_ZONES : WHOLE_ZONES;
  const { ofTurns } = labels.judge(zone ? countZones(said, [zone]) : [], said.length);
  const leads = new Map(said.map((clause, at) => [clause, leadOf(ofTurns[at] ?? [], sentiment)]));
  return (clause) => leads.get(clause) ?? 0;
}

// A passage of each of these turns, the strongest first.
function quotesOf(call: QuotedCall, weight: Weight, isFit: (turn: TurnScores) => boolean): Quote[] {
  const { sentiment, segments, customer } = call;
  return customer
    .filter(isFit)
    .flatMap(({ turn, scores }): Quote[] => {
      const clauses = call.clauses.filter((clause) => clause.turn === turn);
      const fresh = clauses.filter((clause) => !call.said.includes(clause));
      const isNew = fresh.length > 0;
      const quotable = isNew ? fresh : clauses;
      const best = highest(quotable, weight);
      if (best === undefined || (sentiment === 'neutral' && weight(best) < MIN_WORTH)) return [];
      const part = grown(quotable, [best], { maxWords: MAX_QUOTE_WORDS, weight, least: -Infinity });
      const passage = passageOf(part, segments);
      if (passage === undefined || wordCount(passage.text) < MIN_QUOTE_WORDS) return [];
      const share = sumOf(part, weight) / Math.max(sumOf(clauses, weight), Number.EPSILON);
      const closing = best.position >= CLOSING ? WEIGHT_OF_CLOSING : 1;
      const strength = sentiment === 'neutral' ? sumOf(part, weight) * closing : leadOf(scores, sentiment) * share;
      const isVague = part[0] !== undefined && pointsBack(part[0], call);
      const named = Math.min(1, namedIn(passage.text, call.commonStems) / ENOUGH_NAMED);
      return [{ ...passage, weight: strength * named * (isVague ? SHARE_OF_POINTING : 1), isNew }];
    })
    .sort((a, b) => b.weight - a.weight);
}

function sumOf(clauses: readonly NoteClause[], weight: Weight): number {
  return clauses.reduce((sum, clause) => sum + Math.max(0, weight(clause)), 0);
}
