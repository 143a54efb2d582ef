import { isNativeError } from 'node:util/types';

import { AppError } from '@ringwell/domain/app-error';

/** Longest chain of causes that is written down. */
const MAX_CAUSES = 5;

/** An error as the log keeps it. */
export interface SerialisedError {
  type: string;
  code?: string;
  kind?: string;
  retryable?: boolean;
  /** HTTP status of a vendor's answer. */
  status?: number;
  /** Left out where it may quote what a vendor answered, which may in turn quote a key or the call. */
  message?: string;
  /** The frames alone: the head of a stack repeats the message. */
  stack?: string;
  cause?: SerialisedError;
}

/**
 * What an error may say in a log: its type, code, message and stack, and the same of its causes. Never its other fields,
 * because there vendors' libraries keep the request, its headers and the answer's body.
 */
export function serializeError(error: Error, depth = 0): SerialisedError {
  const { code, status, statusCode } = error as Error & { code?: unknown; status?: unknown; statusCode?: unknown };
  const httpStatus = status ?? statusCode;
  return {
    type: error.name || error.constructor.name,
    ...((typeof code === 'string' || typeof code === 'number') && { code: String(code) }),
    ...(error instanceof AppError && { kind: error.kind, retryable: error.retryable }),
    ...(typeof httpStatus === 'number' && { status: httpStatus }),
    ...(!quotesAnswer(error) && { message: error.message }),
    ...(error.stack && { stack: framesOf(error.stack) }),
    ...(isNativeError(error.cause) && depth < MAX_CAUSES && { cause: serializeError(error.cause, depth + 1) }),
  };
}

const ANSWER_FIELDS = ['status', 'statusCode', 'response', 'body', 'data', 'headers', '$metadata'];

/** Errors made from an answer carry parts of it; a JSON syntax error quotes the text it choked on. */
function quotesAnswer(error: Error): boolean {
  if (error instanceof AppError) return false;
  return error.name === 'SyntaxError' || ANSWER_FIELDS.some((field) => field in error);
}

function framesOf(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
