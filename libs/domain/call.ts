/**
 * States of a call. `queued` waits for a free slot of its account, `released` is on its way to a worker, `running` is
 * held by one under a lease; the last four are final.
 */
export const CALL_STATES = [
  'received',
  'queued',
  'released',
  'running',
  'completed',
  'skipped',
  'failed',
  'timed_out',
] as const;
export type CallState = (typeof CALL_STATES)[number];

export const FINAL_CALL_STATES = [
  'completed',
  'skipped',
  'failed',
  'timed_out',
] as const satisfies readonly CallState[];

export function isFinalCallState(state: CallState): boolean {
  return (FINAL_CALL_STATES as readonly CallState[]).includes(state);
}

/** How a call came in. */
export const CALL_SOURCES = ['n8n', 'api', 'manual', 'servicetitan', 'demo'] as const;
export type CallSource = (typeof CALL_SOURCES)[number];

export const CALL_DIRECTIONS = ['inbound', 'outbound'] as const;
export type CallDirection = (typeof CALL_DIRECTIONS)[number];

/** Why a call was not processed, with the sentence a person sees. A skipped call is never billed. */
export const SKIP_REASONS = {
  account_inactive:
    'Call processing is switched off for this account. Switch it on in the settings to process new calls.',
  direction_disabled: 'Calls in this direction are switched off in the settings.',
  too_short: 'The call is shorter than the minimum length set for its direction.',
  minute_limit: 'The monthly minute limit is reached. Raise the limit in the settings, or wait for the next period.',
  no_speech: 'Nobody speaks in this recording, so there is nothing to summarise.',
  no_recording: 'ServiceTitan has no recording of this call, so there is nothing to summarise.',
} as const;
export type SkipReason = keyof typeof SKIP_REASONS;

/** A call fails for good after this many runs were claimed. */
export const MAX_CALL_ATTEMPTS = 5;

/** Together under the default deadline of 30 minutes, so that a vendor's short outage is outlived. */
const RETRY_DELAYS_MS = [1_000, 15_000, 120_000, 600_000];

/**
 * How long a failed run waits before the next one.
 * @param attempts runs claimed so far, from 1
 */
export function callRetryDelayMs(attempts: number): number {
  return RETRY_DELAYS_MS[Math.min(attempts, RETRY_DELAYS_MS.length) - 1] ?? 0;
}
