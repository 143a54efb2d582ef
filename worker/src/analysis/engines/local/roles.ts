import type { CallDirection } from '@ringwell/domain/call';
import type { Sentiment } from '@ringwell/domain/sentiment';
import type { Speaker } from '@ringwell/domain/transcript';

import type { Turn } from './call-features';
import { wordCount } from './clauses';
import type { Features } from './linear-model';
import { clauseFeatures, type ScoredClause } from './salience';
import { softmax } from './text-classifier';
import { contentStems, FIGURE, isNumberWord, words } from './words';

/** What a clause is quoted for in a note; `who` for the customer's name. */
export const NOTE_ROLES = ['why', 'who', 'about', 'agreed', 'next'] as const;
export type NoteRole = (typeof NOTE_ROLES)[number];

/** For each feature its weight for each of `NOTE_ROLES` over having no role, in thousandths. */
export type StoredRoleModel = Record<string, number[]>;

/** 0 to 1 each: how likely a person would quote the clause for this. What is missing to 1 is the share of no role. */
export type RoleShares = Record<NoteRole, number>;

/** How likely a person would quote the clause for anything. */
export function quotedShare(roles: RoleShares): number {
  return Math.min(
    1,
    NOTE_ROLES.reduce((sum, role) => sum + roles[role], 0),
  );
}

export interface NoteClause extends ScoredClause {
  roles: RoleShares;
}

const THOUSANDTHS = 1_000;

/** A softmax regression over the features of a clause. */
export class RoleModel {
  private readonly weights: Map<string, number[]>;

  constructor(stored: StoredRoleModel) {
    this.weights = new Map(
      Object.entries(stored).map(([name, weights]) => [name, weights.map((weight) => weight / THOUSANDTHS)]),
    );
  }

  shares(features: Features): RoleShares {
    const scores = NOTE_ROLES.map(() => 0);
    for (const [name, value] of features) {
      const weights = this.weights.get(name);
      if (weights === undefined) continue;
      weights.forEach((weight, role) => {
        scores[role] = (scores[role] ?? 0) + weight * value;
      });
    }
    const [why = 0, who = 0, about = 0, agreed = 0, next = 0] = softmax([...scores, 0]);
    return { why, who, about, agreed, next };
  }
}

/** Finds how likely a clause would be quoted for each role. */
export function assignRoles(call: ScoredCall, clause: ScoredClause, index: number, model: RoleModel): NoteClause {
  return { ...clause, roles: model.shares(roleFeatures(call, index)) };
}

/** A call whose clauses are scored. */
export interface ScoredCall {
  clauses: readonly ScoredClause[];
  turns: readonly Turn[];
  direction: CallDirection | undefined;
  /** The customer's mood: unhappy customers turn down more than they agree to. */
  sentiment: Sentiment;
}

const WORD_VALUE = 0.5;
const MAX_LOG_ODDS = 4;
const NEIGHBOR_WORDS = 8;
const ONLY_NAMES = /^\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)*$/u;
// Steps of the place of a clause, from the beginning and from the end.
const PLACES = [1, 2, 3, 5, 8, 12, 20];

/** The features of a clause, its place on the side of who called, and what the other side says before and after it. */
export function roleFeatures(call: ScoredCall, index: number): Features {
  const { clauses, turns, direction, sentiment } = call;
  const clause = clauses[index];
  if (clause === undefined) return new Map();
  const features = clauseFeatures(clauses, index, turns);
  const side = sideOf(clause.speaker, direction);
  const set = (name: string): void => void features.set(name, 1).set(`${side} ${name}`, 1);
  const odds = Math.log(clause.salience / (1 - clause.salience));
  features.set('salience', Math.max(-MAX_LOG_ODDS, Math.min(MAX_LOG_ODDS, odds)) / 2);
  const figures = Math.min(3, [...contentStems(clause.text).values()].filter((weight) => weight > 1).length);
  set('side');
  set(`clause ${placeOf(index)}`);
  set(`left ${placeOf(clauses.length - 1 - index)}`);
  set(`tenth ${Math.floor(clause.position * 9.99)}`);
  set(`size ${Math.min(6, Math.floor(wordCount(clause.text) / 3))}`);
  set(clause.isQuestion ? 'asks' : 'states');
  if (ONLY_NAMES.test(clause.text)) set('only names');
  set(`figures ${figures}`);
  set(`mood ${sentiment}`);
  set(`mood ${sentiment} figures ${figures}`);
  set(`mood ${sentiment} fifth ${Math.floor(clause.position * 4.99)}`);
  if (clauses[index - 1]?.turn !== clause.turn) set('opens turn');
  addWords(features, plainWords(clause.text), side);
  addNeighbors(features, call, clause, clauses[index + 1]?.turn !== clause.turn);
  return features;
}

function placeOf(count: number): number {
  return PLACES.filter((place) => count >= place).length;
}

function addWords(features: Features, said: readonly string[], side: string): void {
  for (const length of [1, 2]) {
    const beginning = `begins ${said.slice(0, length).join(' ')}`;
    features.set(beginning, 1).set(`${side} ${beginning}`, 1);
  }
  said.forEach((word, at) => {
    features.set(`says ${word}`, WORD_VALUE).set(`${side} says ${word}`, WORD_VALUE);
    if (at > 0) features.set(`says ${said[at - 1] ?? ''} ${word}`, WORD_VALUE);
  });
}

function addNeighbors(
  features: Features,
  { turns, direction }: ScoredCall,
  clause: ScoredClause,
  closes: boolean,
): void {
  const side = sideOf(clause.speaker, direction);
  const set = (name: string): void => void features.set(name, 1).set(`${side} ${name}`, 1);
  const stems = contentStems(clause.text);
  const before = neighborOf(turns, clause, -1);
  const after = neighborOf(turns, clause, 1);
  set(`repeats ${repeated(stems, before)}`);
  set(`repeated ${repeated(stems, after)}`);
  set(`reply ${Math.min(3, Math.floor(wordCount(after) / 3))}`);
  for (const word of plainWords(before).slice(-NEIGHBOR_WORDS)) features.set(`before ${word}`, WORD_VALUE);
  const reply = plainWords(after).slice(0, NEIGHBOR_WORDS);
  for (const word of reply) features.set(`after ${word}`, WORD_VALUE);
  if (!closes) return;
  set('closes turn');
  for (const word of reply) features.set(`reply ${side} ${word}`, WORD_VALUE);
  features.set(`reply begins ${reply[0] ?? '-'}`, 1);
}

// "Nine to noon" is like "ten to noon".
function plainWords(text: string): string[] {
  return words(text).map((word) => (isNumberWord(word) ? FIGURE : word));
}

function sideOf(speaker: Speaker, direction: CallDirection | undefined): 'caller' | 'called' | 'unknown' {
  if (speaker === 'unknown') return 'unknown';
  return (speaker === 'agent') === (direction === 'outbound') ? 'caller' : 'called';
}

// The nearest turn of the other side. Turns of unknown speakers alternate.
function neighborOf(turns: readonly Turn[], { turn, speaker }: ScoredClause, step: 1 | -1): string {
  let at = turn + step;
  while (speaker !== 'unknown' && turns[at]?.speaker === speaker) at += step;
  return turns[at]?.text ?? '';
}

function repeated(stems: ReadonlyMap<string, number>, text: string): number {
  const others = contentStems(text);
  return Math.min(3, [...stems.keys()].filter((stem) => others.has(stem)).length);
}
