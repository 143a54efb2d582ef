/** ServiceTitan's systems: the real one, and the one for trying things out. */
export const SERVICE_TITAN_ENVIRONMENTS = ['production', 'integration'] as const;
export type ServiceTitanEnvironment = (typeof SERVICE_TITAN_ENVIRONMENTS)[number];

/** Where the note of a call is written. */
export const NOTE_TARGETS = ['job', 'customer', 'job_then_customer'] as const;
export type NoteTarget = (typeof NOTE_TARGETS)[number];

const MINUTE = 60_000;

/** When a recording is looked for that is not there yet, counted from when the call came to us. */
const RECORDING_CHECKS_MS = [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 360 * MINUTE];

/** A recording that is not there by then will not come. */
export const RECORDING_WAIT_MS = 360 * MINUTE;

/**
 * The wait until a recording is looked for again, or `undefined` when it will not come.
 * @param ageMs of the call since it came to us
 */
export function recordingCheckDelayMs(ageMs: number): number | undefined {
  const next = RECORDING_CHECKS_MS.find((check) => check > ageMs);
  return next === undefined ? undefined : next - ageMs;
}

/** How far the first look for an account's calls goes back. */
export const FIRST_LOOK_BACK_MS = 60 * MINUTE;

/** Calls that took place longer ago are not fetched, so that an account that comes back after months is not billed for them. */
export const OLDEST_FETCHED_MS = 7 * 24 * 60 * MINUTE;
