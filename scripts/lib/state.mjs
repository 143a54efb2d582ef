// state.json: what a running command started, so that other commands find it and the next one can clear up after a kill -9.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { belongsHere } from './lock.mjs';
import { ROOT, shown } from './paths.mjs';
import { readPrivateJson, writePrivateJson } from './private-file.mjs';
import { say, yellow } from './terminal.mjs';

/** How soon a change that could not be written is tried again. */
const RETRY_MS = 2_000;

/**
 * Changes that could not be written yet, by folder.
 * @type {Map<string, { changes: ((state: State) => Partial<State>)[], retry: NodeJS.Timeout }>}
 */
const unwritten = new Map();

/**
 * @typedef {object} State
 * @property {string} root the clone it belongs to
 * @property {string} [databaseFolder] where the embedded databases keep their files
 * @property {string} [postgresPassword]
 * @property {string} [databaseUrl] of the running system
 * @property {string} [redisUrl] of the running system
 * @property {string} [url] where the running system's API answers
 * @property {Record<string, import('./process-identity.mjs').ProcessRecord & { stopSignal: NodeJS.Signals }>} processes by name,
 *   in the order in which they were started
 */

/** @param {string} folder @returns {State} */
export function readState(folder) {
  const state = readPrivateJson(pathIn(folder)) ?? {};
  if (state.root !== undefined && state.root !== ROOT) return elsewhere(state);
  return { processes: {}, ...state, root: ROOT };
}

/** Changes some fields; only the command that holds the folder's lock may do so. @param {string} folder @param {Partial<State>} change */
export function updateState(folder, change) {
  mkdirSync(folder, { recursive: true }); // whoever deletes it under a running system must still be able to stop it
  writePrivateJson(pathIn(folder), { ...readState(folder), ...change });
}

/**
 * Changes some fields, for callers that must go on when the file cannot be written (the disk is full): the change is then made
 * as soon as it can be. The terminal shows one warning when that begins, and one when it is over.
 * @param {string} folder @param {(state: State) => Partial<State>} change
 */
export function changeStateWhenPossible(folder, change) {
  writeChanges(folder, [change]);
}

function writeChanges(folder, added) {
  const waiting = unwritten.get(folder);
  const changes = [...(waiting?.changes ?? []), ...added];
  clearTimeout(waiting?.retry);
  try {
    updateState(
      folder,
      changes.reduce((state, change) => ({ ...state, ...change(state) }), readState(folder)),
    );
  } catch (error) {
    if (!waiting)
      say(yellow(`${shown(pathIn(folder))} cannot be written (${error.message}): trying again until it can.`));
    unwritten.set(folder, { changes, retry: setTimeout(() => writeChanges(folder, []), RETRY_MS).unref() });
    return;
  }
  unwritten.delete(folder);
  if (waiting) say(yellow(`${shown(pathIn(folder))} is written again.`));
}

/**
 * The state of a clone that was moved or copied here. A copy must leave the processes and the outside folder of its original
 * alone; a moved clone keeps them. What lay inside the clone lies inside it still, under its new path.
 */
function elsewhere({ root, processes, postgresPassword, databaseFolder }) {
  const here = { root: ROOT, postgresPassword, processes: {} };
  if (!belongsHere({ root })) return here;
  return { ...here, processes, databaseFolder: databaseFolder?.startsWith(`${root}/`) ? undefined : databaseFolder };
}

function pathIn(folder) {
  return join(folder, 'state.json');
}
