import { setImmediate } from 'node:timers/promises';

import type { Speaker } from '@ringwell/domain/calls/transcript';

import { splitIntoWords } from './words';

/** One turn of a call as the models read it. */
export interface Turn {
  speaker: Speaker;
  text: string;
}

/** A part of a call whose words are counted separately, because "thank you" means more at the end than in passing. */
export interface Zone {
  name: string;
  /** Indexes of the turns in the zone. */
  turns: (turns: readonly Turn[]) => number[];
  maxWords: number;
  scale: number;
}

const LAST_CUSTOMER_TURNS = 3;
// Counting this many turns takes a few milliseconds.
const TURNS_PER_BATCH = 100;

const turnsBySpeaker =
  (speaker: Speaker) =>
  (turns: readonly Turn[]): number[] =>
    turns.flatMap((turn, index) => (turn.speaker === speaker ? [index] : []));
const everyTurn = (turns: readonly Turn[]): number[] => turns.map((_, index) => index);

const CUSTOMER_ZONE: Zone = { name: 'customer', turns: turnsBySpeaker('customer'), maxWords: 3, scale: 1 };
const ENDING_ZONE: Zone = {
  name: 'ending',
  turns: (turns) => turnsBySpeaker('customer')(turns).slice(-LAST_CUSTOMER_TURNS),
  maxWords: 2,
  scale: 0.7,
};
const AGENT_ZONE: Zone = { name: 'agent', turns: turnsBySpeaker('agent'), maxWords: 2, scale: 0.7 };
const ALL_ZONE: Zone = { name: 'all', turns: everyTurn, maxWords: 2, scale: 0.7 };
const ALL_ENDING_ZONE: Zone = {
  name: 'allEnding',
  turns: (turns) => everyTurn(turns).slice(-2 * LAST_CUSTOMER_TURNS),
  maxWords: 2,
  scale: 0.7,
};

/** Zones for calls with known speakers. */
export const SPEAKER_ZONES: readonly Zone[] = [CUSTOMER_ZONE, ENDING_ZONE, AGENT_ZONE, ALL_ZONE, ALL_ENDING_ZONE];

/** Zones for calls with unknown speakers. */
export const WHOLE_ZONES: readonly Zone[] = [{ ...ALL_ZONE, maxWords: 3 }, ALL_ENDING_ZONE];

/** Zones for topics, which either speaker may mention. */
export const TOPIC_ZONES: readonly Zone[] = [ALL_ZONE];

export function hasKnownSpeakers(turns: readonly Turn[]): boolean {
  return turns.some((turn) => turn.speaker === 'customer');
}

/** How often each word sequence occurs in a zone, and in which turns. */
export interface ZoneCounts {
  zone: Zone;
  counts: Map<string, { count: number; turns: number[] }>;
}

/** Counts sequences of one to `maxWords` words, zone by zone. Longer sequences include turn boundaries. */
export function countNgrams(turns: readonly Turn[], zones: readonly Zone[]): ZoneCounts[] {
  const counting = countInBatches(turns, zones);
  for (;;) {
    const { done, value } = counting.next();
    if (done) return value;
  }
}

/** Like `countNgrams`, but yields between batches of turns for other work, such as extending leases. */
export async function countNgramsAsync(
  turns: readonly Turn[],
  zones: readonly Zone[],
  signal: AbortSignal,
): Promise<ZoneCounts[]> {
  const counting = countInBatches(turns, zones);
  for (;;) {
    const { done, value } = counting.next();
    if (done) return value;
    await setImmediate();
    signal.throwIfAborted();
  }
}

function* countInBatches(turns: readonly Turn[], zones: readonly Zone[]): Generator<void, ZoneCounts[]> {
  const wordsByTurn: string[][] = [];
  for (const { text } of turns) if (wordsByTurn.push(splitIntoWords(text)) % TURNS_PER_BATCH === 0) yield;
  const counts: ZoneCounts[] = [];
  for (const zone of zones) counts.push(yield* countZone(turns, wordsByTurn, zone));
  return counts;
}

function* countZone(turns: readonly Turn[], wordsByTurn: readonly string[][], zone: Zone): Generator<void, ZoneCounts> {
  const counts: ZoneCounts['counts'] = new Map();
  for (const [position, index] of zone.turns(turns).entries()) {
    if (position > 0 && position % TURNS_PER_BATCH === 0) yield;
    for (const ngram of listNgrams(wordsByTurn[index] ?? [], zone.maxWords)) {
      const entry = counts.get(ngram);
      if (entry === undefined) counts.set(ngram, { count: 1, turns: [index] });
      else {
        entry.count += 1;
        if (entry.turns[entry.turns.length - 1] !== index) entry.turns.push(index);
      }
    }
  }
  return { zone, counts };
}

function listNgrams(turnWords: readonly string[], maxWords: number): string[] {
  const boundedWords = ['^', ...turnWords, '$'];
  const ngrams = [...turnWords];
  for (let length = 2; length <= maxWords; length += 1)
    for (let start = 0; start + length <= boundedWords.length; start += 1)
      ngrams.push(boundedWords.slice(start, start + length).join(' '));
  return ngrams;
}
