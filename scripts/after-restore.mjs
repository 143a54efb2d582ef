// npm run after-restore: discards messages that were unsent when a restored backup was taken, because most have been
// sent since. Uses the database in DATABASE_URL, or else temporarily starts the database of npm start in this clone.
// Run it before starting a worker.
import { buildIfChanged } from './lib/build.mjs';
import { openDataFolder } from './lib/data-folder/data-folder.mjs';
import { readState } from './lib/data-folder/state.mjs';
import { startDatabases } from './lib/databases/databases.mjs';
import { CliError } from './lib/errors.mjs';
import { installPackages } from './lib/install/packages.mjs';
import { DATA } from './lib/paths.mjs';
import { passThrough } from './lib/processes/product-command.mjs';
import { runScript } from './lib/processes/run-script.mjs';
import { loadEnvironment } from './lib/system/environment.mjs';
import { step } from './lib/terminal.mjs';

await runScript(async (signal, cleanups) => {
  loadEnvironment();
  await step('packages', () => installPackages(signal));
  const databaseUrl =
    process.env.DATABASE_URL ?? (await step('database', () => startDatabase(signal, cleanups))).databaseUrl;
  await step('build', () => buildIfChanged(signal));
  await passThrough('libs/database/after-restore.js', { ...process.env, DATABASE_URL: databaseUrl }, signal);
});

/**
 * Starts the database of `npm start`, which must be stopped.
 * @param {AbortSignal} signal @param {(() => unknown)[]} cleanups
 */
async function startDatabase(signal, cleanups) {
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
