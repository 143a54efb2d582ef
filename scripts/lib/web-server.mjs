// The development server of the web app beside a running system.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort, portProblem } from './free-port.mjs';
import { ROOT } from './paths.mjs';
import { createService } from './service.mjs';
import { PlainError, step } from './terminal.mjs';

/** Vite's own, which people know. */
const USUAL_PORT = 5173;
const READY_BOUND_MS = 30_000;
const REQUEST_BOUND_MS = 3_000;
const POLL_MS = 50;

/**
 * @param {string} apiUrl where it sends the calls of the web app
 * @param {AbortSignal} signal
 * @param {(undo: () => Promise<void>) => void} onStop told how to end it
 * @returns {Promise<string>} its address
 */
export async function startWebServer(apiUrl, signal, onStop) {
  const port = (await portProblem(USUAL_PORT)) ? await freePort() : USUAL_PORT;
  const url = `http://localhost:${port}`;
  const service = createService('web', process.env, [join(ROOT, 'scripts/web-server.mjs'), apiUrl, String(port)]);
  onStop(() => service.stop());
  await step('web app', async () => {
    await service.start(signal);
    await Promise.race([untilAnswered(url, signal), service.failed]);
  });
  service.settle();
  return url;
}

async function untilAnswered(url, signal) {
  for (
    const givenUpAt = Date.now() + READY_BOUND_MS;
    Date.now() < givenUpAt;
    await sleep(POLL_MS, undefined, { signal })
  ) {
    try {
      if ((await fetch(`${url}/favicon.svg`, { signal: AbortSignal.timeout(REQUEST_BOUND_MS) })).ok) return;
    } catch {
      // not listening yet: asked again
    }
  }
  throw new PlainError(
    `The development server of the web app did not answer within ${READY_BOUND_MS / 1_000} s: see .data/logs/web.log.`,
  );
}
