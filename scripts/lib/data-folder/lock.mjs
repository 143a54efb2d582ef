// Locks between commands in one clone. A lock is a file that names its holder; a dead process's lock is stale.
import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

import { errorCode } from '../errors.mjs';
import { ROOT } from '../paths.mjs';
import { identifyProcess, isRunning } from '../processes/process-identity.mjs';
import { readPrivateJson, writePrivateJson } from './private-file.mjs';

/** @typedef {import('../processes/process-identity.mjs').ProcessRecord} ProcessRecord */
/** @typedef {ProcessRecord & { root: string, host: string, token: string }} Holder contents of a lock file */

/**
 * Acquires the lock if it's free.
 * @param {string} path
 * @param {(holder: Holder) => boolean} [isHeld] by default, whether a running process of this clone holds the lock
 * @returns {{ release: () => void } | { heldBy: number }} `heldBy` is the holder's PID; `release` can be called twice
 */
export function tryLock(path, isHeld = (holder) => isRunning(holder) && belongsToThisClone(holder)) {
  const token = randomUUID();
  const draft = `${path}.draft-${token}`; // other containers can have processes with the same ID
  writePrivateJson(draft, { ...identifyProcess(process.pid), root: ROOT, host: hostname(), token });
  try {
    for (;;) {
      if (linkIfFree(draft, path)) return { release: () => removeLock(path, token) };
      /** @type {Holder | undefined} */
      const holder = readPrivateJson(path);
      if (!holder) continue; // released since the first attempt
      if (isHeld(holder)) return { heldBy: holder.pid };
      // Only the holder of a second lock, named after the stale one, removes the stale lock, and only if it still
      // exists. Otherwise, a slow process could remove the valid lock that another process has replaced it with.
      const takeover = tryLock(`${path}.${holder.token}`, isHeld);
      if ('heldBy' in takeover) return takeover;
      removeLock(path, holder.token);
      takeover.release();
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * @param {string} draft
 * @param {string} path
 * @returns {boolean} false if another process has the lock
 */
function linkIfFree(draft, path) {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock if it has this token. @param {string} path @param {string} token */
function removeLock(path, token) {
  const holder = readPrivateJson(path);
  if (holder && holder.token === token) rmSync(path, { force: true });
}

/**
 * Waits for a lock, then holds it while running `work`.
 * @template T
 * @param {string} path @param {AbortSignal} signal @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(path, signal, work) {
  let lock = tryLock(path);
  while (!('release' in lock)) {
    await sleep(200, undefined, { signal });
    lock = tryLock(path);
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/**
 * Whether a file was written by this clone. A copied clone contains the original's files; a moved clone keeps its own.
 * @param {{ root: string }} file
 */
export function belongsToThisClone({ root }) {
  return root === ROOT || !existsSync(root);
}
