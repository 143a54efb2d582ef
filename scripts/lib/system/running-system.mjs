import { readState } from '../data-folder/state.mjs';
import { CliError } from '../errors.mjs';
import { DATA } from '../paths.mjs';
import { systemEnvironment } from './environment.mjs';

/**
 * Finds the system that `npm start` is running in this clone.
 * @returns {{ url: string, env: NodeJS.ProcessEnv }} its API's URL, and the environment for its CLI programs
 * @throws {CliError} if none is running
 */
export function getRunningSystem() {
  const { url, databaseUrl, redisUrl } = readState(DATA);
  if (!url || !databaseUrl || !redisUrl)
    throw new CliError('Ringwell is not running here: run "npm start" in another terminal, then try again.');
  return { url, env: systemEnvironment({ databaseUrl, redisUrl, port: Number(new URL(url).port) }) };
}
