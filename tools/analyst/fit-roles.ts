import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { callClauses } from '../../worker/src/analysis/engines/local/clauses';
import { LinearModel, type Features } from '../../worker/src/analysis/engines/local/linear-model';
import { chooseNote } from '../../worker/src/analysis/engines/local/note';
import type { RatedCall } from '../../worker/src/analysis/engines/local/rated-call';
import {
  assignRoles,
  NOTE_ROLES,
  roleFeatures,
  RoleModel,
  type NoteClause,
  type NoteRole,
  type ScoredCall,
  type StoredRoleModel,
} from '../../worker/src/analysis/engines/local/roles';
import { scoreClause } from '../../worker/src/analysis/engines/local/salience';
import { sentencesOf } from '../../worker/src/analysis/engines/local/sentences';
import { words } from '../../worker/src/analysis/engines/local/words';
import { fitSalience, frequentNames } from './fit-models';
import { fitSoftmax } from './softmax-regression';
import type { TrainingCall } from './training-data';

/** Which clauses of a call people chose for a note, as the call has them. */
const notedCall = z.strictObject({
  file: z.string(),
  id: z.string(),
  why: z.array(z.string()),
  who: z.array(z.string()),
  about: z.array(z.string()),
  agreed: z.array(z.string()),
  next: z.array(z.string()),
});

export type NotedCall = z.infer<typeof notedCall>;

const ROLES_PATH = join(__dirname, 'note-roles.jsonl');
const OPTIONS = { l2: 10, minExamples: 5, iterations: 100, smallest: 80 };
// Calls count once with their speakers, and so much as one text.
const UNKNOWN_SPEAKERS_WEIGHT = 0.35;
const THOUSANDTHS = 1_000;
const NONE = NOTE_ROLES.length;

export function loadNotedCalls(path = ROLES_PATH): NotedCall[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => notedCall.parse(JSON.parse(line)));
}

/** Tells whether the committed model was made from these roles. */
export function noteRolesHash(path = ROLES_PATH): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** The clauses of a noted call with the salience that a model without the call's file gives them. */
export interface RoleExample {
  file: string;
  call: ScoredCall;
  /** Index of the role of each clause in `NOTE_ROLES`, or its length for none. */
  targets: number[];
  weight: number;
}

export function roleExamples(calls: readonly TrainingCall[], noted: readonly NotedCall[]): RoleExample[] {
  return [...new Set(noted.map(({ file }) => file))].flatMap((file) => {
    const unseen = calls.filter((call) => call.file !== `${file}.jsonl`);
    const salience = new LinearModel(fitSalience(unseen));
    return noted
      .filter((note) => note.file === file)
      .flatMap((note) => {
        const call = calls.find(({ id, file: from }) => id === note.id && from === `${file}.jsonl`);
        if (call === undefined) throw new Error(`note-roles.jsonl has a call ${note.id} that ${file}.jsonl has not.`);
        const blind = { ...call, turns: call.turns.map(({ text }) => ({ speaker: 'unknown' as const, text })) };
        return [example(call, note, salience, 1), example(blind, note, salience, UNKNOWN_SPEAKERS_WEIGHT)];
      });
  });
}

function example(
  { turns, direction, label }: TrainingCall,
  note: NotedCall,
  salience: LinearModel,
  weight: number,
): RoleExample {
  const clauses = callClauses(turns).map((clause, index, all) => scoreClause(all, clause, index, turns, salience));
  const quotes = new Map(NOTE_ROLES.map((role) => [role, note[role].map(spoken)]));
  const targets = clauses.map(({ text }) => {
    const role = NOTE_ROLES.findIndex((name) => quotes.get(name)?.some((quote) => isSame(quote, spoken(text))));
    return role < 0 ? NONE : role;
  });
  return { file: note.file, call: { clauses, turns, direction, sentiment: label }, targets, weight };
}

function spoken(text: string): string {
  return ` ${words(text).join(' ')} `;
}

// Clauses may be cut elsewhere than when they were chosen: most of one must be in the other.
const SHARED_PART = 0.6;

function isSame(quote: string, clause: string): boolean {
  const [long, short] = quote.length > clause.length ? [quote, clause] : [clause, quote];
  return long.includes(short) && short.length >= SHARED_PART * long.length;
}

/** Learns what people quote clauses for. */
export function fitRoles(examples: readonly RoleExample[]): StoredRoleModel {
  const clauses = examples.flatMap(({ call, targets, weight }) =>
    targets.map((target, at) => ({ features: roleFeatures(call, at), target, weight })),
  );
  const names = frequentNames(
    clauses.map(({ features }) => features),
    OPTIONS.minExamples,
  );
  const index = new Map(names.map((name, at) => [name, at]));
  const weights = fitSoftmax(
    clauses.map(({ features, target, weight }) => ({ ...indexed(features, index), target, weight })),
    { classes: NONE + 1, features: names.length, l2: OPTIONS.l2, iterations: OPTIONS.iterations },
  );
  const stored = names.map((name, at): [string, number[]] => {
    const [none = 0, ...rest] = [...weights.subarray(at * (NONE + 1), (at + 1) * (NONE + 1))].reverse();
    return [name, rest.reverse().map((weight) => Math.round((weight - none) * THOUSANDTHS))];
  });
  return Object.fromEntries(stored.filter(([, row]) => row.some((weight) => Math.abs(weight) >= OPTIONS.smallest)));
}

function indexed(
  features: Features,
  index: ReadonlyMap<string, number>,
): { indices: Int32Array; values: Float64Array } {
  const known = [...features].filter(([name]) => index.has(name));
  return {
    indices: Int32Array.from(known, ([name]) => index.get(name) ?? 0),
    values: Float64Array.from(known, ([, value]) => value),
  };
}

/** A call that the model has not seen: its clauses with their roles, and the role that people gave them. */
export interface HeldOutNote {
  call: RatedCall;
  clauses: readonly NoteClause[];
  targets: readonly number[];
}

/** Leaves each file out in turn. */
export function crossValidateRoles(examples: readonly RoleExample[], commonStems: ReadonlySet<string>): HeldOutNote[] {
  return [...new Set(examples.map(({ file }) => file))].flatMap((file) => {
    const model = new RoleModel(fitRoles(examples.filter((one) => one.file !== file)));
    return examples
      .filter((one) => one.file === file && one.weight === 1)
      .map(({ call, targets }) => {
        const { turns, direction } = call;
        const clauses = call.clauses.map((clause, index) => assignRoles(call, clause, index, model));
        return { call: { clauses: sentencesOf(clauses, turns), commonStems, turns, direction }, clauses, targets };
      });
  });
}

export interface PartScore {
  /** A role, or `any` for all clauses of the note. */
  part: NoteRole | 'any';
  /** Share of the clauses in this part of notes that people chose for it. */
  precision: number;
  /** Share of the clauses that people chose for it that are in this part. */
  recall: number;
}

/** How well the parts of notes match what people chose. */
export function partScores(held: readonly HeldOutNote[]): PartScore[] {
  const notes = held.map(({ call, clauses, targets }) => ({ note: chooseNote(call), clauses, targets }));
  return (['why', 'agreed', 'next', 'any'] as const).map((part) => {
    let [right, quoted, chosen] = [0, 0, 0];
    for (const { note, clauses, targets } of notes) {
      const { about, agreed, next } = note;
      const why = note.reason ? [note.reason] : [];
      const quotes = part === 'any' ? [...why, ...about, ...agreed, ...next] : { why, agreed, next }[part];
      for (const [at, clause] of clauses.entries()) {
        const target = NOTE_ROLES[targets[at] ?? NONE];
        const isChosen = part === 'any' ? target !== undefined : target === part;
        const isQuoted = quotes.some((quote) => quote.turn === clause.turn && quote.text.includes(clause.text));
        if (isChosen) chosen += 1;
        if (isQuoted) quoted += 1;
        if (isChosen && isQuoted) right += 1;
      }
    }
    return { part, precision: right / Math.max(1, quoted), recall: right / Math.max(1, chosen) };
  });
}
