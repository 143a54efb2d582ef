import type { Turn } from './call-features';
import { isPunctuated, wordCount } from './clauses';
import { follows } from './passages';
import { worth } from './rated-call';
import { NOTE_ROLES, type NoteClause, type RoleShares } from './roles';

const MAX_SENTENCE_WORDS = 40;
// What was said in one short turn belongs together. Without punctuation nobody knows where sentences end.
const MAX_SHORT_TURN_WORDS = 25;
const MAX_RAW_WORDS = 22;
// How long a clause is that may have been cut off, and how much may be missing.
const CUT_WORDS = 23;
const MAX_REST_WORDS = 8;
// What is worth less makes its neighbors longer, not clearer.
const MIN_WORTH = 0.2;

/** Joins clauses to whole sentences, each as likely to be quoted for something as its likeliest clause. */
export function sentencesOf(clauses: readonly NoteClause[], turns: readonly Turn[]): NoteClause[] {
  const sentences: NoteClause[] = [];
  for (const [at, cut] of clauses.entries()) {
    const last = sentences[sentences.length - 1];
    const turn = turns[cut.turn]?.text ?? '';
    const clause = completed(cut, clauses[at + 1], turn);
    if (last && continues(last, clause, turn)) sentences[sentences.length - 1] = joined(last, clause, turn);
    else sentences.push(clause);
  }
  return sentences;
}

// With its last words, which were cut off where nothing could split it.
function completed(clause: NoteClause, next: NoteClause | undefined, turn: string): NoteClause {
  const rest = turn.slice(clause.end, next?.turn === clause.turn ? next.start : undefined).trimEnd();
  const isCut = wordCount(clause.text) >= CUT_WORDS && wordCount(rest) <= MAX_REST_WORDS && /^\s+\p{L}/u.test(rest);
  return isCut ? { ...clause, text: clause.text + rest, end: clause.end + rest.length } : clause;
}

function continues(before: NoteClause, clause: NoteClause, turn: string): boolean {
  if (!follows(before, clause)) return false;
  const words = wordCount(turn.slice(before.start, clause.end));
  if (wordCount(turn) <= MAX_SHORT_TURN_WORDS && Math.min(worth(before), worth(clause)) >= MIN_WORTH) return true;
  return isPunctuated(turn) ? !before.endsSentence && words <= MAX_SENTENCE_WORDS : words <= MAX_RAW_WORDS;
}

function joined(first: NoteClause, last: NoteClause, turn: string): NoteClause {
  const roles = Object.fromEntries(
    NOTE_ROLES.map((role) => [role, Math.max(first.roles[role], last.roles[role])]),
  ) as RoleShares;
  const text = turn.slice(first.start, last.end - (last.end - last.start - last.text.length));
  return { ...last, text, start: first.start, salience: Math.max(first.salience, last.salience), roles };
}
