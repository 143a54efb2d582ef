import { invalid, type AppError } from '@ringwell/domain/errors/app-error';

/** Returns the error for a client that disconnects while sending. It only ends the request's processing. */
export function requestAborted(cause?: unknown): AppError {
  return invalid('REQUEST_ABORTED', 'The connection was closed before the whole request arrived.', { cause });
}
