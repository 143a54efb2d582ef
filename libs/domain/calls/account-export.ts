/**
 * The states of an account export. Stored, so these values never change. `replaced`, `deleted`, `expired` and `erased`:
 * the export was ready until a newer export, a user, expiration or an erasure removed its file.
 */
export const EXPORT_STATES = [
  'queued',
  'running',
  'ready',
  'failed',
  'canceled',
  'replaced',
  'deleted',
  'expired',
  'erased',
] as const;
export type ExportState = (typeof EXPORT_STATES)[number];

/** How long an export's file can be downloaded. */
export const EXPORT_DAYS = 7;

/** Why an export failed. Stored, so these values never change. */
export const EXPORT_FAILURES = ['storage_full', 'interrupted', 'internal'] as const;
export type ExportFailure = (typeof EXPORT_FAILURES)[number];

const FAILURE_MESSAGES: Record<ExportFailure, string> = {
  storage_full: "There wasn't enough space to store the export. Contact support, then try again.",
  interrupted: 'The export was interrupted too many times. Try again.',
  internal: 'Something went wrong on our side while creating the export. Try again.',
};

export function exportFailureMessage(failure: ExportFailure): string {
  return FAILURE_MESSAGES[failure];
}
