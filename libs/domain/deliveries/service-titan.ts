import { IMPORT_ERROR } from '../calls/call-import';

/** `integration` is ServiceTitan's test environment. */
export const SERVICE_TITAN_ENVIRONMENTS = ['production', 'integration'] as const;
export type ServiceTitanEnvironment = (typeof SERVICE_TITAN_ENVIRONMENTS)[number];

export const NOTE_TARGETS = ['job', 'customer', 'job_then_customer'] as const;
export type NoteTarget = (typeof NOTE_TARGETS)[number];

/** A ServiceTitan job or customer that gets call notes. */
export interface NoteDestination {
  kind: 'job' | 'customer';
  id: string;
}

/** A note that ServiceTitan's API can remove: customer notes have ids, job notes don't. */
export interface RemovableNote {
  customerId: string;
  noteId: string;
}

/** Formats a reference such as `job:4711`, or `customer:815/note:16` once the note has an id. */
export function noteReference({ kind, id }: NoteDestination, noteId: string | null = null): string {
  return noteId === null ? `${kind}:${id}` : `${kind}:${id}/note:${noteId}`;
}

/** Parses the destination from a `noteReference`. */
export function parseNoteDestination(reference: string | null): NoteDestination | null {
  const [, kind, id] = /^(job|customer):(\d+)/.exec(reference ?? '') ?? [];
  return kind && id ? { kind: kind as NoteDestination['kind'], id } : null;
}

/** Parses the note from a `noteReference`. Returns null if the API can't remove it. */
export function parseRemovableNote(reference: string | null): RemovableNote | null {
  const [, customerId, noteId] = /^customer:(\d+)\/note:(\d+)$/.exec(reference ?? '') ?? [];
  return customerId && noteId ? { customerId, noteId } : null;
}

/** Connection error codes for failures to read calls, jobs or earlier calls. */
export const FEED_ERRORS = ['SERVICETITAN_POLLING', 'SERVICETITAN_JOBS', IMPORT_ERROR] as const;

const MINUTE = 60_000;

// When to look for a missing recording, as the time since the call was received.
const RECORDING_CHECKS_MS = [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 360 * MINUTE];

/** After this time, the recording is presumed permanently missing. */
export const RECORDING_WAIT_MS = 360 * MINUTE;

/** The recording behind a link is presumed missing sooner, because the link may be wrong. */
export const LINK_WAIT_MS = 60 * MINUTE;

/**
 * Returns the delay before looking for the recording again; `undefined` to give up.
 * @param ageMs time since the call was received
 */
export function recordingCheckDelayMs(ageMs: number, waitMs = RECORDING_WAIT_MS): number | undefined {
  const nextCheck = RECORDING_CHECKS_MS.find((check) => check > ageMs && check <= waitMs);
  return nextCheck === undefined ? undefined : nextCheck - ageMs;
}

/** An account's first poll fetches calls from the last hour. */
export const INITIAL_LOOKBACK_MS = 60 * MINUTE;

/** Older calls aren't fetched, so that an account reconnecting after months isn't billed for all of them. */
export const MAX_CALL_AGE_MS = 7 * 24 * 60 * MINUTE;
