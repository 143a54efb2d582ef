// Finds the system that `npm start` runs in this clone.
import { systemEnvironment } from './environment.mjs';
import { DATA } from './paths.mjs';
import { readState } from './state.mjs';
import { PlainError } from './terminal.mjs';

/**
 * @returns {{ url: string, env: NodeJS.ProcessEnv }} where its API answers, and the environment for its command-line programs
 * @throws PlainError when none is running
 */
export function runningSystem() {
  const { url, databaseUrl, redisUrl } = readState(DATA);
  if (!url || !databaseUrl || !redisUrl) throw notRunning();
  return { url, env: systemEnvironment({ databaseUrl, redisUrl, port: Number(new URL(url).port) }) };
}

/** @returns {PlainError} */
export function notRunning(url) {
  return new PlainError(
    url
      ? `Nothing answers at ${url}: is Ringwell running there?`
      : 'Ringwell is not running here: start it with "npm start" in another terminal, then try again.',
  );
}
