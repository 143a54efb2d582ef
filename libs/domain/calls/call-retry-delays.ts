// They add up to less than the default deadline of 30 minutes, so a call survives a short vendor outage.
const RETRY_DELAYS_MS = [1_000, 15_000, 120_000, 600_000];

/** @param attempts attempts made so far, at least 1 */
export function callRetryDelayMs(attempts: number): number {
  return RETRY_DELAYS_MS[Math.min(attempts, RETRY_DELAYS_MS.length) - 1] ?? 0;
}
