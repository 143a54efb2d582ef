import type { Turn } from './call-features';
import { wordCount, type Clause } from './clauses';
import type { Features, LinearModel } from './linear-model';
import { words } from './words';

export interface ScoredClause extends Clause {
  /** 0 to 1: how likely a person would note it down. */
  salience: number;
}

/** Scores every clause by how likely a person would note it down. */
export function scoreClauses(clauses: readonly Clause[], turns: readonly Turn[], model: LinearModel): ScoredClause[] {
  return clauses.map((clause, index) => ({
    ...clause,
    salience: 1 / (1 + Math.exp(-model.predict(clauseFeatures(clauses, index, turns)))),
  }));
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
  const nth = clauses.slice(0, index).filter((other) => other.speaker === speaker).length;
  if (nth < 2) set(`number ${nth}`);
  if (!clauses.slice(index + 1).some((other) => other.speaker === speaker)) set('last');
  if (turns[clause.turn - 1]?.text.trim().endsWith('?') === true) set('answer');
  return features;
}
