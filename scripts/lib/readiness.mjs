// Asks a system whether it can do its work: the API answers and a worker has registered.
import { setTimeout as sleep } from 'node:timers/promises';

import { PlainError } from './terminal.mjs';

const BOUND_MS = 60_000;
const REQUEST_BOUND_MS = 3_000;
const POLL_MS = 100;

/**
 * @param {string} url of the API @param {AbortSignal} signal
 * @returns {Promise<Health>} what GET /api/health/ready said @throws PlainError when that takes too long
 *
 * @typedef {object} Health
 * @property {{ transcription: string[], analysis: string[] }} engines of the workers that are there
 */
export async function untilReady(url, signal) {
  let last = 'no answer';
  for (const givenUpAt = Date.now() + BOUND_MS; Date.now() < givenUpAt; await sleep(POLL_MS, undefined, { signal })) {
    const { status, health } = await askHealth(url);
    if (status === 200 && health.engines.transcription.length > 0) return health;
    last = status === undefined ? 'no answer' : `answer ${status}: ${JSON.stringify(health)}`;
  }
  throw new PlainError(
    `Ringwell was not ready after ${BOUND_MS / 1_000} s (${last}): see .data/logs/api.log and .data/logs/worker.log.`,
  );
}

/** @param {string} url @returns {Promise<{ status?: number, health?: Health }>} nothing when nobody answers */
export async function askHealth(url) {
  try {
    const response = await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(REQUEST_BOUND_MS) });
    return { status: response.status, health: await response.json() };
  } catch {
    return {}; // not listening yet, or not answering: the caller asks again or gives up
  }
}
