import { AppError } from '@ringwell/domain/errors/app-error';

/** Returns the AppError that a promise rejects with; throws if the promise resolves or rejects with something else. */
export async function captureError(promise: Promise<unknown>): Promise<AppError> {
  const thrown = await promise.catch((error: unknown) => error);
  if (!(thrown instanceof AppError)) throw new Error(`Expected an AppError, got ${String(thrown)}`);
  return thrown;
}
