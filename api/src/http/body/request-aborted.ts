import { invalid, type AppError } from '@ringwell/domain/errors/app-error';

/** Returns the error that stops processing when the client disconnects mid-request. The client never sees it. */
export function requestAborted(cause?: unknown): AppError {
  return invalid('REQUEST_ABORTED', 'The connection was closed before the whole request arrived.', { cause });
}
