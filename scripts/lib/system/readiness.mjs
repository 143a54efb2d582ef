import { setTimeout as sleep } from 'node:timers/promises';

import { CliError } from '../errors.mjs';

const TIMEOUT_MS = 60_000;
const REQUEST_TIMEOUT_MS = 3_000;
const CONNECT_POLL_MS = 50;
/** Poll interval once the API responds. The API refreshes this response every second and rate-limits requests. */
const READY_POLL_MS = 200;

/**
 * @typedef {object} Health response of GET /api/health/ready
 * @property {{ transcription: string[], analysis: string[] }} engines the running workers' engines
 */

/**
 * Waits until the API responds and a worker has registered.
 * @param {string} url of the API @param {AbortSignal} signal
 * @returns {Promise<Health>} @throws {CliError} after a minute
 */
export async function waitForSystem(url, signal) {
  let lastResponse = 'no response';
  for (const deadline = performance.now() + TIMEOUT_MS; performance.now() < deadline;) {
    const { status, health } = await fetchHealth(url);
    if (status === 200 && health && health.engines.transcription.length > 0) return health;
    lastResponse = status === undefined ? 'no response' : `response ${status}: ${JSON.stringify(health)}`;
    await sleep(status === undefined ? CONNECT_POLL_MS : READY_POLL_MS, undefined, { signal });
  }
  throw new CliError(
    `Ringwell was not ready after ${TIMEOUT_MS / 1_000} s (${lastResponse}): see .data/logs/api.log and .data/logs/worker.log.`,
  );
}

/** @param {string} url @returns {Promise<{ status?: number, health?: Health }>} empty if there was no response */
async function fetchHealth(url) {
  try {
    const response = await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    return { status: response.status, health: /** @type {Health} */ (await response.json()) };
  } catch {
    return {}; // not listening yet, or not responding; the caller tries again
  }
}
