import { chooseAbout } from './about';
import { wordCount } from './clauses';
import { follows, grown, lengthOf, passageOf, passagesOf, type Passage } from './passages';
import { hasFigures, worth, type RatedCall } from './rated-call';
import { antecedentOf, pointsBack } from './references';
import type { NoteClause } from './roles';
import { contentStems, isNumberWord } from './words';

/** What is worth writing down about a call, in the words of the call. */
export interface CallNote {
  /** Why there was a call. */
  reason?: Passage;
  /** Equipment, places, dates, amounts and what happened, in the order of speech. */
  about: Passage[];
  /** What was offered or settled, with what it refers to and a short answer. */
  agreed: Passage[];
  /** What one side said that it will do, with what it refers to. */
  next: Passage[];
}

/** All that a note has. */
export function passagesIn({ reason, about, agreed, next }: CallNote): Passage[] {
  return [...(reason ? [reason] : []), ...about, ...agreed, ...next];
}

interface PartLength {
  minWords: number;
  maxWords: number;
}

/** The clauses of a note that are not chosen for how much they tell. */
export interface MainParts {
  reason: readonly NoteClause[];
  agreed: readonly NoteClause[];
  next: readonly NoteClause[];
  /** The customer's name, which stands first in what the call was about, unless another part has it. */
  who: readonly NoteClause[];
}

// With the labels of its parts a note has up to 90 words.
const NOTE_WORDS = 85;
const REASON: PartLength = { minWords: 4, maxWords: 32 };
const OUTCOME: PartLength = { minWords: 1, maxWords: 28 };
const NAME: PartLength = { minWords: 1, maxWords: 22 };
const MAX_OUTCOMES = 2;
const MAX_OUTCOME_WORDS = 45;
const MAX_ANSWER_WORDS = 20;
const MIN_ANSWER_WORTH = 0.35;
// An offer needs its answer, a promise does not.
const SURE_PROMISE = 0.6;
// A wrong part is worse than a missing one.
const SURE_NAME_PART = 0.15;
const SURE_OUTCOME = 0.35;
// A part that is this likely to have the name is trusted to have it.
const SURE_NAME = 0.5;
// A neighbor of the reason that is worth less makes it longer, not clearer.
const MIN_REASON_NEIGHBOR = 0.2;
// A clause that is less likely for a part makes it longer, not better.
const LEAST_LIKELY = { why: 0.1, who: 0.1, outcome: 0.25, answer: 0.12 };
// "I'll send it over" says less of what comes next than the clause that has the date.
const SHARE_OF_POINTING = 0.6;
// As likely as this is what was settled, when the other side repeats it.
const WORTH_OF_CONFIRMATION = 0.25;

/** Chooses why there was a call and who the customer is, and what was agreed and comes next where it is likely enough. */
export function chooseMainParts(call: RatedCall): MainParts {
  const told = toldCall(call);
  const reason = reasonOf(told);
  const outcomes = outcomesOf(told, reason);
  const agreed = outcomes.filter((part) => !isNext(part)).flat();
  const next = outcomes.filter(isNext).flat();
  const others = [...reason, ...agreed, ...next];
  const isNamed = others.some(({ roles }) => roles.who >= SURE_NAME);
  return { reason, agreed, next, who: isNamed ? [] : nameOf(told, others) };
}

/**
 * The note: its main parts, and the clauses that add most for their length.
 * @param quoted what a reader finds beside the note: it need not say the same
 */
export function chooseNote(
  call: RatedCall,
  { reason, agreed, next, who } = chooseMainParts(call),
  quoted: readonly Passage[] = [],
): CallNote {
  const { turns } = call;
  const parts = [reason, agreed, next];
  const maxWords = NOTE_WORDS - parts.reduce((sum, part) => sum + lengthOf(part, turns), 0);
  const about = chooseAbout(toldCall(call), { fixed: parts.flat(), who, quoted, maxWords });
  return {
    reason: passageOf(reason, turns),
    about: passagesOf(about, turns),
    agreed: passagesOf(agreed, turns),
    next: passagesOf(next, turns),
  };
}

// The company's greeting tells nothing of a call that it took.
function toldCall(call: RatedCall): RatedCall {
  if (call.direction === 'outbound') return call;
  return { ...call, clauses: call.clauses.filter(({ turn, speaker }) => turn > 0 || speaker !== 'agent') };
}

// The likeliest passage with what is worth telling beside it; when there are only shorter clauses, the first of all.
function reasonOf({ clauses }: RatedCall): NoteClause[] {
  const likely = likeliest(clauses, ({ roles }) => roles.why - LEAST_LIKELY.why, REASON);
  const growth = { maxWords: REASON.maxWords, weight: worth, least: MIN_REASON_NEIGHBOR };
  return likely.length > 0 ? grown(clauses, likely, growth) : clauses.slice(0, 1);
}

function nameOf({ clauses }: RatedCall, except: readonly NoteClause[]): NoteClause[] {
  const weight = (clause: NoteClause): number =>
    except.includes(clause) ? -Infinity : clause.roles.who - LEAST_LIKELY.who;
  const part = likeliest(clauses, weight, NAME);
  return part.some(({ roles }) => roles.who >= SURE_NAME_PART) ? part : [];
}

// What was settled or promised, in the order of speech.
function outcomesOf(call: RatedCall, reason: readonly NoteClause[]): NoteClause[][] {
  const weights = new Map(call.clauses.map((clause) => [clause, outcomeWeight(clause, call)]));
  const found: NoteClause[][] = [];
  while (found.length < MAX_OUTCOMES) {
    const told = [...reason, ...found.flat()];
    const weight = (clause: NoteClause): number => (told.includes(clause) ? -Infinity : (weights.get(clause) ?? 0));
    const part = likeliest(call.clauses, weight, OUTCOME);
    if (!part.some((clause) => weight(clause) >= SURE_OUTCOME - LEAST_LIKELY.outcome)) break;
    const whole = answered(explained(part, call, told), call).filter((clause) => !told.includes(clause));
    if (lengthOf([...found.flat(), ...whole], call.turns) > MAX_OUTCOME_WORDS) break;
    found.push(whole);
  }
  const place = ([first]: NoteClause[]): number => call.clauses.findIndex((clause) => clause === first);
  return found.sort((a, b) => place(a) - place(b));
}

function outcomeWeight(clause: NoteClause, call: RatedCall): number {
  const isVague = pointsBack(clause, call) && !hasFigures(clause);
  const share = outcomeShare(clause) + (isConfirmed(clause, call) ? WORTH_OF_CONFIRMATION : 0);
  return share * (isVague ? SHARE_OF_POINTING : 1) - LEAST_LIKELY.outcome;
}

function outcomeShare({ roles }: NoteClause): number {
  return roles.agreed + roles.next;
}

function isNext(part: readonly NoteClause[]): boolean {
  return part.reduce((sum, { roles }) => sum + roles.next - roles.agreed, 0) > 0;
}

// With what its first clause refers to, unless another part has that.
function explained(part: NoteClause[], call: RatedCall, told: readonly NoteClause[]): NoteClause[] {
  const antecedent = part[0] && antecedentOf(part[0], call);
  return antecedent === undefined || told.includes(antecedent) ? part : [antecedent, ...part];
}

// With what the other side says to it, which shows what became of an offer.
function answered(part: NoteClause[], call: RatedCall): NoteClause[] {
  const last = part[part.length - 1];
  if (last === undefined) return part;
  const isPromise = part.some(({ roles }) => roles.next >= SURE_PROMISE);
  const isTelling = (reply: NoteClause): boolean =>
    repeats(reply, last) ||
    outcomeShare(reply) >= LEAST_LIKELY.answer ||
    (!isPromise && worth(reply) >= MIN_ANSWER_WORTH);
  const reply = startOf(call.clauses.filter(({ turn, speaker }) => turn === last.turn + 1 && speaker !== last.speaker));
  return reply.some(isTelling) ? [...part, ...reply] : part;
}

// As much of what a side says as an answer has room for.
function startOf(turn: readonly NoteClause[]): NoteClause[] {
  let words = 0;
  const end = turn.findIndex(({ text }) => (words += wordCount(text)) > MAX_ANSWER_WORDS);
  return turn.slice(0, end < 0 ? turn.length : end);
}

// Whether the other side repeats a time or an amount: "Thursday at two?" is settled by "two is good".
function isConfirmed(clause: NoteClause, { clauses }: RatedCall): boolean {
  const figures = figuresOf(clause);
  return clauses.some(
    (reply) =>
      reply.turn === clause.turn + 1 &&
      reply.speaker !== clause.speaker &&
      !reply.isQuestion &&
      figuresOf(reply).some((figure) => figures.includes(figure)),
  );
}

function figuresOf({ text }: NoteClause): string[] {
  return [...contentStems(text).keys()].filter((stem) => /^\d/.test(stem) || isNumberWord(stem));
}

function repeats({ text }: NoteClause, other: NoteClause): boolean {
  const said = contentStems(other.text);
  return [...contentStems(text).keys()].some((stem) => said.has(stem));
}

// The passage of one turn whose clauses weigh most together.
function likeliest(
  clauses: readonly NoteClause[],
  weight: (clause: NoteClause) => number,
  { minWords, maxWords }: PartLength,
): NoteClause[] {
  let [best, most]: [NoteClause[], number] = [[], -Infinity];
  for (const [first, clause] of clauses.entries()) {
    let [words, sum, previous] = [0, 0, clause];
    for (const next of clauses.slice(first)) {
      words += wordCount(next.text);
      sum += weight(next);
      if (next !== clause && (words > maxWords || !follows(previous, next))) break;
      if (words >= minWords && sum > most) [best, most] = [clauses.slice(first, clauses.indexOf(next) + 1), sum];
      previous = next;
    }
  }
  return best;
}
