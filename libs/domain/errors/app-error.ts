import type { ErrorCode } from './error-codes';

/**
 * The kinds of failure that the product distinguishes. The API maps each to one HTTP status; the worker maps
 * `retryable` to "try again" or "give up".
 */
export const ERROR_KINDS = [
  'invalid', // the request is invalid and had no effect; the message says what to do
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'too_large',
  'unsupported_media',
  'unprocessable', // well-formed, but contradicts stored data
  'rate_limited',
  'provider', // a vendor failed or sent an unusable response
  'unavailable', // a database or storage is unreachable, or a feature isn't set up
  'timeout',
  'internal',
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

export interface FieldError {
  field: string;
  message: string;
}

export interface AppErrorInit {
  kind: ErrorKind;
  code: ErrorCode;
  /** A sentence for users that says what to do. Contains no secrets and no call text. */
  message: string;
  retryable?: boolean;
  /** The delay that the remote service requested. */
  retryAfterMs?: number;
  errors?: FieldError[];
  cause?: unknown;
}

export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
  readonly errors?: FieldError[];

  constructor(init: AppErrorInit) {
    super(init.message, { cause: init.cause });
    this.name = 'AppError';
    this.kind = init.kind;
    this.code = init.code;
    this.retryable = init.retryable ?? false;
    this.retryAfterMs = init.retryAfterMs;
    this.errors = init.errors;
  }
}

type Details = Omit<AppErrorInit, 'kind' | 'code' | 'message'>;
type ErrorFactory = (code: ErrorCode, message: string, details?: Details) => AppError;

export const invalid = createErrorFactory('invalid');
export const unauthenticated = createErrorFactory('unauthenticated');
export const forbidden = createErrorFactory('forbidden');
export const notFound = createErrorFactory('not_found');
export const conflict = createErrorFactory('conflict');
export const tooLarge = createErrorFactory('too_large');
export const unsupportedMedia = createErrorFactory('unsupported_media');
export const unprocessable = createErrorFactory('unprocessable');
export const rateLimited = createErrorFactory('rate_limited');
export const providerFailed = createErrorFactory('provider');
export const unavailable = createErrorFactory('unavailable');
export const timedOut = createErrorFactory('timeout');
export const internal = createErrorFactory('internal');

function createErrorFactory(kind: ErrorKind): ErrorFactory {
  return (code, message, details) => new AppError({ kind, code, message, ...details });
}

/**
 * Returns an AppError unchanged. Any other error becomes a retryable `INTERNAL` error with the original as its cause.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError({
    kind: 'internal',
    code: 'INTERNAL',
    message: 'Something went wrong on our side. The error has been logged. Please try again.',
    retryable: true,
    cause: error,
  });
}
