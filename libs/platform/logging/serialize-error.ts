import { isNativeError } from 'node:util/types';

import { AppError } from '@ringwell/domain/errors/app-error';

const MAX_CAUSES = 5;

export interface SerializedError {
  type: string;
  code?: string;
  kind?: string;
  retryable?: boolean;
  status?: number;
  /** Omitted if it may quote a vendor's response, which could contain a key or a transcript. */
  message?: string;
  /** Stack frames only, because a stack's first lines repeat the message. */
  stack?: string;
  cause?: SerializedError;
}

/**
 * Returns the loggable part of an error and its causes: type, codes, status, message and stack. Other fields are
 * omitted because vendor libraries keep request headers and response bodies there.
 */
export function serializeError(error: Error, depth = 0): SerializedError {
  const { code, status, statusCode } = error as Error & { code?: unknown; status?: unknown; statusCode?: unknown };
  const httpStatus = status ?? statusCode;
  return {
    type: error.name || error.constructor.name,
    ...((typeof code === 'string' || typeof code === 'number') && { code: String(code) }),
    ...(error instanceof AppError && { kind: error.kind, retryable: error.retryable }),
    ...(typeof httpStatus === 'number' && { status: httpStatus }),
    ...(!mightQuoteResponse(error) && { message: error.message }),
    ...(error.stack && { stack: extractStackFrames(error.stack) }),
    ...(isNativeError(error.cause) && depth < MAX_CAUSES && { cause: serializeError(error.cause, depth + 1) }),
  };
}

const RESPONSE_FIELDS = ['status', 'statusCode', 'response', 'body', 'data', 'headers', '$metadata'];

// Messages of PostgreSQL class 22 (data exceptions) quote the value: `invalid input syntax for type uuid: "…"`.
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/;

// Errors from vendor clients quote parts of the response; a JSON syntax error quotes its input.
function mightQuoteResponse(error: Error): boolean {
  if (error instanceof AppError) return false;
  if ('code' in error && DATA_EXCEPTION.test(String(error.code))) return true;
  return error.name === 'SyntaxError' || RESPONSE_FIELDS.some((field) => field in error);
}

function extractStackFrames(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
