import type { Evidence } from '@ringwell/domain/analysis';
import { SENTIMENTS, type Sentiment } from '@ringwell/domain/sentiment';
import type { TranscriptSegment } from '@ringwell/domain/transcript';

import { countZones, SPEAKER_ZONES, WHOLE_ZONES } from './call-features';
import { wordCount } from './clauses';
import type { TurnScores } from './mood';
import { grown, highest, passageOf } from './passages';
import { worth } from './rated-call';
import { namedIn, pointsBack } from './references';
import type { NoteClause } from './roles';
import type { TextClassifier } from './text-classifier';

const MAX_QUOTES = 3;
const MIN_QUOTES = 2;
const MIN_QUOTE_WORDS = 4;
const MAX_QUOTE_WORDS = 24;
// Without a mood, what is less worth writing down is small talk.
const MIN_WORTH = 0.35;
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

type Quote = Omit<Evidence, 'claim'> & { weight: number; isNew: boolean };

/**
 * The passages of the customer that speak most for the label, in the order of the call: the strongest one even if the note
 * has it anyway, then others that are strong and new. A neutral call has no mood to show, so of the turns that speak for it
 * what is most worth reading is quoted.
 */
export function quotesFor(call: QuotedCall, labels: TextClassifier): Omit<Evidence, 'claim'>[] {
  const quotes = quotesOf(call, weightOf(call, labels));
  const heaviest = quotes[0]?.weight ?? 0;
  const strong = quotes.filter(({ weight }) => weight >= heaviest * WORTH_QUOTING);
  const chosen = strong.filter(({ isNew }, at) => isNew || (at === 0 && call.sentiment !== 'neutral'));
  const repeated = strong.filter((quote) => !chosen.includes(quote));
  return [...chosen.slice(0, MAX_QUOTES), ...repeated.slice(0, Math.max(0, MIN_QUOTES - chosen.length))]
    .sort((a, b) => a.segment - b.segment)
    .map(({ segment, startMs, endMs, quote }) => ({ segment, startMs, endMs, quote }));
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

// A passage of each turn that speaks for the label, the strongest first.
function quotesOf(call: QuotedCall, weight: Weight): Quote[] {
  const { sentiment, segments, customer } = call;
  return customer
    .filter(({ scores }) => leadOf(scores, sentiment) > 0)
    .flatMap(({ turn, scores }): Quote[] => {
      const segment = segments[turn];
      const clauses = call.clauses.filter((clause) => clause.turn === turn);
      const fresh = clauses.filter((clause) => !call.said.includes(clause));
      const best = highest(fresh.length > 0 ? fresh : clauses, weight);
      if (segment === undefined || best === undefined) return [];
      const part = grown(fresh.length > 0 ? fresh : clauses, [best], {
        maxWords: MAX_QUOTE_WORDS,
        weight,
        least: -Infinity,
      });
      const quote = passageOf(part, segments)?.text ?? '';
      if (wordCount(quote) < MIN_QUOTE_WORDS) return [];
      if (sentiment === 'neutral' && weight(best) < MIN_WORTH) return [];
      const share = sumOf(part, weight) / Math.max(sumOf(clauses, weight), Number.EPSILON);
      const strength = sentiment === 'neutral' ? sumOf(part, weight) : leadOf(scores, sentiment) * share;
      const isVague = part[0] !== undefined && pointsBack(part[0], call);
      const telling = Math.min(1, namedIn(quote, call.commonStems) / ENOUGH_NAMED) * (isVague ? SHARE_OF_POINTING : 1);
      const { startMs, endMs } = segment;
      return [{ segment: turn, startMs, endMs, quote, weight: strength * telling, isNew: fresh.length > 0 }];
    })
    .sort((a, b) => b.weight - a.weight);
}

function sumOf(clauses: readonly NoteClause[], weight: Weight): number {
  return clauses.reduce((sum, clause) => sum + Math.max(0, weight(clause)), 0);
}
