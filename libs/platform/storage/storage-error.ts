import { isNativeError } from 'node:util/types';

import { AppError, invalid, notFound, unavailable } from '@ringwell/domain/errors/app-error';

export function recordingMissing(cause?: unknown): AppError {
  return notFound(
    'RECORDING_MISSING',
    'The recording is no longer available. Restore it, or send it again as a new call.',
    { cause },
  );
}

export function rangeNotSatisfiable(cause?: unknown): AppError {
  return invalid('RANGE_NOT_SATISFIABLE', 'The requested range is beyond the end of the recording.', { cause });
}

export function storageFull(cause: unknown): AppError {
  return unavailable('STORAGE_FULL', 'Recording storage is full. Free up space or add capacity.', {
    retryable: true,
    cause,
  });
}

export function storageUnavailable(cause: unknown): AppError {
  return unavailable('STORAGE_UNAVAILABLE', 'Recording storage is unavailable. Please try again in a moment.', {
    retryable: true,
    cause,
  });
}

export function getErrorCode(error: unknown): string | undefined {
  return isNativeError(error) ? (error as NodeJS.ErrnoException).code : undefined;
}

/** Converts a file system error to an AppError. A missing path is treated as a storage fault. */
export function fromSystemError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = getErrorCode(error);
  return code === 'ENOSPC' || code === 'EDQUOT' ? storageFull(error) : storageUnavailable(error);
}
