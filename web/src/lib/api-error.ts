import { ACCOUNT_CHANGED } from '@ringwell/domain/account-header';

/** An answer of the API that is not a success. `message` is `status: body`, or `status: status text` without a body. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** What went wrong, in one word for programs, such as `EMAIL_TAKEN`. */
  readonly code: string | null;
  /** The sentence that the API wrote for a person, when there is one. */
  readonly serverMessage: string | null;
  /** What is wrong with which field of a form. */
  readonly fieldErrors: readonly FieldError[];

  constructor(
    readonly status: number,
    body: string,
    statusText: string,
  ) {
    super(`${status}: ${body || statusText}`);
    const { code, message, errors } = parsed(body);
    this.code = typeof code === 'string' ? code : null;
    this.serverMessage = typeof message === 'string' && message !== '' ? message : null;
    this.fieldErrors = Array.isArray(errors) ? errors.filter(isFieldError) : [];
  }
}

export interface FieldError {
  field: string;
  message: string;
}

/** Whether the session is over: `401: …Unauthorized`. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof Error && /^401: .*Unauthorized/s.test(error.message);
}

/** Whether the API refused a change because the session acts for another account than the page shows. */
export function isAccountChanged(error: unknown): boolean {
  return error instanceof ApiError && error.code === ACCOUNT_CHANGED;
}

/** Whether the failure is about the session: the query client handles it, for every request alike. */
export function isAboutSession(error: unknown): boolean {
  return isUnauthorized(error) || isAccountChanged(error);
}

/** The API's own sentence about a failure, else `fallback`. */
export function serverMessage(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.serverMessage) || fallback;
}

function parsed(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {}; // not JSON: a proxy's page, or nothing
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
