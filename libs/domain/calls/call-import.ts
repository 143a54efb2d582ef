/** How far back ServiceTitan keeps recordings, in days. */
export const MAX_IMPORT_DAYS = 60;

/** Connection error code for an import that failed permanently. */
export const IMPORT_ERROR = 'SERVICETITAN_IMPORT';

/**
 * States of an import. Calls are counted first so that users see the cost. Once a user confirms, they are fetched and
 * then processed in slots that new calls don't need.
 */
export const CALL_IMPORT_STATES = ['counting', 'counted', 'fetching', 'fetched'] as const;
export type CallImportState = (typeof CALL_IMPORT_STATES)[number];
