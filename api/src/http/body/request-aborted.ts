import { AppError } from '@ringwell/domain/errors/app-error';

/** Returns the error for a client that disconnects while sending. It only ends the request's processing. */
export function requestAborted(cause?: unknown): AppError {
  return new AppError({
    kind: 'invalid',
    code: 'REQUEST_ABORTED',
    message: 'The connection was closed before the whole request arrived.',
    cause,
  });
}
