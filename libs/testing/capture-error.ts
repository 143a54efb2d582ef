import { AppError } from '@ringwell/domain/errors/app-error';

/** Returns the AppError that a promise rejects with; throws if the promise resolves or rejects with something else. */
export async function captureError(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.catch((error: unknown) => error);
  if (!(error instanceof AppError)) throw new Error(`Expected an AppError, got ${String(error)}`);
  return error;
}
