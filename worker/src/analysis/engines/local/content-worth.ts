import type { Clause } from './clauses';
import type { Features } from './features';
import { softmax, type LinearModel } from './linear-model';

/** How often each content word stands in the clauses of a call. */
export function wordCounts(contents: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const content of contents) for (const word of content.keys()) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** What tells whether a content word belongs to what is worth noting of a call: the word, its kind, who says it, how often. */
export function wordFeatures(word: string, weight: number, clause: Clause, count: number): Features {
  const isFigure = /^\d/.test(word);
  const kind = isFigure ? 'figure' : weight > 1 ? 'name' : 'plain';
  const side = clause.speaker.charAt(0);
  return new Map([
    ['any', 1],
    [isFigure ? `digits${Math.min(5, word.length)}` : `w:${word}`, 1],
    [`${side}:${kind}`, 1],
    [`${kind}:length${Math.min(8, word.length)}`, 1],
    [`${kind}:said${Math.min(4, count)}`, 1],
    [`${side}:position${Math.min(4, Math.floor(clause.position * 5))}`, 1],
  ]);
}

/** The content words of a clause with what each is worth: its weight times how likely people note it down. */
export function worthOf(
  content: ReadonlyMap<string, number>,
  clause: Clause,
  counts: ReadonlyMap<string, number>,
  model: LinearModel,
): Map<string, number> {
  const worth = new Map<string, number>();
  for (const [word, weight] of content) {
    const [, noted = 0] = softmax(model.scores(wordFeatures(word, weight, clause, counts.get(word) ?? 1)));
    worth.set(word, weight * noted);
  }
  return worth;
}
