// state.json lists what a running command has started, so that other commands can find it and the next start can clean
// up after kill -9.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { errorMessage } from '../errors.mjs';
import { displayPath, ROOT } from '../paths.mjs';
import { print, yellow } from '../terminal.mjs';
import { belongsToThisClone } from './lock.mjs';
import { readPrivateJson, writePrivateJson } from './private-file.mjs';

/** Delay before retrying a change that couldn't be written. */
const RETRY_MS = 2_000;

/**
 * @typedef {import('../processes/process-identity.mjs').ProcessRecord & { stopSignal: NodeJS.Signals }} SavedProcess
 */

/**
 * @typedef {object} State
 * @property {string} root the clone it belongs to
 * @property {string} [databaseFolder] folder of the embedded databases
 * @property {string} [originalDatabaseFolder] folder of the databases that were not copied along with this one
 * @property {string} [postgresPassword] of the product's role
 * @property {string} [superuserPassword] of PostgreSQL
 * @property {string} [databaseUrl] of the running system
 * @property {string} [redisUrl] of the running system
 * @property {string} [url] of the running system's API
 * @property {'off'} [models] the last MODELS value of a start command
 * @property {Record<string, SavedProcess>} processes by name, in the order of their start
 */

/** @typedef {(state: State) => Partial<State>} Change */

/**
 * Changes that couldn't be written yet, by folder.
 * @type {Map<string, { changes: Change[], retry: NodeJS.Timeout }>}
 */
const pendingChanges = new Map();

/** @param {string} folder @returns {State} */
export function readState(folder) {
  const state = readPrivateJson(statePath(folder)) ?? {};
  if (state.root !== undefined && state.root !== ROOT) return takeOverState(state);
  return { processes: {}, ...state, root: ROOT };
}

/**
 * Changes some fields. The caller must hold the folder's lock.
 * @param {string} folder
 * @param {Partial<State>} change
 */
export function updateState(folder, change) {
  mkdirSync(folder, { recursive: true }); // a system whose folder was deleted must still be able to stop
  writePrivateJson(statePath(folder), { ...readState(folder), ...change });
}

/**
 * Changes some fields, retrying in the background while the file can't be written (full disk). Prints one warning when
 * writing starts failing, and one when it works again.
 * @param {string} folder @param {Change} change
 */
export function updateStateEventually(folder, change) {
  writeChanges(folder, [change]);
}

/** @param {string} folder @param {Change[]} newChanges */
function writeChanges(folder, newChanges) {
  const pending = pendingChanges.get(folder);
  const changes = [...(pending?.changes ?? []), ...newChanges];
  clearTimeout(pending?.retry);
  try {
    updateState(
      folder,
      changes.reduce((state, change) => ({ ...state, ...change(state) }), readState(folder)),
    );
  } catch (error) {
    if (!pending)
      print(yellow(`${displayPath(statePath(folder))} cannot be written (${errorMessage(error)}): retrying.`));
    pendingChanges.set(folder, { changes, retry: setTimeout(() => writeChanges(folder, []), RETRY_MS).unref() });
    return;
  }
  pendingChanges.delete(folder);
  if (pending) print(yellow(`${displayPath(statePath(folder))} can be written again.`));
}

/**
 * Returns the state of a clone that was moved or copied here. A copy must not touch the original's processes and
 * external folder; a moved clone keeps them. A database folder inside the clone is found under its new path.
 * @param {State} state
 * @returns {State}
 */
function takeOverState({ root, processes, postgresPassword, superuserPassword, databaseFolder, models }) {
  const newState = { root: ROOT, postgresPassword, superuserPassword, models, processes: {} };
  const externalFolder = databaseFolder?.startsWith(`${root}/`) ? undefined : databaseFolder;
  if (!belongsToThisClone({ root })) return { ...newState, originalDatabaseFolder: externalFolder };
  return { ...newState, processes, databaseFolder: externalFolder };
}

/** @param {string} folder */
function statePath(folder) {
  return join(folder, 'state.json');
}
