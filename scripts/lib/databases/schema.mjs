// Checks whether migrations need to run, which is a hundred times faster than running them.
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { DIST, ROOT } from '../paths.mjs';

/**
 * @param {string} databaseUrl
 * @returns {Promise<boolean>} whether all of this build's migrations have been applied to the database; false if it
 *   can't be read, in which case the migration reports the cause
 */
export async function isSchemaCurrent(databaseUrl) {
  const timestamps = readdirSync(join(DIST, 'libs/database/migrations'))
    .filter((file) => file.endsWith('.js'))
    .map((file) => parseInt(file, 10));
  const applied = new Set(await fetchAppliedTimestamps(databaseUrl).catch(() => []));
  return timestamps.every((timestamp) => applied.has(timestamp));
}

/** @param {string} databaseUrl @returns {Promise<number[]>} @throws a pg error, for example if the database is new */
async function fetchAppliedTimestamps(databaseUrl) {
  /** @type {typeof import('pg')} */
  const { Client } = createRequire(join(ROOT, 'package.json'))('pg');
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query('select timestamp from migrations');
    return rows.map(({ timestamp }) => Number(timestamp));
  } finally {
    await client.end();
  }
}
