import type { Turn } from './call-features';
import { wordCount, type Clause } from './clauses';
import type { Features, LinearModel } from './linear-model';
import { words } from './words';

export interface ScoredClause extends Clause {
  /** 0 to 1: how likely a person would note it down. */
  salience: number;
}

/** Scores the clause at an index by how likely a person would note it down. */
export function scoreClause(
  clauses: readonly Clause[],
  clause: Clause,
  index: number,
  turns: readonly Turn[],
  model: LinearModel,
): ScoredClause {
  return { ...clause, salience: 1 / (1 + Math.exp(-model.predict(clauseFeatures(clauses, index, turns)))) };
}

const WORD_VALUE = 0.5;

/** The words of a clause, who says it, its place in the call, and what kinds of facts it holds. */
export function clauseFeatures(clauses: readonly Clause[], index: number, turns: readonly Turn[]): Features {
  const features: Features = new Map();
  const clause = clauses[index];
  if (clause === undefined) return features;
  const { speaker, text } = clause;
  const said = words(text);
  said.forEach((word, at) => {
    features.set(`word ${word}`, WORD_VALUE);
    features.set(`${speaker} word ${word}`, WORD_VALUE);
    if (at > 0) features.set(`pair ${said[at - 1] ?? ''} ${word}`, WORD_VALUE);
  });
  const set = (name: string): void => void features.set(`${speaker} ${name}`, 1);
  features.set('any', 1);
  set('any');
  set(`length ${Math.min(6, Math.floor(wordCount(text) / 4))}`);
  set(`position ${Math.min(4, Math.floor(clause.position * 5))}`);
  if (clause.isQuestion) set('question');
  if (/\d/.test(text)) set('figure');
  if (/\$\d|\bdollars?\b/i.test(text)) set('money');
  set(`names ${Math.min(2, text.slice(1).match(/\b[A-Z][a-z]+/g)?.length ?? 0)}`);
  const nth = earlierOf(clauses, index, 2);
  if (nth < 2) set(`number ${nth}`);
  if (!hasLater(clauses, index)) set('last');
  if (turns[clause.turn - 1]?.text.trim().endsWith('?') === true) set('answer');
  return features;
}

// Up to `most` are counted, so that the time for a call grows with its length only.
function earlierOf(clauses: readonly Clause[], index: number, most: number): number {
  let count = 0;
  for (let at = index - 1; at >= 0 && count < most; at -= 1)
    if (clauses[at]?.speaker === clauses[index]?.speaker) count += 1;
  return count;
}

function hasLater(clauses: readonly Clause[], index: number): boolean {
  for (let at = index + 1; at < clauses.length; at += 1)
    if (clauses[at]?.speaker === clauses[index]?.speaker) return true;
  return false;
}
