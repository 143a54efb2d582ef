import type { Clause } from './clauses';
import { figuredContentWords } from './content-words';
import { wordCounts, worthOf } from './content-worth';
import type { Turn } from './features';
import { softmax } from './linear-model';
import type { LocalModel } from './local-model';
import { clauseFeatures, clauseOrders } from './salience-features';
import { retellClause } from './third-person';

export interface ScoredClause {
  clause: Clause;
  /** 0 to 1: how likely it carries a fact worth noting. */
  salience: number;
  /** Content words it would add to the summary, with what each counts. */
  content: ReadonlyMap<string, number>;
  words: number;
}

/** Long clauses must bring more than short ones to be taken. */
const LENGTH_POWER = 0.8;
/** A clause less likely than this to carry a fact is padding. */
const MIN_SALIENCE = 0.15;
/** So many are considered in any case: a short call needs a summary as well. */
const MIN_CANDIDATES = 3;
/** Calls of hours are thinned to their weightiest clauses before choosing, which is quadratic. */
const MAX_CANDIDATES = 150;

/** Nobody ends on such a word who has finished: the speaker broke off, or the recognizer lost the rest. */
const BROKEN_OFF = /(^| )(the|an?|and|or|but|of|my|your|our|their|because|if)$/i;

export function scoreClauses(
  clauses: readonly Clause[],
  turns: readonly Turn[],
  model: Pick<LocalModel, 'salience' | 'worth'>,
): ScoredClause[] {
  const contents = clauses.map((clause) => figuredContentWords(retellClause(clause).text));
  const counts = wordCounts(contents);
  const orders = clauseOrders(clauses);
  const scored = clauses.map((clause, at) => {
    const [, salience = 0] = softmax(
      model.salience.scores(clauseFeatures(clause, orders[at] ?? { fromStart: 0, fromEnd: 0 }, turns)),
    );
    const content = worthOf(contents[at] ?? new Map<string, number>(), clause, counts, model.worth);
    return { clause, salience, content, words: clause.text.split(' ').length };
  });
  const whole = scored.filter((item) => !BROKEN_OFF.test(item.clause.text));
  return whole.length > 0 ? whole : scored;
}

/** Takes, again and again, the clause that adds most for its length, until the budget of words is spent; in order of speech. */
export function chooseClauses(scored: readonly ScoredClause[], wordBudget: number): ScoredClause[] {
  const ranked = [...scored].sort((a, b) => b.salience - a.salience).slice(0, MAX_CANDIDATES);
  const candidates = ranked.filter((item, rank) => rank < MIN_CANDIDATES || item.salience >= MIN_SALIENCE);
  const chosen = new Set<ScoredClause>();
  const told = new Set<string>();
  let used = 0;
  for (;;) {
    let best: ScoredClause | undefined;
    let bestGain = 0;
    for (const candidate of candidates) {
      if (chosen.has(candidate) || used + candidate.words > wordBudget) continue;
      const gain =
        (Math.sqrt(candidate.salience) * newContent(candidate, told)) / (candidate.words + 2) ** LENGTH_POWER;
      if (gain > bestGain) [best, bestGain] = [candidate, gain];
    }
    if (best === undefined) break;
    chosen.add(best);
    used += best.words;
    for (const word of best.content.keys()) told.add(word);
  }
  return scored.filter((item) => chosen.has(item));
}

function newContent(candidate: ScoredClause, told: ReadonlySet<string>): number {
  let sum = 0;
  for (const [word, weight] of candidate.content) if (!told.has(word)) sum += weight;
  return sum;
}
