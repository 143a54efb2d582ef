import type { ErrorCode } from './error-codes';

/**
 * The kinds of failure the product tells apart. The API maps each to one HTTP status; the worker maps `retryable` to
 * "try again" or "give up".
 */
export const ERROR_KINDS = [
  'invalid', // the request is wrong: nothing was changed, the message says what to do
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'too_large',
  'unsupported_media',
  'unprocessable', // well-formed, but contradicts what is already stored
  'rate_limited',
  'provider', // a vendor failed or answered something unusable
  'unavailable', // one of our own stores is away, or what is asked for has not been set up
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
  /** A sentence a person can act on. Never holds a secret or words of a call. */
  message: string;
  /** Whether the same attempt may succeed later. Defaults to false. */
  retryable?: boolean;
  /** How long the far side asked us to wait. */
  retryAfterMs?: number;
  errors?: FieldError[];
  cause?: unknown;
}

/** The one error type that crosses module borders. */
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

/** Anything thrown, as an AppError; what is not one already counts as a fault of ours that may pass. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError({
    kind: 'internal',
    code: 'INTERNAL',
    message: 'Something went wrong on our side. It has been recorded; please try again.',
    retryable: true,
    cause: error,
  });
}
