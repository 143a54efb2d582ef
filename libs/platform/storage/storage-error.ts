import { isNativeError } from 'node:util/types';

import { AppError } from '@ringwell/domain/app-error';

export function recordingMissing(cause?: unknown): AppError {
  return new AppError({
    kind: 'not_found',
    code: 'RECORDING_MISSING',
    message: 'The recording is no longer stored.',
    cause,
  });
}

export function rangeNotSatisfiable(cause?: unknown): AppError {
  return new AppError({
    kind: 'invalid',
    code: 'RANGE_NOT_SATISFIABLE',
    message: 'The recording is shorter than the part that was asked for.',
    cause,
  });
}

export function storageFull(cause: unknown): AppError {
  return new AppError({
    kind: 'unavailable',
    code: 'STORAGE_FULL',
    message: 'There is no room for more recordings. Free some space or enlarge the storage.',
    retryable: true,
    cause,
  });
}

export function storageUnavailable(cause: unknown): AppError {
  return new AppError({
    kind: 'unavailable',
    code: 'STORAGE_UNAVAILABLE',
    message: 'The storage for recordings cannot be used right now. Please try again in a moment.',
    retryable: true,
    cause,
  });
}

export function codeOf(error: unknown): string | undefined {
  return isNativeError(error) ? (error as NodeJS.ErrnoException).code : undefined;
}

/** An error of the file system as an AppError. A missing path counts as a fault of the storage. */
export function fromSystemError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  return code === 'ENOSPC' || code === 'EDQUOT' ? storageFull(error) : storageUnavailable(error);
}
