import { AppError } from '@ringwell/domain/app-error';

/** The client went away while it was sending. Nobody reads the answer; it ends the work on the request. */
export function requestAborted(cause?: unknown): AppError {
  return new AppError({
    kind: 'invalid',
    code: 'REQUEST_ABORTED',
    message: 'The connection was closed before the whole request had arrived.',
    cause,
  });
}
