import { HttpException } from '@nestjs/common';

import { isAccountDeleted } from '@ringwell/database/postgres/account-deleted';
import { isDatabaseUnavailable } from '@ringwell/database/postgres/database-unavailable';
import { AppError, toAppError, type ErrorKind, type FieldError } from '@ringwell/domain/app-error';
import type { ErrorCode } from '@ringwell/domain/error-codes';

/** What every error answer of the API looks like. */
export interface Problem {
  statusCode: number;
  code: ErrorCode;
  message: string;
  errors?: FieldError[];
  requestId: string;
}

/** The one place that says which HTTP status a kind of error has. */
export const STATUS_BY_KIND: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_media: 415,
  unprocessable: 422,
  rate_limited: 429,
  provider: 502,
  unavailable: 503,
  timeout: 504,
  internal: 500,
};

const DATABASE_RETRY_AFTER_MS = 5_000;

/** Statuses that the framework itself answers with. Any other of the 4xx counts as a bad request. */
const FRAMEWORK_ERRORS: Record<number, Pick<AppError, 'kind' | 'code' | 'message'>> = {
  401: {
    kind: 'unauthenticated',
    code: 'UNAUTHENTICATED',
    message: 'This needs a session or a bearer token. Sign in, or send the token in the Authorization header.',
  },
  403: { kind: 'forbidden', code: 'FORBIDDEN', message: 'This is not allowed here.' },
  404: {
    kind: 'not_found',
    code: 'NO_SUCH_ROUTE',
    message: 'There is nothing at this address. GET /api/openapi.json lists what there is.',
  },
  413: { kind: 'too_large', code: 'BODY_TOO_LARGE', message: 'The request is too large.' },
};
const BAD_REQUEST = {
  kind: 'invalid',
  code: 'BAD_REQUEST',
  message: 'The request cannot be understood. Check its address and its body.',
} as const;

/** Anything that a route or the framework threw, as an AppError that may be shown. */
export function toShownError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error)) {
    return new AppError({
      kind: 'unavailable',
      code: 'DATABASE_UNAVAILABLE',
      message: 'The database cannot be reached right now. Please try again in a moment.',
      retryable: true,
      retryAfterMs: DATABASE_RETRY_AFTER_MS,
      cause: error,
    });
  }
  if (isAccountDeleted(error)) {
    // A token is remembered for some seconds, in which its account may be deleted.
    return new AppError({
      kind: 'unauthenticated',
      code: 'ACCOUNT_GONE',
      message: 'This account has been deleted. Sign in with another one, or use a token of another one.',
      cause: error,
    });
  }
  const status = clientErrorStatusOf(error);
  if (status === undefined) return toAppError(error);
  return new AppError({ ...(FRAMEWORK_ERRORS[status] ?? BAD_REQUEST), cause: error });
}

/** Nest and the libraries under it put the status they mean into the error. */
function clientErrorStatusOf(error: unknown): number | undefined {
  const status =
    error instanceof HttpException
      ? error.getStatus()
      : error instanceof Error && 'status' in error
        ? error.status
        : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}

export function toProblem(error: AppError, requestId: string): Problem {
  const { code, message, errors } = error;
  return { statusCode: STATUS_BY_KIND[error.kind], code, message, ...(errors && { errors }), requestId };
}
