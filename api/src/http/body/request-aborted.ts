import { AppError } from '@ringwell/domain/errors/app-error';

/** The client disconnected while sending. No response can be delivered; the error only ends the work on the request. */
export function requestAborted(cause?: unknown): AppError {
  return new AppError({
    kind: 'invalid',
    code: 'REQUEST_ABORTED',
    message: 'The connection was closed before the whole request arrived.',
    cause,
  });
}
