import type { ApiErrorCode } from '../errors/error-codes';

/**
 * Request header with the id of the account that the client believes it acts for. All tabs of a browser share one
 * session, so a tab may not know that another tab has switched the session to a different account.
 */
export const ACCOUNT_HEADER = 'X-Account-Id';

/** Request header with the id of the user that the client believes is signed in. */
export const USER_HEADER = 'X-User-Id';

/** Code of the 409 response when a header names a different account or user than the session. */
export const ACCOUNT_CHANGED = 'ACCOUNT_CHANGED' satisfies ApiErrorCode;
