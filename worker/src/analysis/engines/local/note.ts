import type { CallDirection } from '@ringwell/domain/call';

import type { Turn } from './call-features';
import { wordCount } from './clauses';
import { grown, highest, passageOf, passagesOf, type Passage } from './passages';
import { quotedShare, type NoteClause, type NoteRole } from './roles';
import { contentStems } from './words';

/** What is worth writing down about a call, in the words of the call. */
export interface CallNote {
  /** Why there was a call. */
  reason?: Passage;
  /** Equipment, places, dates, amounts and what happened, in the order of speech. */
  about: Passage[];
  /** What both sides settled. */
  agreed?: Passage;
  /** What one side said that it will do. */
  next?: Passage;
}

/** A call whose clauses are rated, and what a reader of the note sees beside it. */
export interface RatedCall {
  clauses: readonly NoteClause[];
  turns: readonly Turn[];
  direction: CallDirection | undefined;
  /** Quotes that follow the note: it need not say the same. */
  quotes?: readonly string[];
}

// 90 words with the labels of the parts.
const NOTE_WORDS = 82;
const MAX_REASON_WORDS = 26;
const MIN_REASON_WORDS = 4;
const MIN_WORTH = 0.12;
// People hardly ever write down what is less likely, however much it tells.
const MIN_QUOTED_SHARE = 0.06;
const SALIENCE_POWER = 0.7;
// Calls of hours are thinned before choosing, which is quadratic.
const MAX_CANDIDATES = 150;
// Long clauses must add more than short ones.
const LENGTH_POWER = 0.8;
// What was said in one breath reads better than scattered pieces.
const NEIGHBOR_GAIN = 1.1;
const GAIN_OF_REPEATING_QUOTES = 0.15;
// Shorter clauses mean nothing without their neighbors, unless they hold figures or names, or answer a question.
const MIN_WORDS_ALONE = 4;
// A wrong part is worse than a missing one: the model seldom knows what was agreed, and often what comes next.
const MIN_AGREED = 0.6;
const MIN_NEXT = 0.4;

/** Chooses why there was a call, what was agreed and what is next, then the clauses that add most for their length. */
export function chooseNote(call: RatedCall): CallNote {
  const { turns, direction } = call;
  const isGreeting = ({ turn, speaker }: NoteClause): boolean => turn === 0 && speaker === 'agent';
  const told = direction === 'outbound' ? call.clauses : call.clauses.filter((clause) => !isGreeting(clause));
  const reason = reasonOf(told);
  const agreed = likeliest(told, 'agreed', MIN_AGREED, reason);
  const next = likeliest(told, 'next', MIN_NEXT, [...reason, ...agreed]);
  const about = fillUp({ ...call, clauses: told }, [...reason, ...agreed, ...next]);
  return {
    reason: passageOf(reason, turns),
    about: passagesOf(about, turns),
    agreed: passageOf(agreed, turns),
    next: passageOf(next, turns),
  };
}

/** How much a clause is worth writing down. */
export function worth({ salience, roles }: NoteClause): number {
  return salience ** SALIENCE_POWER * quotedShare(roles) ** (1 - SALIENCE_POWER);
}

// The likeliest reason with what was said before and after it in the same turn.
function reasonOf(clauses: readonly NoteClause[]): NoteClause[] {
  const likely = clauses.filter(({ text }) => wordCount(text) >= MIN_REASON_WORDS);
  const best = highest(likely, ({ roles }) => roles.why) ?? clauses[0];
  return best ? grown(clauses, best, { maxWords: MAX_REASON_WORDS, weight: worth, least: MIN_WORTH }) : [];
}

function likeliest(
  clauses: readonly NoteClause[],
  role: NoteRole,
  least: number,
  except: readonly NoteClause[],
): NoteClause[] {
  const best = highest(
    clauses.filter((clause) => !clause.isQuestion && !except.includes(clause)),
    ({ roles }) => roles[role],
  );
  return best && best.roles[role] >= least ? [best] : [];
}

function fillUp({ clauses, turns, quotes = [] }: RatedCall, fixed: readonly NoteClause[]): NoteClause[] {
  const candidates = clauses
    .filter((clause) => !fixed.includes(clause) && isWorthTelling(clause))
    .sort((a, b) => worth(b) - worth(a))
    .slice(0, MAX_CANDIDATES);
  const told = stemsOf(fixed.map(({ text }) => text));
  const elsewhere = stemsOf(quotes);
  const maxWords = NOTE_WORDS - fixed.reduce((sum, { text }) => sum + wordCount(text), 0);
  const chosen = new Set<NoteClause>();
  const withChosen = (clause: NoteClause): NoteClause[] =>
    clauses.filter((other) => other === clause || chosen.has(other));
  const gainOf = (clause: NoteClause): number => {
    const at = clauses.indexOf(clause);
    const isBeside = [clauses[at - 1], clauses[at + 1]].some(
      (other) => other?.turn === clause.turn && chosen.has(other),
    );
    if (!isBeside && !standsAlone(clause, turns)) return 0;
    let fresh = 0;
    for (const [stem, weight] of contentStems(clause.text))
      if (!told.has(stem)) fresh += weight * (elsewhere.has(stem) ? GAIN_OF_REPEATING_QUOTES : 1);
    const gain = (worth(clause) * fresh) / (wordCount(clause.text) + 2) ** LENGTH_POWER;
    return isBeside ? gain * NEIGHBOR_GAIN : gain;
  };
  for (;;) {
    const fitting = candidates.filter(
      (clause) => !chosen.has(clause) && lengthOf(withChosen(clause), turns) <= maxWords,
    );
    const best = highest(fitting, gainOf);
    if (best === undefined || gainOf(best) === 0) return clauses.filter((clause) => chosen.has(clause));
    chosen.add(best);
    for (const stem of stemsOf([best.text])) told.add(stem);
  }
}

function isWorthTelling(clause: NoteClause): boolean {
  return worth(clause) >= MIN_WORTH && quotedShare(clause.roles) >= MIN_QUOTED_SHARE;
}

function stemsOf(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => [...contentStems(text).keys()]));
}

// The words of these clauses and of the names of the speakers where they change.
function lengthOf(clauses: readonly NoteClause[], turns: readonly Turn[]): number {
  const passages = passagesOf(clauses, turns);
  const changes = passages.filter(({ speaker }, at) => speaker !== passages[at - 1]?.speaker);
  return changes.length + passages.reduce((sum, { text }) => sum + wordCount(text), 0);
}

function standsAlone({ text, turn }: NoteClause, turns: readonly Turn[]): boolean {
  if (wordCount(text) >= MIN_WORDS_ALONE || /\d/.test(text)) return true;
  const isAnswer = turns[turn - 1]?.text.trim().endsWith('?') === true;
  return isAnswer || [...contentStems(text).values()].filter((weight) => weight > 1).length > 1;
}
