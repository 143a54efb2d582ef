// PostgreSQL and Redis for one run of the tests, in a folder of their own, so that runs beside each other never meet.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { openDataFolder } from './data-folder.mjs';
import { startDatabases } from './databases.mjs';
import { withLock } from './lock.mjs';
import { DATA } from './paths.mjs';
import { redisServerLink } from './redis.mjs';
import { makePassableFolder } from './service-account.mjs';
import { readState } from './state.mjs';

const TEST_DATA = join(DATA, 'test');

/**
 * @param {AbortSignal} signal
 * @param {{ throwaway?: boolean }} [options] `throwaway: false` for measuring: as durable, and so as slow, as in production
 * @returns {Promise<{ env: Record<string, string>, stop: () => Promise<void> }>} `env` is what Jest gets: the tests know
 *   nothing else of the servers
 */
export async function startTestDatabases(signal, { throwaway = true } = {}) {
  makePassableFolder(DATA);
  makePassableFolder(TEST_DATA);
  const folder = join(TEST_DATA, String(process.pid));
  await withLock(join(DATA, 'test.lock'), signal, async () => {
    await removeDeadRuns();
    await openDataFolder(folder); // its lock goes with the folder
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
      TEST_REDIS_BINARY: redisServerLink(folder),
    };
    return { env, stop };
  } catch (error) {
    removeRun(folder);
    throw error;
  }
}

/** Runs that were killed leave servers and folders behind. */
async function removeDeadRuns() {
  for (const name of readdirSync(TEST_DATA)) {
    const folder = join(TEST_DATA, name);
    const opened = await openDataFolder(folder);
    if ('heldBy' in opened) continue;
    removeRun(folder);
  }
}

function removeRun(folder) {
  const { databaseFolder } = readState(folder);
  for (const path of [databaseFolder, folder]) if (path) rmSync(path, { recursive: true, force: true });
}
