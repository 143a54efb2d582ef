import { matchActs } from './act-matcher';
import type { Clause } from './clauses';
import type { Features, Turn } from './features';
import { tokens } from './tokens';
import { wordClass } from './word-classes';

const WORD_SCALE = 0.5;

/** A clause is read for its salience and again for the notes; its tokens live as long as it does. */
const KNOWN_TOKENS = new WeakMap<Clause, string[]>();

export function clauseTokens(clause: Clause): string[] {
  const known = KNOWN_TOKENS.get(clause);
  if (known !== undefined) return known;
  const made = tokens(clause.text);
  KNOWN_TOKENS.set(clause, made);
  return made;
}

/** How many clauses of the same speaker come before a clause, and after it. */
export interface ClauseOrder {
  fromStart: number;
  fromEnd: number;
}

export function clauseOrders(clauses: readonly Clause[]): ClauseOrder[] {
  const counts = new Map<Clause['speaker'], number>();
  const before = clauses.map(({ speaker }) => {
    const count = counts.get(speaker) ?? 0;
    counts.set(speaker, count + 1);
    return count;
  });
  return clauses.map(({ speaker }, at) => ({
    fromStart: before[at] ?? 0,
    fromEnd: (counts.get(speaker) ?? 1) - 1 - (before[at] ?? 0),
  }));
}

/** What tells whether a clause carries a fact worth noting: its words, its acts, its place and the turn before it. */
export function clauseFeatures(clause: Clause, order: ClauseOrder, turns: readonly Turn[]): Features {
  const features: Features = new Map();
  const side = clause.speaker === 'agent' ? 'a' : clause.speaker === 'customer' ? 'c' : 'u';
  const words = clauseTokens(clause);
  for (const word of words) {
    features.set(`w:${word}`, WORD_SCALE);
    features.set(`${side}:${wordClass(word) ?? word}`, WORD_SCALE);
  }
  for (const act of matchActs(side === 'a' ? 'agent' : 'customer', words).keys()) features.set(`${side}!${act}`, 1);
  const set = (name: string): void => void features.set(`${side}#${name}`, 1);
  set('any');
  set(`length${Math.min(6, Math.floor(words.length / 4))}`);
  set(`position${Math.min(4, Math.floor(clause.position * 5))}`);
  if (clause.isQuestion) set('question');
  if (/\d/.test(clause.text)) set('figure');
  if (/\$\d/.test(clause.text)) set('money');
  if (/\d:\d\d|\b\d{1,2} (?:to|and|or) \d{1,2}\b/.test(clause.text)) set('window');
  if (/\d{3}-\d{4}/.test(clause.text)) set('phone');
  if (/\d+(?:st|nd|rd|th)\b/.test(clause.text)) set('date');
  const names = clause.text.slice(1).match(/\b[A-Z][a-z]+/g)?.length ?? 0;
  set(`names${Math.min(2, names)}`);
  if (order.fromStart < 2) set(`first${order.fromStart}`);
  if (order.fromEnd < 2) set('last');
  if (turns[clause.turn - 1]?.text.trim().endsWith('?') === true) set('answers');
  if (turns[clause.turn + 1]?.speaker !== clause.speaker && clause.isQuestion) set('asksOther');
  return features;
}
