/** How far back ServiceTitan keeps recordings, in days. */
export const MAX_IMPORT_DAYS = 60;

/** The error code of a permanent failure in the connection's state. */
export const IMPORT_ERROR = 'SERVICETITAN_IMPORT';

/**
 * States of an import. Its calls are counted first, so that users see the cost. After users confirm, the calls are
 * fetched, and processed in slots that new calls leave free.
 */
export const CALL_IMPORT_STATES = ['counting', 'counted', 'fetching', 'fetched'] as const;
export type CallImportState = (typeof CALL_IMPORT_STATES)[number];
