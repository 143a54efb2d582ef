import { unavailable } from '@ringwell/domain/errors/app-error';

/** Waits for a promise up to a time limit. Doesn't stop the underlying work. @throws AppError `TOO_SLOW` */
export async function withTimeout<T>(timeoutMs: number, operation: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(
        unavailable('TOO_SLOW', `${operation} did not respond within ${timeoutMs / 1_000} s.`, { retryable: true }),
      );
    }, timeoutMs);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
