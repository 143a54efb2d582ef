// npm run after-restore: discards messages that were unsent when a restored backup was taken, because most have been
// sent since. Uses the database in DATABASE_URL, or else temporarily starts the database of npm start in this clone.
// Run it before starting a worker.
import { join } from 'node:path';

import { buildIfChanged } from './lib/build.mjs';
import { openDataFolder } from './lib/data-folder/data-folder.mjs';
import { readState } from './lib/data-folder/state.mjs';
import { startDatabases } from './lib/databases/databases.mjs';
import { CliError } from './lib/errors.mjs';
import { installPackages } from './lib/install/packages.mjs';
import { DATA, DIST, ROOT } from './lib/paths.mjs';
import { runCommand } from './lib/processes/command.mjs';
import { onStopRequest } from './lib/processes/stop-signal.mjs';
import { loadEnvironment } from './lib/system/environment.mjs';
import { print, printError, step } from './lib/terminal.mjs';

const signal = onStopRequest(() => process.exit(130));
/** @type {(() => unknown)[]} runs in reverse order at the end */
const cleanups = [];
try {
  loadEnvironment();
  await step('packages', () => installPackages(signal));
  const databaseUrl = process.env.DATABASE_URL ?? (await step('database', startDatabase)).databaseUrl;
  await step('build', () => buildIfChanged(signal));
  const { code, output } = await runCommand(
    process.execPath,
    ['--enable-source-maps', join(DIST, 'libs/database/after-restore.js'), ...process.argv.slice(2)],
    { cwd: ROOT, env: { ...process.env, DATABASE_URL: databaseUrl }, signal },
  );
  print(output.trim());
  process.exitCode = code;
} catch (error) {
  if (!signal.aborted) printError(error);
  process.exitCode = 1;
} finally {
  for (const cleanUp of cleanups.reverse()) await cleanUp();
}

/** Starts the database of `npm start`, which must be stopped. */
async function startDatabase() {
  const folder = await openDataFolder(DATA);
  if ('heldBy' in folder) throw new CliError('Ringwell is running here: press Ctrl+C in its terminal, then try again.');
  cleanups.push(() => folder.release());
  if (!readState(DATA).postgresPassword)
    throw new CliError('There is no database in .data: unpack the backup there, then try again.');
  const redisUrl = process.env.REDIS_URL ?? ''; // the command doesn't use Redis
  const databases = await startDatabases({ folder: DATA, throwaway: false, database: 'ringwell', redisUrl, signal });
  cleanups.push(() => databases.stop());
  return databases;
}
