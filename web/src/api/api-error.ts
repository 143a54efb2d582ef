import { ACCOUNT_CHANGED } from '@ringwell/domain/accounts/account-header';
import type { ApiErrorCode } from '@ringwell/domain/errors/error-codes';

/** A failed API response. `message` is `status: body`, or `status: status text` if the body is empty. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Code such as `EMAIL_TAKEN`; other versions of the API may send other codes. */
  readonly code: string | null;
  readonly serverMessage: string | null;
  readonly fieldErrors: readonly FieldError[];

  constructor(
    readonly status: number,
    body: string,
    statusText: string,
  ) {
    super(`${status}: ${body || statusText}`);
    const { code, message, errors } = parseBody(body);
    this.code = typeof code === 'string' ? code : null;
    this.serverMessage = typeof message === 'string' && message !== '' ? message : null;
    this.fieldErrors = Array.isArray(errors) ? errors.filter(isFieldError) : [];
  }
}

/** The API asked the user to confirm their identity, and they canceled. */
export class ConfirmationCanceled extends ApiError {}

export interface FieldError {
  field: string;
  message: string;
}

/** Whether the session has ended: `401: …Unauthorized`. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof Error && /^401: .*Unauthorized/s.test(error.message);
}

/** Whether the resource doesn't exist, was deleted, or belongs to another account. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Whether the API rejected a request because the session's account is not the one on the page. */
export function isAccountChanged(error: unknown): boolean {
  return error instanceof ApiError && error.code === ACCOUNT_CHANGED;
}

/** Whether the user's role in the account doesn't allow the request. */
export function isRoleTooLow(error: unknown): boolean {
  return error instanceof ApiError && error.code === ('ROLE_TOO_LOW' satisfies ApiErrorCode);
}

/** Whether pages ignore this error, because the query client reports it or the user canceled the confirmation. */
export function isHandledGlobally(error: unknown): boolean {
  return isUnauthorized(error) || isAccountChanged(error) || error instanceof ConfirmationCanceled;
}

function parseBody(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {}; // empty, or a proxy's error page
  }
}

function isFieldError(value: unknown): value is FieldError {
  return (
    typeof value === 'object' &&
    value !== null &&
    'field' in value &&
    'message' in value &&
    typeof value.field === 'string' &&
    typeof value.message === 'string'
  );
}
