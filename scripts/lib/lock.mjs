// Locks between the commands of one clone. A lock is a file that names its holder; one whose holder is dead counts as free.
import { existsSync, linkSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from './paths.mjs';
import { readPrivateJson, writePrivateJson } from './private-file.mjs';
import { isRunning, recordOf } from './process-identity.mjs';

/**
 * Takes the lock, or tells who has it.
 * @param {string} path
 * @returns {{ release: () => void } | { heldBy: number }} `heldBy` is the holder's pid
 */
export function tryLock(path) {
  const draft = `${path}.${process.pid}`;
  for (;;) {
    writePrivateJson(draft, { ...recordOf(process.pid), root: ROOT });
    try {
      linkSync(draft, path); // fails when the file exists: exactly one process gets it
      return { release: () => rmSync(path, { force: true }) };
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const holder = readPrivateJson(path);
      if (holder && isRunning(holder) && belongsHere(holder)) return { heldBy: holder.pid };
      rmSync(path, { force: true });
    } finally {
      rmSync(draft, { force: true });
    }
  }
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
