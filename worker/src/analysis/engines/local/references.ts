import { wordCount } from './clauses';
import { worth, type RatedCall } from './rated-call';
import type { NoteClause } from './roles';
import { contentStems } from './words';

const POINTING = new Set(['it', 'its', 'that', 'he', 'him', 'his', 'she', 'her', 'they', 'them', 'one']);
// Who names so much after "it" is understood.
const MIN_NAMED = 2;
const MAX_SHORT_ANSWER = 3;
const MIN_WORTH_REFERRED_TO = 0.4;

/** Whether a clause says "it" or the like before it names anything, and names little after that. */
export function pointsBack({ text }: NoteClause, { commonStems }: Pick<RatedCall, 'commonStems'>): boolean {
  let [points, named] = [false, 0];
  for (const word of text.split(/\s+/)) {
    if (named === 0 && POINTING.has(word.toLowerCase().replace(/[^a-z].*$/, ''))) points = true;
    if ([...contentStems(word).keys()].some((stem) => !commonStems.has(stem))) named += 1;
  }
  return named < (points ? MIN_NAMED : 1);
}

/** How many things a text names. */
export function namedIn(text: string, commonStems: ReadonlySet<string>): number {
  return [...contentStems(text).keys()].filter((stem) => !commonStems.has(stem)).length;
}

/** What a clause needs before it to be understood: the question that it answers, or what it points back to. */
export function antecedentOf(clause: NoteClause, call: RatedCall): NoteClause | undefined {
  const before = call.clauses[call.clauses.indexOf(clause) - 1];
  if (before === undefined || clause.turn - before.turn > 1) return undefined;
  const isAnswer = before.isQuestion && before.turn < clause.turn && wordCount(clause.text) <= MAX_SHORT_ANSWER;
  if (isAnswer) return before;
  const explains = !pointsBack(before, call) && worth(before) >= MIN_WORTH_REFERRED_TO;
  return explains && pointsBack(clause, call) ? before : undefined;
}

/** What the other side states right after a clause. */
export function replyTo({ turn, speaker }: NoteClause, { clauses }: RatedCall): NoteClause | undefined {
  const reply = clauses.find((clause) => clause.turn === turn + 1 && clause.speaker !== speaker);
  return reply?.isQuestion === false ? reply : undefined;
}
