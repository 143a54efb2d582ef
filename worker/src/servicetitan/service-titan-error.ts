import { AppError } from '@ringwell/domain/app-error';
import { classifyStatus } from '@ringwell/platform/outbound/http-failure';
import { parseRetryAfter } from '@ringwell/platform/outbound/retry-after';

/** What was tried, as far as it matters to what may be said of its failure. */
export interface Attempted {
  /** What the app must be allowed in ServiceTitan, for example `Jobs (read and write)`. */
  permission: string;
  /** Whether the request writes something: then an answer that does not come leaves open whether it was written. */
  isWrite: boolean;
}

/** What the request came to, other than an answer that can be used. */
export type Failure =
  | { status: number; retryAfter?: string | string[] }
  | { garbage: true }
  | { timedOut: true; cause: unknown }
  /** The connection failed; `wasSent` when that may have been after the request had left. */
  | { wasSent: boolean; cause: unknown };

/**
 * The one rule that turns a failed request into an AppError, statuses by `classifyStatus`. ServiceTitan's own text is
 * never part of a message.
 *
 * | failure | code | retryable |
 * |---|---|---|
 * | 401, although the token was new | `SERVICETITAN_UNAUTHORIZED` | no |
 * | 403 | `SERVICETITAN_FORBIDDEN` | no |
 * | 404 | `SERVICETITAN_NOT_FOUND` | no |
 * | 3xx | `SERVICETITAN_REDIRECT` | no |
 * | 429 | `SERVICETITAN_RATE_LIMITED`, with `retryAfterMs` when it said | yes |
 * | a write that got 408 or 5xx, no answer in time, or a broken connection | `SERVICETITAN_UNCONFIRMED`, kind `timeout`: it may have been done | yes |
 * | 408, 409, 425, 5xx | `SERVICETITAN_UNAVAILABLE`, `retryAfterMs` as above | yes |
 * | other statuses | `SERVICETITAN_REFUSED` | no |
 * | an answer that cannot be read | `SERVICETITAN_GARBAGE` | yes |
 * | no answer in time | `SERVICETITAN_TIMEOUT` | yes |
 * | no connection | `SERVICETITAN_UNREACHABLE` | yes |
 */
export function serviceTitanError(failure: Failure, attempted: Attempted): AppError {
  if ('status' in failure) return refusal(failure.status, failure.retryAfter, attempted);
  if ('garbage' in failure) return mayPass('GARBAGE', 'ServiceTitan answered with something that cannot be read.');
  const { cause } = failure;
  if (attempted.isWrite && ('timedOut' in failure || failure.wasSent)) return unconfirmed({ cause });
  if ('timedOut' in failure) return mayPass('TIMEOUT', 'ServiceTitan did not answer in time.', { cause });
  return mayPass('UNREACHABLE', 'ServiceTitan cannot be reached.', { cause });
}

function refusal(
  status: number,
  retryAfter: string | string[] | undefined,
  { permission, isWrite }: Attempted,
): AppError {
  const retryAfterMs = parseRetryAfter(retryAfter);
  const statusClass = classifyStatus(status);
  if (statusClass === 'redirect') {
    return stays(
      'REDIRECT',
      `ServiceTitan answered with a redirect (HTTP ${status}), which is not followed. Ask the operator to check SERVICETITAN_API_URL.`,
    );
  }
  if (status === 401) {
    return stays(
      'UNAUTHORIZED',
      'ServiceTitan does not accept the access that it gave itself (HTTP 401). Check under Settings, Connections that tenant id and environment belong to the client id.',
    );
  }
  if (status === 403) {
    return stays(
      'FORBIDDEN',
      `ServiceTitan refuses access to ${permission} (HTTP 403). Let its administrator connect the app with this permission, and check the tenant id.`,
    );
  }
  if (status === 404)
    return stays(
      'NOT_FOUND',
      'ServiceTitan does not know what was asked for (HTTP 404). Check tenant id and environment under Settings, Connections.',
    );
  if (statusClass === 'rate_limited')
    return mayPass('RATE_LIMITED', 'ServiceTitan is receiving too many requests (HTTP 429).', { retryAfterMs });
  if (isWrite && statusClass === 'uncertain') return unconfirmed({ retryAfterMs });
  if (statusClass === 'transient' || statusClass === 'uncertain')
    return mayPass('UNAVAILABLE', `ServiceTitan failed (HTTP ${status}).`, { retryAfterMs });
  return stays('REFUSED', `ServiceTitan refused the request (HTTP ${status}). Trying again would not help.`);
}

/** The token endpoint's answer to keys it does not know. @param status 400 or 401 */
export function credentialsRefused(status: number): AppError {
  return stays(
    'CREDENTIALS',
    `ServiceTitan does not accept the client id and secret (HTTP ${status}). Enter them again under Settings, Connections, and check the environment.`,
  );
}

/** So much is to be asked of one tenant that the request's turn would not come in time. */
export function tooBusy(): AppError {
  return mayPass('BUSY', 'ServiceTitan takes only so many requests a second, and too many are waiting.');
}

/** Nobody knows whether a note was written. */
export function unconfirmed(rest: { cause?: unknown; retryAfterMs?: number } = {}): AppError {
  return new AppError({
    kind: 'timeout',
    code: 'SERVICETITAN_UNCONFIRMED',
    retryable: true,
    ...rest,
    message: 'ServiceTitan did not confirm the note. It is looked for before it is written again.',
  });
}

function stays(suffix: string, message: string): AppError {
  return new AppError({ kind: 'provider', code: `SERVICETITAN_${suffix}`, message });
}

function mayPass(suffix: string, message: string, rest: { cause?: unknown; retryAfterMs?: number } = {}): AppError {
  return new AppError({ kind: 'provider', code: `SERVICETITAN_${suffix}`, message, retryable: true, ...rest });
}
