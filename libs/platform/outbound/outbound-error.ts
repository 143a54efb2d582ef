import { AppError, invalid, providerFailed, timedOut, tooLarge } from '@ringwell/domain/errors/app-error';
import { OperatorInstruction } from '@ringwell/domain/errors/operator-instruction';

import { classifyStatus, getErrorCode, isResponseTimeout } from './http-failure';
import { parseRetryAfter } from './retry-after';

// Only the host appears in messages, because the paths and queries of webhooks and recording links contain secrets.
type Target = Pick<URL, 'hostname'>;

export function urlNotAllowed(message: string, cause?: OperatorInstruction): AppError {
  return invalid('URL_NOT_ALLOWED', message, { cause });
}

/**
 * Returns the error for a private address, a name that resolves to one, and a nonexistent name. It's the same for all
 * three so that it doesn't reveal which names exist in the operator's network.
 */
export function notPublic({ hostname }: Target, cause?: unknown): AppError {
  return urlNotAllowed(
    `${hostname} does not exist or is not a public address. Check the URL, or ask your administrator to allow it.`,
    new OperatorInstruction(`If ${hostname} exists, add it to OUTBOUND_ALLOW to allow it.`, cause),
  );
}

export function httpsOnly({ hostname }: Target): AppError {
  return urlNotAllowed(
    `${hostname} requires https. Use a URL that starts with https://, or ask your administrator to allow it.`,
    new OperatorInstruction(`To allow ${hostname} without https, add it to OUTBOUND_ALLOW.`),
  );
}

export function responseTooLarge({ hostname }: Target, maxBytes: number): AppError {
  return tooLarge('RESPONSE_TOO_LARGE', `${hostname} sent more than the maximum of ${formatSize(maxBytes)}.`);
}

function formatSize(bytes: number): string {
  return bytes >= 1_048_576 ? `${Math.floor(bytes / 1_048_576)} MB` : `${bytes} bytes`;
}

export function responseTimedOut({ hostname }: Target, cause: unknown): AppError {
  return timedOut('OUTBOUND_TIMEOUT', `${hostname} did not respond in time.`, { retryable: true, cause });
}

export function tooManyRedirects({ hostname }: Target): AppError {
  return providerFailed('OUTBOUND_REDIRECT', `${hostname} redirects too many times. Use the final URL.`);
}

/** Returns a retryable AppError for a request that failed before or during the response. Leaves AppErrors unchanged. */
export function connectionError(error: unknown, target: Target): AppError {
  if (error instanceof AppError) return error;
  if (isResponseTimeout(error)) return responseTimedOut(target, error);
  const code = getErrorCode(error) ?? 'unknown error';
  return providerFailed('OUTBOUND_UNREACHABLE', `Couldn't reach ${target.hostname} (${code}).`, {
    retryable: true,
    cause: error,
  });
}

/**
 * Converts a connection failure after sending to a `timeout` error: the message may have arrived, so channels check
 * before resending. Returns other failures unchanged.
 */
export function toUnconfirmed(failure: Error, target: Target): Error {
  if (!(failure instanceof AppError) || failure.code !== 'OUTBOUND_UNREACHABLE') return failure;
  return timedOut(
    'OUTBOUND_UNCONFIRMED',
    `${target.hostname} disconnected or sent an invalid response. The message may have arrived.`,
    { retryable: true, cause: failure.cause },
  );
}

/**
 * Converts a non-2xx response to an AppError, based on `classifyStatus`.
 *
 * | status | code | retryable |
 * |---|---|---|
 * | 3xx | `OUTBOUND_REDIRECT` | no |
 * | 401, 403 | `OUTBOUND_FORBIDDEN` | no |
 * | 404, 410 | `OUTBOUND_NOT_FOUND` | no |
 * | 429 | `OUTBOUND_RATE_LIMITED`, with `retryAfterMs` if the response has it | yes |
 * | 408, 409, 425, 5xx | `OUTBOUND_UNAVAILABLE`, `retryAfterMs` as above | yes |
 * | other | `OUTBOUND_REFUSED` | no |
 */
export function statusError(
  target: Target,
  status: number,
  headers: Record<string, string | string[] | undefined>,
): AppError {
  const { hostname } = target;
  const statusText = `${hostname} returned HTTP ${status}`;
  const statusClass = classifyStatus(status);
  if (statusClass === 'redirect')
    return providerFailed('OUTBOUND_REDIRECT', `${statusText}, a redirect. Use the URL it redirects to.`);
  if (status === 401 || status === 403)
    return providerFailed(
      'OUTBOUND_FORBIDDEN',
      `${statusText}: access denied. Check that the URL is complete and still valid.`,
    );
  if (status === 404 || status === 410)
    return providerFailed('OUTBOUND_NOT_FOUND', `${statusText}: not found. Check the URL.`);
  const retryAfterMs = parseRetryAfter(headers['retry-after']);
  if (statusClass === 'rate_limited')
    return providerFailed('OUTBOUND_RATE_LIMITED', `${statusText}: too many requests.`, {
      retryable: true,
      retryAfterMs,
    });
  if (statusClass === 'transient' || statusClass === 'uncertain')
    return providerFailed('OUTBOUND_UNAVAILABLE', `${statusText}.`, { retryable: true, retryAfterMs });
  return providerFailed('OUTBOUND_REFUSED', `${statusText}: request rejected.`);
}
