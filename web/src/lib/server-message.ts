import type { ApiErrorCode } from '@ringwell/domain/error-codes';

import { ApiError } from '../api/api-error';
import { COPY } from './copy';

// For requests that the app itself got wrong: the API's message would only help a programmer.
const RELOAD = 'Something went wrong. Reload the page and try again.';

// The text that the web app shows for each error code; null shows the message in the response.
const ERROR_TEXTS: Record<ApiErrorCode, string | null> = {
  // Requests
  BAD_REQUEST: RELOAD,
  BODY_TOO_LARGE: null,
  BODY_TOO_SLOW: null,
  FORM_TOO_LARGE: RELOAD,
  IDEMPOTENCY_KEY_INVALID: RELOAD,
  IDEMPOTENCY_KEY_REUSED: RELOAD,
  JSON_TOO_DEEP: RELOAD,
  JSON_TOO_MANY_VALUES: RELOAD,
  MALFORMED_FORM: RELOAD,
  MALFORMED_JSON: RELOAD,
  NO_SUCH_ROUTE: RELOAD,
  RATE_LIMITED: null,
  REQUEST_ABORTED: RELOAD,
  UNSUPPORTED_CONTENT_TYPE: RELOAD,
  UNSUPPORTED_ENCODING: RELOAD,
  VALIDATION_FAILED: null,
  // Sign-in, sessions, tokens, access
  ACCOUNT_CHANGED: COPY.accountChanged.description,
  ACCOUNT_GONE: null,
  ADMIN_ONLY: null,
  CHANGED_MEANWHILE: null,
  CROSS_ORIGIN: RELOAD,
  EMAIL_LINK_INVALID: null,
  FORBIDDEN: RELOAD,
  IMPERSONATING: null,
  ROUTE_CLOSED: RELOAD,
  SESSION_NOT_FOUND: null,
  SIGNED_OUT: COPY.unauthorized.description,
  SIGN_IN_DECLINED: null,
  SIGN_IN_EXPIRED: null,
  SIGN_IN_OFF: null,
  SIGN_IN_PROVIDER_AWAY: null,
  SIGN_IN_PROVIDER_FAILED: null,
  SIGN_IN_PROVIDER_REFUSED: null,
  SIGN_IN_REFUSED: null,
  SIGN_UP_OFF: null,
  TOKEN_IN_ADDRESS: RELOAD,
  TOKEN_MISSING: RELOAD,
  TOKEN_NOT_FOUND: null,
  TOKEN_REFUSED: RELOAD,
  UNAUTHENTICATED: RELOAD,
  // Accounts
  ACCOUNT_DISABLED: null,
  ACCOUNT_NOT_ACTIVE: null,
  ACCOUNT_NOT_FOUND: null,
  ACCOUNT_SWITCHED_OFF: null,
  EMAIL_TAKEN: null,
  LAST_ADMINISTRATOR: null,
  OWN_ACCOUNT: null,
  USER_NOT_FOUND: null,
  CONTACT_MESSAGE_NOT_FOUND: null,
  // Settings and connections
  ADD_ON_MISSING: null,
  MAIL_UNAVAILABLE: null,
  SERVICETITAN_UNAVAILABLE: null,
  NOTHING_TO_CHANGE: RELOAD,
  NOT_CONNECTED: null,
  NO_SUCH_CHANNEL: RELOAD,
  TEST_JUST_SENT: null,
  UNSUBSCRIBE_ACCOUNT_GONE: null,
  UNSUBSCRIBE_LINK_INVALID: null,
  // Calls
  CALL_NOT_FOUND: null,
  CALL_TOO_OLD: null,
  CALL_UNDER_WAY: null,
  DELIVERY_NOT_FOUND: null,
  DELIVERY_UNDER_WAY: null,
  DEMO_CALL: null,
  EMPTY_RECORDING: null,
  NO_SPEAKERS: null,
  NO_TRANSCRIPT: null,
  RANGE_NOT_SATISFIABLE: RELOAD,
  RECORDING_EXPIRED: null,
  RECORDING_MISSING: null,
  RECORDING_TOO_LARGE: null,
  SEARCH_TOO_SLOW: null,
  TRANSCRIPT_CHANGED: null,
  TRANSCRIPT_EXPIRED: null,
  TWO_RECORDINGS: RELOAD,
  UNSUPPORTED_AUDIO: null,
  UPLOAD_TOO_SLOW: null,
  URL_NOT_ALLOWED: null,
  // Demo
  DEMO_LIMIT_REACHED: null,
  DEMO_NOT_FOUND: null,
  DEMO_ONLY: null,
  DEMO_WITHOUT_RESULT: null,
  FILE_TOO_LARGE: null,
  INVALID_FILE_TYPE: null,
  // Billing
  ALREADY_SUBSCRIBED: null,
  BILLING_BUSY: null,
  BILLING_FAILED: null,
  BILLING_KEY_REFUSED: null,
  BILLING_PRICES_MISSING: null,
  BILLING_REFUSED: null,
  CHECKOUT_NOT_FOUND: null,
  NEVER_SUBSCRIBED: null,
  WEBHOOK_SIGNATURE_INVALID: RELOAD,
  WEBHOOK_UNREADABLE: RELOAD,
  billing_not_configured: null,
  // The server
  DATABASE_UNAVAILABLE: null,
  INTERNAL: null,
  SECRET_UNREADABLE: null,
  STORAGE_FULL: null,
  STORAGE_KEY_INVALID: RELOAD,
  STORAGE_UNAVAILABLE: null,
  TOO_SLOW: null,
};

/** The text for an error: that of the web app for its code, the API's message, or `fallback`. */
export function serverMessage(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  return errorText(error.code) ?? error.serverMessage ?? fallback;
}

// Null also for codes that this build does not know.
function errorText(code: string | null): string | null {
  return code !== null && Object.hasOwn(ERROR_TEXTS, code) ? ERROR_TEXTS[code as ApiErrorCode] : null;
}
