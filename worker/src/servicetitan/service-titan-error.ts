import { providerFailed, timedOut, unavailable, type AppError } from '@ringwell/domain/errors/app-error';
import { classifyStatus } from '@ringwell/platform/outbound/http-failure';
import { parseRetryAfter } from '@ringwell/platform/outbound/retry-after';

export interface RequestContext {
  /** The required permission, such as `Jobs (read and write)`. */
  permission: string;
  /** Whether the request is a write, which may have been carried out even if there was no response. */
  isWrite: boolean;
}

export type RequestFailure =
  | { status: number; retryAfter?: string | string[] }
  | { isMalformed: true }
  | { isTimeout: true; cause: unknown }
  // The connection failed. If `wasSent` is set, the request may have arrived.
  | { wasSent: boolean; cause: unknown };

/**
 * Maps a failed request to an AppError, with statuses classified by `classifyStatus`. ServiceTitan's own text is never
 * included in the message.
 *
 * | failure | code | retryable |
 * |---|---|---|
 * | 401 with a new token | `SERVICETITAN_UNAUTHORIZED` | no |
 * | 403 | `SERVICETITAN_FORBIDDEN` | no |
 * | 404 | `SERVICETITAN_NOT_FOUND` | no |
 * | 3xx | `SERVICETITAN_REDIRECT` | no |
 * | 429 | `SERVICETITAN_RATE_LIMITED`, with `retryAfterMs` if it was sent | yes |
 * | write: 408, 5xx, timeout, broken connection (it may have gone through) | `SERVICETITAN_UNCONFIRMED` | yes |
 * | 408, 409, 425, 5xx | `SERVICETITAN_UNAVAILABLE`, `retryAfterMs` as above | yes |
 * | other statuses | `SERVICETITAN_REFUSED` | no |
 * | unreadable response | `SERVICETITAN_GARBAGE` | yes |
 * | timeout | `SERVICETITAN_TIMEOUT` | yes |
 * | no connection, or a connection that broke during a read | `SERVICETITAN_UNREACHABLE` | yes |
 */
export function serviceTitanError(failure: RequestFailure, context: RequestContext): AppError {
  if ('status' in failure) return statusError(failure.status, failure.retryAfter, context);
  if ('isMalformed' in failure) return transientError('GARBAGE', 'ServiceTitan sent an unreadable response.');
  const { cause } = failure;
  if (context.isWrite && ('isTimeout' in failure || failure.wasSent)) return unconfirmedError({ cause });
  if ('isTimeout' in failure) return transientError('TIMEOUT', "ServiceTitan didn't respond in time.", { cause });
  return transientError('UNREACHABLE', "ServiceTitan can't be reached.", { cause });
}

function statusError(
  status: number,
  retryAfter: string | string[] | undefined,
  { permission, isWrite }: RequestContext,
): AppError {
  const retryAfterMs = parseRetryAfter(retryAfter);
  const statusClass = classifyStatus(status);
  if (statusClass === 'redirect') {
    return permanentError(
      'REDIRECT',
      `ServiceTitan responded with a redirect (HTTP ${status}), and we don't follow redirects. ` + 'Contact support.',
    );
  }
  if (status === 401) {
    return permanentError(
      'UNAUTHORIZED',
      'ServiceTitan rejected an access token that it had just issued (HTTP 401). ' +
        'In Settings under Connections, check that the tenant ID and environment belong to the client ID.',
    );
  }
  if (status === 403) {
    return permanentError(
      'FORBIDDEN',
      `ServiceTitan denied access to ${permission} (HTTP 403). ` +
        'Ask your ServiceTitan admin to connect the app with this permission, and check the tenant ID.',
    );
  }
  if (status === 404)
    return permanentError(
      'NOT_FOUND',
      "ServiceTitan couldn't find the record (HTTP 404). " +
        'Check the tenant ID and environment in Settings under Connections.',
    );
  if (statusClass === 'rate_limited')
    return transientError('RATE_LIMITED', 'ServiceTitan is receiving too many requests (HTTP 429).', { retryAfterMs });
  if (isWrite && statusClass === 'uncertain') return unconfirmedError({ retryAfterMs });
  if (statusClass === 'transient' || statusClass === 'uncertain')
    return transientError('UNAVAILABLE', `ServiceTitan failed (HTTP ${status}).`, { retryAfterMs });
  return permanentError('REFUSED', `ServiceTitan rejected the request (HTTP ${status}). Retrying won't help.`);
}

/** @param status 400 or 401 */
export function credentialsError(status: number): AppError {
  return permanentError(
    'CREDENTIALS',
    `ServiceTitan rejected the client ID and secret (HTTP ${status}). ` +
      'Enter them again in Settings under Connections, and check the environment.',
  );
}

/** The error if no app key is configured. @param retryable whether to retry in case the operator is about to set it */
export function serviceTitanUnavailableError(retryable = false): AppError {
  return unavailable('SERVICETITAN_UNAVAILABLE', "ServiceTitan isn't available yet. Contact support.", { retryable });
}

export function rateLimiterBusyError(): AppError {
  return transientError('BUSY', 'Too many requests are waiting for ServiceTitan, which limits requests per second.');
}

export function unconfirmedError(details: { cause?: unknown; retryAfterMs?: number } = {}): AppError {
  return timedOut(
    'SERVICETITAN_UNCONFIRMED',
    "ServiceTitan didn't confirm the note. We'll look for it before writing it again.",
    { retryable: true, ...details },
  );
}

function permanentError(suffix: string, message: string): AppError {
  return providerFailed(`SERVICETITAN_${suffix}`, message);
}

function transientError(
  suffix: string,
  message: string,
  details: { cause?: unknown; retryAfterMs?: number } = {},
): AppError {
  return providerFailed(`SERVICETITAN_${suffix}`, message, { retryable: true, ...details });
}
