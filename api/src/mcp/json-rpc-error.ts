import type { ErrorCode } from '@ringwell/domain/errors/error-codes';

export interface JsonRpcError {
  jsonrpc: '2.0';
  id: null;
  error: { code: number; message: string };
}

// https://www.jsonrpc.org/specification#error_object
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
/** An implementation-defined code, which the protocol's own libraries use for HTTP methods that are not allowed. */
export const SERVER_ERROR = -32_000;

// Codes for bodies that are not valid protocol messages.
const CODES: Partial<Record<ErrorCode, number>> = {
  MALFORMED_JSON: PARSE_ERROR,
  JSON_TOO_DEEP: INVALID_REQUEST,
  JSON_TOO_MANY_VALUES: INVALID_REQUEST,
  BAD_REQUEST: INVALID_REQUEST,
};

export function jsonRpcError(code: number, message: string): JsonRpcError {
  return { jsonrpc: '2.0', id: null, error: { code, message } };
}

/** Returns `undefined` for errors unrelated to the message. */
export function messageError({ code, message }: { code: ErrorCode; message: string }): JsonRpcError | undefined {
  const number = CODES[code];
  return number === undefined ? undefined : jsonRpcError(number, message);
}
