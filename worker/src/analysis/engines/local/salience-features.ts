import { matchActs } from './act-matcher';
import type { Clause } from './clauses';
import type { Features, Turn } from './features';
import { tokens } from './tokens';
import { wordClass } from './word-classes';

const WORD_SCALE = 0.5;

/** What tells whether a clause carries a fact worth noting: its words, its acts, its place and the turn before it. */
export function clauseFeatures(clause: Clause, clauses: readonly Clause[], turns: readonly Turn[]): Features {
  const features: Features = new Map();
  const side = clause.speaker === 'agent' ? 'a' : clause.speaker === 'customer' ? 'c' : 'u';
  const words = tokens(clause.text);
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
  const sameSide = clauses.filter((other) => other.speaker === clause.speaker);
  const order = sameSide.indexOf(clause);
  if (order < 2) set(`first${order}`);
  if (order >= sameSide.length - 2) set('last');
  if (turns[clause.turn - 1]?.text.trim().endsWith('?') === true) set('answers');
  if (turns[clause.turn + 1]?.speaker !== clause.speaker && clause.isQuestion) set('asksOther');
  return features;
}
