// Opens a data folder: locks it for this command and stops anything a killed command left running.
import { join } from 'node:path';

import { makeTraversableFolder } from '../folders.mjs';
import { stopLeftovers } from '../processes/child.mjs';
import { tryLock } from './lock.mjs';
import { updateState } from './state.mjs';

/**
 * @param {string} folder created if it doesn't exist
 * @returns {Promise<{ heldBy: number } | { stopped: string[], release: () => void }>} PID of the command that holds the
 *   lock, or the names of the processes that were stopped
 */
export async function openDataFolder(folder) {
  makeTraversableFolder(folder);
  const lock = tryLock(join(folder, 'in-use.lock'));
  if ('heldBy' in lock) return lock;
  const stopped = await stopLeftovers(folder);
  updateState(folder, { databaseUrl: undefined, redisUrl: undefined, url: undefined, processes: {} });
  return { stopped, release: lock.release };
}
