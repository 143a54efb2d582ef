import type { Turn } from './call-features';
import { wordCount, type Clause } from './clauses';

/** Clauses that follow each other in one turn. */
export interface Passage {
  /** Index of the turn. */
  turn: number;
  speaker: Turn['speaker'];
  /** As it stands in the turn, with its punctuation. */
  text: string;
}

// A hesitation between two clauses.
const MAX_SKIPPED_CHARACTERS = 12;

/** Joins clauses, given in the order of speech, that follow each other in one turn. */
export function passagesOf(clauses: readonly Clause[], turns: readonly Turn[]): Passage[] {
  const passages: (Passage & { start: number; end: number })[] = [];
  for (const { turn, speaker, start, end } of clauses) {
    const last = passages[passages.length - 1];
    const said = turns[turn]?.text ?? '';
    if (last && follows(last, { turn, start })) {
      last.end = end;
      last.text = said.slice(last.start, end);
    } else passages.push({ turn, speaker, start, end, text: said.slice(start, end) });
  }
  return passages.map(({ turn, speaker, text }) => ({ turn, speaker, text }));
}

/** The words of clauses and of the names of the speakers where they change. */
export function lengthOf(clauses: readonly Clause[], turns: readonly Turn[]): number {
  const passages = passagesOf(clauses, turns);
  const changes = passages.filter(({ speaker }, at) => speaker !== passages[at - 1]?.speaker);
  return changes.length + passages.reduce((sum, { text }) => sum + wordCount(text), 0);
}

/** Whether one clause of a turn comes right after another. */
export function follows(
  before: Pick<Clause, 'turn' | 'end'>,
  { turn, start }: Pick<Clause, 'turn' | 'start'>,
): boolean {
  return before.turn === turn && start - before.end <= MAX_SKIPPED_CHARACTERS;
}

/** From the first to the last of these clauses of one turn, with all that was said between. */
export function passageOf(clauses: readonly Clause[], turns: readonly Turn[]): Passage | undefined {
  const [first, last] = [clauses[0], clauses[clauses.length - 1]];
  if (first === undefined || last === undefined) return undefined;
  const { turn, speaker, start } = first;
  return { turn, speaker, text: turns[turn]?.text.slice(start, last.end) ?? '' };
}

/** How far a passage grows around a clause. */
export interface Growth<T> {
  maxWords: number;
  weight: (clause: T) => number;
  /** Clauses of less weight end the passage. */
  least: number;
}

/** Clauses that follow each other in a turn, with the neighbors that weigh most. */
export function grown<T extends Clause>(
  clauses: readonly T[],
  from: readonly T[],
  { maxWords, weight, least }: Growth<T>,
): T[] {
  let first = clauses.findIndex((clause) => clause === from[0]);
  let last = first + from.length - 1;
  for (let left = maxWords - from.reduce((sum, { text }) => sum + wordCount(text), 0); ;) {
    const [before, start, end, after] = [first - 1, first, last, last + 1].map((at) => clauses[at]);
    const next = highest(
      [
        ...(before && start && follows(before, start) ? [before] : []),
        ...(end && after && follows(end, after) ? [after] : []),
      ].filter((clause) => wordCount(clause.text) <= left && weight(clause) >= least),
      weight,
    );
    if (next === undefined) return clauses.slice(first, last + 1);
    if (next === clauses[first - 1]) first -= 1;
    else last += 1;
    left -= wordCount(next.text);
  }
}

/** The first of the heaviest. */
export function highest<T>(items: readonly T[], weight: (item: T) => number): T | undefined {
  let [best, most]: [T | undefined, number] = [undefined, -Infinity];
  for (const item of items) {
    const weighs = weight(item);
    if (weighs > most) [best, most] = [item, weighs];
  }
  return best;
}
