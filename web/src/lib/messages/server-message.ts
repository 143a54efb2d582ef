import type { ApiErrorCode } from '@ringwell/domain/errors/error-codes';

import { ApiError, isHandledGlobally } from '../../api/api-error';
import { COPY } from '../copy';

// Shown when the app itself sends an invalid request, because the API's message would only help a developer.
const RELOAD_MESSAGE = 'Something went wrong. Reload the page and try again.';

const RELOAD_CODES: ReadonlySet<string> = new Set<ApiErrorCode>([
  'BAD_REQUEST',
  'CROSS_ORIGIN',
  'FORBIDDEN',
  'FORM_TOO_LARGE',
  'IDEMPOTENCY_KEY_INVALID',
  'IDEMPOTENCY_KEY_REUSED',
  'JSON_TOO_DEEP',
  'JSON_TOO_MANY_VALUES',
  'MALFORMED_FORM',
  'MALFORMED_JSON',
  'NOTHING_TO_CHANGE',
  'NO_SUCH_CHANNEL',
  'NO_SUCH_ROUTE',
  'RANGE_NOT_SATISFIABLE',
  'REQUEST_ABORTED',
  'ROUTE_CLOSED',
  'STORAGE_KEY_INVALID',
  'TOKEN_IN_ADDRESS',
  'TOKEN_MISSING',
  'TOKEN_REFUSED',
  'TWO_RECORDINGS',
  'UNAUTHENTICATED',
  'UNSUPPORTED_CONTENT_TYPE',
  'UNSUPPORTED_ENCODING',
  'WEBHOOK_SIGNATURE_INVALID',
  'WEBHOOK_UNREADABLE',
]);

/** An error's text: the web app's own text for its code, the API's message, or `fallback`. */
export function serverMessage(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  return errorText(error.code) ?? error.serverMessage ?? fallback;
}

/** The error text shown below a form, unless the query client handles the error. */
export function formMessage(error: Error | null, fallback: string): string | null {
  return error === null || isHandledGlobally(error) ? null : serverMessage(error, fallback);
}

/** The API's message if the error is a rate limit. */
export function limitMessage(error: unknown): string | null {
  return error instanceof ApiError && error.status === 429 ? error.serverMessage : null;
}

// Null if the API's message should be shown.
function errorText(code: string | null): string | null {
  if (code === null) return null;
  if (code === ('ACCOUNT_CHANGED' satisfies ApiErrorCode)) return COPY.accountChanged.notSaved;
  if (code === ('SIGNED_OUT' satisfies ApiErrorCode)) return COPY.unauthorized.description;
  return RELOAD_CODES.has(code) ? RELOAD_MESSAGE : null;
}
