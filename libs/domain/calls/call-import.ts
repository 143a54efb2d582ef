/** How far back ServiceTitan keeps recordings, in days. */
export const MAX_IMPORT_DAYS = 60;

/** What a permanent failure is called in the state of the connection. */
export const IMPORT_ERROR = 'SERVICETITAN_IMPORT';

/**
 * An import of earlier calls is first counted, so that people see what it costs. Once they want it, its calls are fetched,
 * and processed in the slots that new calls leave.
 */
export const CALL_IMPORT_STATES = ['counting', 'counted', 'fetching', 'fetched'] as const;
export type CallImportState = (typeof CALL_IMPORT_STATES)[number];
