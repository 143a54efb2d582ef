import { invalid, type AppError } from '@ringwell/domain/errors/app-error';

/** The client disconnected while sending. The error only ends the work, because no response can be delivered. */
export function requestAborted(cause?: unknown): AppError {
  return invalid('REQUEST_ABORTED', 'The connection was closed before the whole request arrived.', { cause });
}
