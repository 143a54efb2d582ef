import type { CallDirection } from '@ringwell/domain/call';
import type { Speaker } from '@ringwell/domain/transcript';

import { wordCount } from './clauses';
import type { NoteClause, NoteRole } from './roles';
import { contentStems } from './words';

/** What is worth writing down about a call, in the words of the call. */
export interface CallNote {
  /** Why there was a call, in the words of the side that called. */
  reason?: NoteClause;
  /** Equipment, places, dates, amounts and what happened, in the order of speech. */
  about: NoteClause[];
  /** What both sides settled. */
  agreed?: NoteClause;
  /** What one side said that it will do. */
  next?: NoteClause;
}

// 90 words with the labels of the parts.
const NOTE_WORDS = 82;
const MIN_SALIENCE = 0.15;
// Calls of hours are thinned before choosing, which is quadratic.
const MAX_CANDIDATES = 150;
// Long clauses must add more than short ones.
const LENGTH_POWER = 0.8;
const OPENING = 0.45;
const OPENING_TURNS = 2;
const MIN_REASON_WORDS = 4;
const MAX_REASON_WEIGHT = 12;
// A wrong part is worse than a missing one: the model seldom knows what was agreed, and often what comes next.
const MIN_AGREED = 0.6;
const MIN_NEXT = 0.35;

/** Chooses why there was a call, then the clauses that add most for their length, and what these are in the note. */
export function chooseNote(clauses: readonly NoteClause[], direction: CallDirection | undefined): CallNote {
  const caller = direction === 'outbound' ? 'agent' : 'customer';
  const told = caller === 'agent' ? clauses : clauses.filter(({ turn, speaker }) => turn > 0 || speaker !== 'agent');
  const opening = told.filter(({ position, text }) => position <= OPENING && wordCount(text) >= MIN_REASON_WORDS);
  const reason = weightiest(firstTurns(opening, caller)) ?? weightiest(opening) ?? told[0];
  const chosen = fillUp(told, reason);
  const agreed = likeliest(chosen, 'agreed', MIN_AGREED);
  const next = likeliest(
    chosen.filter((clause) => clause !== agreed),
    'next',
    MIN_NEXT,
  );
  return { reason, agreed, next, about: chosen.filter((clause) => clause !== agreed && clause !== next) };
}

function likeliest(clauses: readonly NoteClause[], role: NoteRole, least: number): NoteClause | undefined {
  const likely = clauses.filter(({ roles, isQuestion }) => !isQuestion && roles[role] >= least);
  return highest(likely, ({ roles }) => roles[role]);
}

function fillUp(clauses: readonly NoteClause[], reason: NoteClause | undefined): NoteClause[] {
  const ranked = clauses.filter((clause) => clause !== reason).sort((a, b) => b.salience - a.salience);
  const candidates = ranked
    .filter(({ salience }, rank) => rank < 3 || salience >= MIN_SALIENCE)
    .slice(0, MAX_CANDIDATES)
    .map((clause) => ({ clause, stems: contentStems(clause.text), length: wordCount(clause.text) }));
  const told = new Set(contentStems(reason?.text ?? '').keys());
  const chosen = new Set<NoteClause>();
  let left = NOTE_WORDS - wordCount(reason?.text ?? '');
  for (;;) {
    let best: (typeof candidates)[number] | undefined;
    let bestGain = 0;
    for (const candidate of candidates) {
      if (chosen.has(candidate.clause) || candidate.length > left) continue;
      let fresh = 0;
      for (const [stem, weight] of candidate.stems) if (!told.has(stem)) fresh += weight;
      const gain = (candidate.clause.salience * fresh) / (candidate.length + 2) ** LENGTH_POWER;
      if (gain > bestGain) [best, bestGain] = [candidate, gain];
    }
    if (best === undefined) break;
    chosen.add(best.clause);
    left -= best.length;
    for (const stem of best.stems.keys()) told.add(stem);
  }
  return clauses.filter((clause) => chosen.has(clause));
}

// The caller says why within the first turns that say more than a greeting.
function firstTurns(clauses: readonly NoteClause[], caller: Speaker): NoteClause[] {
  const turns = [...new Set(clauses.filter(({ speaker }) => speaker === caller).map(({ turn }) => turn))];
  return clauses.filter(({ turn }) => turns.slice(0, OPENING_TURNS).includes(turn));
}

// A reason takes some words to say: longer clauses win over names and greetings.
function weightiest(clauses: readonly NoteClause[]): NoteClause | undefined {
  return highest(clauses, ({ salience, text }) => salience * Math.min(MAX_REASON_WEIGHT, wordCount(text)));
}

function highest(clauses: readonly NoteClause[], weight: (clause: NoteClause) => number): NoteClause | undefined {
  return [...clauses].sort((a, b) => weight(b) - weight(a))[0];
}
