import { plural } from '../text/plural';

/**
 * A `queued` call is waiting for one of its account's slots, a `released` call is on its way to a worker, and a worker
 * holds a `running` call under a lease. The last four states are final.
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

export const CALL_SOURCES = ['n8n', 'api', 'manual', 'servicetitan', 'demo', 'inbox'] as const;
export type CallSource = (typeof CALL_SOURCES)[number];

export const CALL_STATE_NAMES: Record<CallState, string> = {
  received: 'Waiting',
  queued: 'Queued',
  released: 'Queued',
  running: 'Processing',
  completed: 'Processed',
  skipped: 'Skipped',
  failed: 'Failed',
  timed_out: 'Timed out',
};

export const CALL_DIRECTIONS = ['inbound', 'outbound'] as const;
export type CallDirection = (typeof CALL_DIRECTIONS)[number];
// Phone systems' terms in lowercase. Twilio appends how an outbound call was started.
const DIRECTION_WORDS: Record<CallDirection, RegExp> = {
  inbound: /^(in|inbound|incoming|received)$/,
  outbound: /^(out|outbound|outgoing|placed|dialed|outbound-(api|dial))$/,
};

/** Parses a phone system's term for a direction; `undefined` if unknown. */
export function parseCallDirection(term: string): CallDirection | undefined {
  const word = term.trim().toLowerCase();
  return CALL_DIRECTIONS.find((direction) => DIRECTION_WORDS[direction].test(word));
}

export const CALL_DIRECTION_NAMES: Record<CallDirection, string> = { inbound: 'Inbound', outbound: 'Outbound' };

/** Times that calls can be filtered and sorted by. `startedAt` falls back to the arrival time. */
export const CALL_TIMES = ['startedAt', 'receivedAt'] as const;
export type CallTime = (typeof CALL_TIMES)[number];

/** Why a call was not processed, with the text shown to users. Skipped calls are never billed. */
export const SKIP_REASONS = {
  account_inactive:
    'Call processing was off for this account. If it still is, turn it on in Settings to process new calls.',
  direction_disabled: 'Calls in this direction are turned off in Settings.',
  too_short: 'This call is shorter than the minimum length set for its direction.',
  minute_limit: "You've hit your monthly minute limit. Raise it in Settings, or wait for the next billing period.",
  no_speech: 'No speech in this recording.',
  abandoned: 'The caller hung up before anyone answered.',
  no_recording: 'ServiceTitan has no recording of this call.',
} as const;
export type SkipReason = keyof typeof SKIP_REASONS;

/**
 * Returns a sentence for users about why a call was skipped, with numbers if known.
 * @param call `skipLimit` is the minimum length in seconds or the monthly minutes that applied
 */
export function skipMessage(
  reason: SkipReason,
  { durationSeconds, skipLimit }: { durationSeconds: number | null; skipLimit: number | null },
): string {
  if (reason === 'too_short' && skipLimit !== null && durationSeconds !== null)
    return `This call is ${Math.floor(durationSeconds)} s long; the minimum is ${skipLimit} s.`;
  if (reason === 'minute_limit' && skipLimit !== null)
    return `You've hit your monthly limit of ${plural(skipLimit, 'minute')}. Raise it in Settings, or wait for the next billing period.`;
  return SKIP_REASONS[reason];
}

export const MAX_CALL_ATTEMPTS = 5;

/** Returns when a call took place. Never after its arrival, even if the sender's clock is wrong. */
export function callTime({ occurredAt, createdAt }: { occurredAt: Date | null; createdAt: Date }): Date {
  return occurredAt !== null && occurredAt < createdAt ? occurredAt : createdAt;
}
