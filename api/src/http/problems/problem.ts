import { HttpException } from '@nestjs/common';

import { isAccountDeletedError } from '@ringwell/database/postgres/account-deleted-error';
import { isDatabaseUnavailable } from '@ringwell/database/postgres/database-unavailable';
import {
  AppError,
  toAppError,
  unauthenticated,
  unavailable,
  type ErrorKind,
  type FieldError,
} from '@ringwell/domain/errors/app-error';
import type { ErrorCode } from '@ringwell/domain/errors/error-codes';

export interface Problem {
  statusCode: number;
  code: ErrorCode;
  message: string;
  errors?: FieldError[];
  requestId: string;
}

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

// Statuses that Nest and Express respond with on their own. Any other 4xx is treated as a bad request.
const FRAMEWORK_ERRORS: Record<number, Pick<AppError, 'kind' | 'code' | 'message'>> = {
  401: {
    kind: 'unauthenticated',
    code: 'UNAUTHENTICATED',
    message: 'Authentication required. Sign in, or send a bearer token in the Authorization header.',
  },
  403: { kind: 'forbidden', code: 'FORBIDDEN', message: "You don't have access." },
  404: {
    kind: 'not_found',
    code: 'NO_SUCH_ROUTE',
    message: 'Not found. GET /api/openapi.json lists all endpoints.',
  },
  413: { kind: 'too_large', code: 'BODY_TOO_LARGE', message: 'The request is too large.' },
};
const BAD_REQUEST = {
  kind: 'invalid',
  code: 'BAD_REQUEST',
  message: 'The request is malformed. Check the URL and the body.',
} as const;

/** Converts any error from a route or the framework to an AppError that is safe to show. */
export function toClientError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error)) {
    return unavailable('DATABASE_UNAVAILABLE', 'The database is unavailable right now. Please try again in a moment.', {
      retryable: true,
      retryAfterMs: DATABASE_RETRY_AFTER_MS,
      cause: error,
    });
  }
  if (isAccountDeletedError(error)) {
    // The account was deleted after the token was looked up.
    return unauthenticated(
      'ACCOUNT_GONE',
      'This account has been deleted. Sign in to another account, or use its token.',
      { cause: error },
    );
  }
  const status = getClientErrorStatus(error);
  if (status === undefined) return toAppError(error);
  return new AppError({ ...(FRAMEWORK_ERRORS[status] ?? BAD_REQUEST), cause: error });
}

// Nest and its underlying libraries store the status in the error.
function getClientErrorStatus(error: unknown): number | undefined {
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
