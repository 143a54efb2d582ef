import type { ApiErrorCode } from './error-codes';

/**
 * Request header with the id of the account that a request is meant for. A browser has one session for all of its tabs,
 * so a tab may not know yet that the session acts for another account by now.
 */
export const ACCOUNT_HEADER = 'X-Account-Id';

/** Code of the 409 response to a request that was meant for another account than the session's. */
export const ACCOUNT_CHANGED = 'ACCOUNT_CHANGED' satisfies ApiErrorCode;
