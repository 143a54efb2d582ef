import type { ApiErrorCode } from './error-codes';

/**
 * Request header with the id of the account that the client believes it acts for. All tabs of a browser share one
 * session, so a tab may not know that another tab has switched the session to a different account.
 */
export const ACCOUNT_HEADER = 'X-Account-Id';

/** Code of the 409 response when the header names a different account than the session. */
export const ACCOUNT_CHANGED = 'ACCOUNT_CHANGED' satisfies ApiErrorCode;
