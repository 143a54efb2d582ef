import { AppError } from '@ringwell/domain/errors/app-error';

/** The AppError that a promise rejects with; throws if it succeeds or fails with something else. */
export async function captureError(promise: Promise<unknown>): Promise<AppError> {
  const thrown = await promise.catch((error: unknown) => error);
  if (!(thrown instanceof AppError)) throw new Error(`Expected an AppError, got ${String(thrown)}`);
  return thrown;
}
