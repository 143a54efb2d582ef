import type { ApiErrorCode } from '../errors/error-codes';

/**
 * Request header with the id of the account the client thinks it's acting for. A browser's tabs share a session, so one
 * tab may not know that another has switched to a different account.
 */
export const ACCOUNT_HEADER = 'X-Account-Id';

/** Request header with the id of the user the client thinks is signed in. */
export const USER_HEADER = 'X-User-Id';

/** Code of the 409 response if a header names a different account or user than the session. */
export const ACCOUNT_CHANGED = 'ACCOUNT_CHANGED' satisfies ApiErrorCode;
