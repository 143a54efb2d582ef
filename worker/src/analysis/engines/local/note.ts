import type { CallDirection } from '@ringwell/domain/call';

import type { Turn } from './call-features';
import { wordCount } from './clauses';
import { follows, grown, highest, passageOf, passagesOf, type Passage } from './passages';
import { quotedShare, type NoteClause } from './roles';
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

/** A call whose clauses are rated. */
export interface RatedCall {
  clauses: readonly NoteClause[];
  turns: readonly Turn[];
  direction: CallDirection | undefined;
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
const NOTE_WORDS = 75;
const REASON: PartLength = { minWords: 4, maxWords: 28 };
const OUTCOME: PartLength = { minWords: 1, maxWords: 22 };
// People hardly ever write down what is less worth or less likely, however much it tells.
const MIN_WORTH = 0.15;
const MIN_QUOTED_SHARE = 0.1;
const SALIENCE_POWER = 0.7;
// What tells less for its length is left out, even where there is room.
const MIN_GAIN = 0.1;
// Calls of hours are thinned before choosing, which is quadratic.
const MAX_CANDIDATES = 150;
// Long clauses must add more than short ones.
const LENGTH_POWER = 0.8;
// What was said in one breath reads better than scattered pieces.
const NEIGHBOR_GAIN = 1.1;
const GAIN_OF_REPEATING = 0.15;
// Shorter clauses mean nothing without their neighbors, unless they hold figures or names, or answer a question.
const MIN_WORDS_ALONE = 4;
// A wrong part is worse than a missing one.
const LEAST_SURE = { who: 0.3, agreed: 0.3, next: 0.35 };
// A neighbor of the reason that is worth less makes it longer, not clearer.
const MIN_REASON_NEIGHBOR = 0.3;
// A clause that is less likely for a part makes it longer, not better.
const LEAST_LIKELY = 0.2;

/** Chooses why there was a call and who the customer is, and what was agreed and comes next where it is likely enough. */
export function chooseMainParts(call: RatedCall): MainParts {
  const clauses = toldClauses(call);
  const reason = reasonOf(clauses);
  const agreed = surely(clauses, 'agreed', reason);
  const next = surely(clauses, 'next', [...reason, ...agreed]);
  const others = [...reason, ...agreed, ...next];
  return { reason, agreed, next, who: surely(clauses, 'who', []).filter((clause) => !others.includes(clause)) };
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
  const about = fillUp(
    { ...call, clauses: toldClauses(call) },
    { fixed: [...reason, ...agreed, ...next], who, quoted },
  );
  return {
    reason: passageOf(reason, turns),
    about: passagesOf(about, turns),
    agreed: passageOf(agreed, turns),
    next: passageOf(next, turns),
  };
}

// The company's greeting tells nothing of a call that it took.
function toldClauses({ clauses, direction }: RatedCall): readonly NoteClause[] {
  if (direction === 'outbound') return clauses;
  return clauses.filter(({ turn, speaker }) => turn > 0 || speaker !== 'agent');
}

/** How much a clause is worth writing down. */
export function worth({ salience, roles }: NoteClause): number {
  return salience ** SALIENCE_POWER * quotedShare(roles) ** (1 - SALIENCE_POWER);
}

// The likeliest passage with what is worth telling beside it; when there are only shorter clauses, the first of all.
function reasonOf(clauses: readonly NoteClause[]): NoteClause[] {
  const likely = likeliest(clauses, ({ roles }) => roles.why - LEAST_LIKELY, REASON);
  const growth = { maxWords: REASON.maxWords, weight: worth, least: MIN_REASON_NEIGHBOR };
  return likely.length > 0 ? grown(clauses, likely, growth) : clauses.slice(0, 1);
}

function surely(
  clauses: readonly NoteClause[],
  role: keyof typeof LEAST_SURE,
  except: readonly NoteClause[],
): NoteClause[] {
  const isOfOther = ({ roles }: NoteClause): boolean => roles[role] < Math.max(roles.agreed, roles.next);
  const part = likeliest(
    clauses,
    (clause) => (except.includes(clause) || isOfOther(clause) ? -Infinity : clause.roles[role] - LEAST_LIKELY),
    OUTCOME,
  );
  return part.some(({ roles }) => roles[role] >= LEAST_SURE[role]) ? part : [];
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

interface Given {
  fixed: readonly NoteClause[];
  who: readonly NoteClause[];
  quoted: readonly Passage[];
}

function fillUp({ clauses, turns }: RatedCall, { fixed, who, quoted }: Given): NoteClause[] {
  const isQuoted = ({ turn, text }: NoteClause): boolean =>
    quoted.some((passage) => passage.turn === turn && passage.text.includes(text));
  const candidates = clauses
    .filter((clause) => !fixed.includes(clause) && !isQuoted(clause) && isWorthTelling(clause))
    .sort((a, b) => worth(b) - worth(a))
    .slice(0, MAX_CANDIDATES);
  const told = stemsOf([...fixed, ...who].map(({ text }) => text));
  const elsewhere = stemsOf(quoted.map(({ text }) => text));
  const maxWords = NOTE_WORDS - fixed.reduce((sum, { text }) => sum + wordCount(text), 0);
  const name = who.filter((clause) => !isQuoted(clause));
  const chosen = new Set<NoteClause>(lengthOf(name, turns) <= maxWords ? name : []);
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
      if (!told.has(stem)) fresh += weight * (elsewhere.has(stem) ? GAIN_OF_REPEATING : 1);
    const gain = (worth(clause) * fresh) / (wordCount(clause.text) + 2) ** LENGTH_POWER;
    return isBeside ? gain * NEIGHBOR_GAIN : gain;
  };
  for (;;) {
    const fitting = candidates.filter(
      (clause) => !chosen.has(clause) && lengthOf(withChosen(clause), turns) <= maxWords,
    );
    const best = highest(fitting, gainOf);
    if (best === undefined || gainOf(best) < MIN_GAIN) return clauses.filter((clause) => chosen.has(clause));
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
