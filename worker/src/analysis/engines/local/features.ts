import type { Speaker } from '@ringwell/domain/transcript';

import { matchActs } from './act-matcher';
import { tokens } from './tokens';
import { wordClass } from './word-classes';

/** One turn of a call as the models read it. */
export interface Turn {
  speaker: Speaker;
  text: string;
}

/** Feature name to value; only features that occur are held. */
export type Features = Map<string, number>;

/** Share of a side's words that counts as its ending. */
const ENDING_SHARE = 0.35;
const ACT_SCALE = 0.2;
const PAIR_SCALE = 0.15;

/** True when the recording tells customer and agent apart. */
export function speakersKnown(turns: readonly Turn[]): boolean {
  return turns.some((turn) => turn.speaker === 'customer');
}

/** What a model sees that keeps apart the customer's words, the customer's ending, the agent's words and their ending. */
export function sidedFeatures(turns: readonly Turn[]): Features {
  const features: Features = new Map();
  const customer = turns.filter((turn) => turn.speaker === 'customer').map(turnTokens);
  const agent = turns.filter((turn) => turn.speaker === 'agent').map(turnTokens);
  addSide(features, 'c', customer, ['customer']);
  addSide(features, 'e', ending(customer), ['customer']);
  addSide(features, 'a', agent, ['agent']);
  addSide(features, 'b', ending(agent), ['agent']);
  addShape(features, customer, agent);
  return features;
}

/** What a model sees that reads the call as one text: all there is when nobody knows who speaks. */
export function wholeFeatures(turns: readonly Turn[]): Features {
  const features: Features = new Map();
  const all = turns.map(turnTokens);
  addSide(features, 'u', all, ['customer', 'agent']);
  addSide(features, 'v', ending(all), ['customer', 'agent']);
  return features;
}

/** A turn is read several times in one analysis; its tokens live as long as it does. */
const KNOWN_TOKENS = new WeakMap<Turn, string[]>();

function turnTokens(turn: Turn): string[] {
  const known = KNOWN_TOKENS.get(turn);
  if (known !== undefined) return known;
  const made = tokens(turn.text);
  KNOWN_TOKENS.set(turn, made);
  return made;
}

function ending(turns: readonly string[][]): string[][] {
  const total = turns.reduce((sum, turn) => sum + turn.length, 0);
  const kept: string[][] = [];
  let count = 0;
  for (let at = turns.length - 1; at >= 0; at -= 1) {
    const turn = turns[at] ?? [];
    if (count >= total * ENDING_SHARE && kept.length >= 2) break;
    kept.unshift(turn);
    count += turn.length;
  }
  return kept;
}

function addSide(
  features: Features,
  zone: string,
  turns: readonly string[][],
  sides: readonly ('customer' | 'agent')[],
): void {
  const names = new Set<string>();
  const acts = new Map<string, number>();
  for (const turn of turns) {
    addWords(names, zone, turn);
    for (const side of sides) {
      for (const [act, count] of matchActs(side, turn)) {
        const name = `${zone}!${side === 'agent' && sides.length > 1 ? 'agent.' : ''}${act}`;
        acts.set(name, (acts.get(name) ?? 0) + count);
      }
    }
  }
  const scale = names.size === 0 ? 0 : 1 / Math.sqrt(names.size);
  for (const name of names) features.set(name, scale);
  for (const [name, count] of acts) features.set(name, ACT_SCALE * Math.log2(1 + count));
}

function addWords(names: Set<string>, zone: string, turn: readonly string[]): void {
  let before = '^';
  let groupBefore = '^';
  for (const word of [...turn, '$']) {
    const group = wordClass(word) ?? word;
    if (word !== '$') {
      names.add(`${zone}:${word}`);
      if (group !== word) names.add(`${zone}:${group}`);
    }
    names.add(`${zone}:${before} ${word}`);
    if (group !== word || groupBefore !== before) names.add(`${zone}:${groupBefore} ${group}`);
    before = word;
    groupBefore = group;
  }
}

/** How the call is shaped: who talks, how long, how it breaks off. */
function addShape(features: Features, customer: readonly string[][], agent: readonly string[][]): void {
  const count = (turns: readonly string[][]): number => turns.reduce((sum, turn) => sum + turn.length, 0);
  const customerWords = count(customer);
  const agentWords = count(agent);
  const last = customer[customer.length - 1] ?? [];
  const longest = Math.max(0, ...customer.map((turn) => turn.length));
  features.set('s!share', PAIR_SCALE * 4 * (customerWords / Math.max(1, customerWords + agentWords) - 0.5));
  features.set('s!length', PAIR_SCALE * Math.log2(1 + customerWords / 100));
  features.set('s!mean', PAIR_SCALE * Math.log2((1 + customerWords / Math.max(1, customer.length)) / 15));
  features.set('s!last', PAIR_SCALE * Math.log2((1 + last.length) / 10));
  features.set('s!longest', PAIR_SCALE * Math.log2((1 + longest) / 30));
  features.set('s!bias', PAIR_SCALE);
}
