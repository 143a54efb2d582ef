// PostgreSQL and Redis for one test run, in its own folder because parallel runs must not share anything.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { openDataFolder } from '../data-folder/data-folder.mjs';
import { withLock } from '../data-folder/lock.mjs';
import { readState } from '../data-folder/state.mjs';
import { makeTraversableFolder } from '../folders.mjs';
import { DATA } from '../paths.mjs';
import { startDatabases } from './databases.mjs';
import { linkRedisServer } from './redis.mjs';

const TEST_DATA = join(DATA, 'test');

/**
 * @typedef {object} TestDatabases
 * @property {Record<string, string>} env tells Jest where the servers are
 * @property {() => Promise<void>} stop
 */

/**
 * @param {AbortSignal} signal
 * @param {{ throwaway?: boolean }} [options] `throwaway: false` for benchmarks: as durable (and slow) as in production
 * @returns {Promise<TestDatabases>}
 */
export async function startTestDatabases(signal, { throwaway = true } = {}) {
  makeTraversableFolder(DATA);
  makeTraversableFolder(TEST_DATA);
  const folder = join(TEST_DATA, String(process.pid));
  await withLock(join(DATA, 'test.lock'), signal, async () => {
    await removeDeadRuns();
    await openDataFolder(folder); // its lock is deleted with the folder
  });
  try {
    const databases = await startDatabases({ folder, throwaway, signal });
    const stop = async () => {
      await databases.stop();
      removeRun(folder);
    };
    const env = {
      TEST_DATABASE_URL: databases.databaseUrl,
      TEST_REDIS_URL: databases.redisUrl,
      TEST_REDIS_BINARY: linkRedisServer(folder),
    };
    return { env, stop };
  } catch (error) {
    removeRun(folder);
    throw error;
  }
}

/** Stops servers and removes folders left by killed runs. */
async function removeDeadRuns() {
  for (const name of readdirSync(TEST_DATA)) {
    const folder = join(TEST_DATA, name);
    const dataFolder = await openDataFolder(folder);
    if ('heldBy' in dataFolder) continue;
    removeRun(folder);
  }
}

/** @param {string} folder */
function removeRun(folder) {
  const { databaseFolder } = readState(folder);
  for (const path of [databaseFolder, folder]) if (path) rmSync(path, { recursive: true, force: true });
}
