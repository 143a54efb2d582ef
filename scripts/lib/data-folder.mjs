// A data folder in use: locked by one command, freed from what an earlier, killed one left behind.
import { join } from 'node:path';

import { stopLeftovers } from './child.mjs';
import { tryLock } from './lock.mjs';
import { makePassableFolder } from './service-account.mjs';
import { updateState } from './state.mjs';

/**
 * @param {string} folder made when it does not exist
 * @returns {Promise<{ heldBy: number } | { stopped: string[], release: () => void }>} the pid of the command that uses it;
 *   or the names of the leftovers that were stopped
 */
export async function openDataFolder(folder) {
  makePassableFolder(folder);
  const lock = tryLock(join(folder, 'in-use.lock'));
  if ('heldBy' in lock) return lock;
  const stopped = await stopLeftovers(folder);
  updateState(folder, { databaseUrl: undefined, redisUrl: undefined, url: undefined, processes: {} });
  return { stopped, release: lock.release };
}
