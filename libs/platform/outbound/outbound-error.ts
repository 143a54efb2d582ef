import { AppError, type ErrorKind } from '@ringwell/domain/app-error';

import { classifyStatus, errorCodeOf, isResponseTimeout } from './http-failure';
import { parseRetryAfter } from './retry-after';

/** The host of a target, for messages: paths and queries of webhooks and recording links contain secrets. */
type Target = Pick<URL, 'hostname'>;

/** The address is not allowed. The user must enter another one, or the operator must allow it. */
export function urlNotAllowed(message: string): AppError {
  return new AppError({ kind: 'invalid', code: 'URL_NOT_ALLOWED', message });
}

export function privateAddress({ hostname }: Target): AppError {
  return urlNotAllowed(
    `${hostname} is a private or reserved address. Use a public one, or ask the operator to add it to OUTBOUND_ALLOW.`,
  );
}

export function httpsOnly({ hostname }: Target): AppError {
  return urlNotAllowed(`${hostname} may only be called over https. Use an address that starts with https://.`);
}

export function responseTooLarge({ hostname }: Target, maxBytes: number): AppError {
  return new AppError({
    kind: 'too_large',
    code: 'RESPONSE_TOO_LARGE',
    message: `${hostname} sent more than the ${sizeText(maxBytes)} that are allowed.`,
  });
}

function sizeText(bytes: number): string {
  return bytes >= 1_048_576 ? `${Math.floor(bytes / 1_048_576)} MB` : `${bytes} bytes`;
}

export function timedOut({ hostname }: Target, cause: unknown): AppError {
  return new AppError({
    kind: 'timeout',
    code: 'OUTBOUND_TIMEOUT',
    message: `${hostname} did not answer in time.`,
    retryable: true,
    cause,
  });
}

export function tooManyRedirects({ hostname }: Target): AppError {
  return failed('OUTBOUND_REDIRECT', `${hostname} redirects too often. Give the address it ends at.`, false);
}

/** A request that failed before or during the response, as a retryable AppError. */
export function connectionError(error: unknown, target: Target): AppError {
  if (error instanceof AppError) return error;
  if (isResponseTimeout(error)) return timedOut(target, error);
  const code = errorCodeOf(error) ?? 'unknown error';
  return failed('OUTBOUND_UNREACHABLE', `${target.hostname} could not be reached (${code}).`, true, { cause: error });
}

/**
 * A failure after the message was sent: it may have arrived, so channels verify before they repeat it. The kind is
 * `timeout`. Time-outs are returned unchanged.
 */
export function unconfirmed(failure: Error, target: Target): Error {
  if (!(failure instanceof AppError) || failure.code !== 'OUTBOUND_UNREACHABLE') return failure;
  return new AppError({
    kind: 'timeout',
    code: 'OUTBOUND_UNCONFIRMED',
    retryable: true,
    cause: failure.cause,
    message: `${target.hostname} broke off or sent an unreadable answer; the message may have arrived.`,
  });
}

/**
 * An answer other than 2xx as an AppError, by `classifyStatus`.
 *
 * | status | code | retryable |
 * |---|---|---|
 * | 3xx | `OUTBOUND_REDIRECT` | no |
 * | 401, 403 | `OUTBOUND_FORBIDDEN` | no |
 * | 404, 410 | `OUTBOUND_NOT_FOUND` | no |
 * | 429 | `OUTBOUND_RATE_LIMITED`, with `retryAfterMs` when the target said | yes |
 * | 408, 409, 425, 5xx | `OUTBOUND_UNAVAILABLE`, `retryAfterMs` as above | yes |
 * | other | `OUTBOUND_REFUSED` | no |
 */
export function statusError(
  target: Target,
  status: number,
  headers: Record<string, string | string[] | undefined>,
): AppError {
  const { hostname } = target;
  const answered = `${hostname} answered with HTTP ${status}`;
  const statusClass = classifyStatus(status);
  if (statusClass === 'redirect')
    return failed('OUTBOUND_REDIRECT', `${answered}, a redirect. Give the address it leads to.`, false);
  if (status === 401 || status === 403)
    return failed(
      'OUTBOUND_FORBIDDEN',
      `${answered}: it refuses access. Check that the link is complete and still valid.`,
      false,
    );
  if (status === 404 || status === 410)
    return failed('OUTBOUND_NOT_FOUND', `${answered}: there is nothing at this address. Check the link.`, false);
  const retryAfterMs = parseRetryAfter(headers['retry-after']);
  if (statusClass === 'rate_limited')
    return failed('OUTBOUND_RATE_LIMITED', `${answered}: too many requests.`, true, { retryAfterMs });
  if (statusClass === 'transient' || statusClass === 'uncertain')
    return failed('OUTBOUND_UNAVAILABLE', `${answered}.`, true, { retryAfterMs });
  return failed('OUTBOUND_REFUSED', `${answered}: it refuses the request.`, false);
}

function failed(
  code: string,
  message: string,
  retryable: boolean,
  rest: { retryAfterMs?: number; cause?: unknown } = {},
): AppError {
  const kind: ErrorKind = 'provider';
  return new AppError({ kind, code, message, retryable, ...rest });
}
