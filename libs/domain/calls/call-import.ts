/** How far back ServiceTitan keeps recordings, in days. */
export const MAX_IMPORT_DAYS = 60;

/** Error code for a permanent failure in the connection's state. */
export const IMPORT_ERROR = 'SERVICETITAN_IMPORT';

/**
 * States of an import. Its calls are counted first, so that users see the cost. Once users confirm, the calls are
 * fetched, and processed in slots not needed for new calls.
 */
export const CALL_IMPORT_STATES = ['counting', 'counted', 'fetching', 'fetched'] as const;
export type CallImportState = (typeof CALL_IMPORT_STATES)[number];
