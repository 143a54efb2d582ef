import { wordCount } from './clauses';
import { highest, lengthOf, type Passage } from './passages';
import { hasFigures, worth, type RatedCall } from './rated-call';
import { antecedentOf, namedIn, pointsBack, replyTo } from './references';
import { quotedShare, type NoteClause } from './roles';
import { contentStems, FIGURE, isNumberWord, words } from './words';

// People hardly ever write down what is less worth or less likely, however much it tells. Agents say more by rote.
const MIN_WORTH = 0.22;
const MIN_QUOTED_SHARE = { customer: 0.1, unknown: 0.1, agent: 0.25 };
// Calls of hours are thinned before choosing, which is quadratic.
const MAX_CANDIDATES = 150;
// What tells less for its length is left out, even where there is room.
const MIN_GAIN = 0.1;
// Long clauses must add more than short ones.
const LENGTH_POWER = 0.7;
// What was said in one breath reads better than scattered pieces.
const NEIGHBOR_GAIN = 1.1;
const GAIN_OF_REPEATING = 0.15;
// Words that every other call has tell less, and so does what nobody can tell what it refers to.
const GAIN_OF_COMMON = 0.4;
const GAIN_OF_POINTING = 0.3;
// Clauses that are shorter or name less mean nothing without their neighbors, unless they have numbers.
const MIN_WORDS_ALONE = 4;
const MIN_NAMED_ALONE = 2;

/** What a note has without what the call was about. */
export interface Given {
  fixed: readonly NoteClause[];
  /** The customer's name, which comes first. */
  who: readonly NoteClause[];
  /** What stands beside the note. */
  quoted: readonly Passage[];
  maxWords: number;
}

/** A clause with what it refers to, or with the answer to a question. */
interface Candidate {
  clause: NoteClause;
  beside: readonly NoteClause[];
}

/** The clauses that add most for their length to what a note has anyway, in the order of speech. */
export function chooseAbout(call: RatedCall, given: Given): NoteClause[] {
  const about = new About(call, given);
  const candidates = call.clauses
    .filter((clause) => !about.has(clause) && isWorthTelling(clause))
    .sort((a, b) => worth(b) - worth(a))
    .slice(0, MAX_CANDIDATES)
    .map((clause): Candidate => {
      const beside = [antecedentOf(clause, call), clause.isQuestion ? replyTo(clause, call) : undefined];
      return { clause, beside: beside.filter((other) => other !== undefined) };
    });
  for (;;) {
    const fitting = candidates.filter((candidate) => !about.has(candidate.clause) && about.hasRoomFor(candidate));
    const best = highest(fitting, (candidate) => about.gainOf(candidate));
    if (best === undefined || about.gainOf(best) < MIN_GAIN) return about.clauses();
    about.add(best);
  }
}

function isWorthTelling(clause: NoteClause): boolean {
  return worth(clause) >= MIN_WORTH && quotedShare(clause.roles) >= MIN_QUOTED_SHARE[clause.speaker];
}

class About {
  private readonly chosen = new Set<NoteClause>();
  /** What the note has, and what stands beside it. */
  private readonly known: Set<NoteClause>;
  private readonly told: Set<string>;
  private readonly elsewhere: Set<string>;

  constructor(
    private readonly call: RatedCall,
    private readonly given: Given,
  ) {
    const { fixed, who, quoted } = given;
    const isQuoted = ({ turn, text }: NoteClause): boolean =>
      quoted.some((passage) => passage.turn === turn && passage.text.includes(text));
    this.known = new Set(call.clauses.filter((clause) => fixed.includes(clause) || isQuoted(clause)));
    this.told = stemsOf([...fixed, ...who]);
    this.elsewhere = stemsOf(quoted);
    const name = who.filter((clause) => !this.known.has(clause));
    if (lengthOf(name, call.turns) <= given.maxWords) this.addAll(name);
  }

  has(clause: NoteClause): boolean {
    return this.known.has(clause);
  }

  hasRoomFor(candidate: Candidate): boolean {
    const unit = this.unitOf(candidate);
    const withUnit = this.call.clauses.filter((clause) => unit.includes(clause) || this.chosen.has(clause));
    return lengthOf(withUnit, this.call.turns) <= this.given.maxWords;
  }

  gainOf(candidate: Candidate): number {
    const { clause } = candidate;
    const unit = this.unitOf(candidate);
    const length = unit.reduce((sum, { text }) => sum + wordCount(text), 0);
    const gain = unit.reduce((sum, part) => sum + worth(part) * this.freshness(part), 0) / (length + 2) ** LENGTH_POWER;
    if (this.isBesideChosen(clause)) return gain * NEIGHBOR_GAIN;
    if (unit.length > 1) return gain;
    if (clause.isQuestion || isFragment(clause, this.call)) return 0;
    return pointsBack(clause, this.call) ? gain * GAIN_OF_POINTING : gain;
  }

  add(candidate: Candidate): void {
    this.addAll(this.unitOf(candidate));
  }

  /** Without those whose words longer ones have as well. */
  clauses(): NoteClause[] {
    const chosen = this.call.clauses.filter((clause) => this.chosen.has(clause));
    return chosen.filter((clause) => {
      const longer = stemsOf(chosen.filter(({ text }) => text.length > clause.text.length));
      return this.given.who.includes(clause) || [...stemsOf([clause])].some((stem) => !longer.has(stem));
    });
  }

  private unitOf({ clause, beside }: Candidate): NoteClause[] {
    return [clause, ...beside.filter((other) => !this.known.has(other))];
  }

  private addAll(unit: readonly NoteClause[]): void {
    for (const clause of unit) {
      this.chosen.add(clause);
      this.known.add(clause);
    }
    for (const stem of stemsOf(unit)) this.told.add(stem);
  }

  private isBesideChosen(clause: NoteClause): boolean {
    const at = this.call.clauses.indexOf(clause);
    const neighbors = [this.call.clauses[at - 1], this.call.clauses[at + 1]];
    return neighbors.some((other) => other?.turn === clause.turn && this.chosen.has(other));
  }

  private freshness({ text }: NoteClause): number {
    let fresh = 0;
    for (const [stem, weight] of contentStems(text)) {
      if (this.told.has(stem)) continue;
      const isCommon = this.call.commonStems.has(stem);
      fresh += weight * (isCommon ? GAIN_OF_COMMON : 1) * (this.elsewhere.has(stem) ? GAIN_OF_REPEATING : 1);
    }
    return fresh;
  }
}

function isFragment(clause: NoteClause, { commonStems }: RatedCall): boolean {
  const { text } = clause;
  const isShort =
    wordCount(text) < MIN_WORDS_ALONE && !words(text).some((word) => word === FIGURE || isNumberWord(word));
  return isShort || (!hasFigures(clause) && namedIn(text, commonStems) < MIN_NAMED_ALONE);
}

function stemsOf(texts: readonly { text: string }[]): Set<string> {
  return new Set(texts.flatMap(({ text }) => [...contentStems(text).keys()]));
}
