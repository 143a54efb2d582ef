// Locks between the commands of one clone. A lock is a file that names its holder; one whose holder is dead counts as free.
import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { ROOT } from './paths.mjs';
import { readPrivateJson, writePrivateJson } from './private-file.mjs';
import { isRunning, recordOf } from './process-identity.mjs';

/**
 * Takes the lock, or tells who has it.
 * @param {string} path
 * @returns {{ release: () => void } | { heldBy: number }} `heldBy` is the holder's pid; releasing it twice does no harm
 */
export function tryLock(path) {
  const token = randomUUID();
  const draft = `${path}.${process.pid}`;
  writePrivateJson(draft, { ...recordOf(process.pid), root: ROOT, token });
  try {
    for (;;) {
      if (linkIfFree(draft, path)) return { release: () => removeLock(path, token) };
      const holder = readPrivateJson(path);
      if (!holder) continue; // released meanwhile
      if (isHeld(holder)) return { heldBy: holder.pid };
      // Only the holder of a second lock, named after the stale one, removes it, and only if it is still there. Without that, a
      // process that is slow to remove a stale lock would remove the valid one that another process has put in its place.
      const right = tryLock(`${path}.${holder.token}`);
      if ('heldBy' in right) return right; // that process is taking the lock over
      removeLock(path, holder.token);
      right.release();
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** @returns {boolean} false when the lock exists: exactly one process gets it */
function linkIfFree(draft, path) {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isHeld(holder) {
  return isRunning(holder) && belongsHere(holder);
}

/** Removes the lock if it is the one with this token. */
function removeLock(path, token) {
  const holder = readPrivateJson(path);
  if (holder && holder.token === token) rmSync(path, { force: true });
}

/**
 * Does something while holding a lock, waiting for it first.
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

/** Whether a note was made in this clone: a copied clone brings the notes of the one it was copied from. A moved one counts. */
export function belongsHere(note) {
  return note.root === ROOT || !existsSync(note.root);
}
