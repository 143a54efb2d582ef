// Vite's dev server for a running system's web app.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { CliError } from '../errors.mjs';
import { ROOT } from '../paths.mjs';
import { freePort, findPortProblem } from '../processes/ports.mjs';
import { step } from '../terminal.mjs';
import { createService } from './service.mjs';

/** Vite's default. */
const DEFAULT_PORT = 5173;
const READY_TIMEOUT_MS = 30_000;
const REQUEST_TIMEOUT_MS = 3_000;
const POLL_MS = 50;

/**
 * @param {string} apiUrl receives the web app's API requests
 * @param {AbortSignal} signal
 * @param {(cleanUp: () => Promise<void>) => void} onStop registers a cleanup function
 * @returns {Promise<string>} its URL
 */
export async function startDevServer(apiUrl, signal, onStop) {
  const port = (await findPortProblem(DEFAULT_PORT)) ? await freePort() : DEFAULT_PORT;
  const url = `http://localhost:${port}`;
  const service = createService('web', {
    env: process.env,
    script: [join(ROOT, 'scripts/web-server.mjs'), apiUrl, String(port)],
  });
  onStop(() => service.stop());
  await step('web app', async () => {
    await service.start(signal);
    await Promise.race([waitForResponse(url, signal), service.failed]);
  });
  service.markReady();
  return url;
}

/** @param {string} url @param {AbortSignal} signal */
async function waitForResponse(url, signal) {
  for (
    const deadline = performance.now() + READY_TIMEOUT_MS;
    performance.now() < deadline;
    await sleep(POLL_MS, undefined, { signal })
  ) {
    try {
      if ((await fetch(`${url}/favicon.svg`, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })).ok) return;
    } catch {
      // not listening yet
    }
  }
  throw new CliError(
    "The web app's development server did not respond " +
      `within ${READY_TIMEOUT_MS / 1_000} s: see .data/logs/web.log.`,
  );
}
