import { AppError } from '@ringwell/domain/app-error';
import { classifyStatus } from '@ringwell/platform/outbound/http-failure';
import { parseRetryAfter } from '@ringwell/platform/outbound/retry-after';

export interface ProviderFailure {
  /** As a person knows it, for example `Deepgram`. */
  provider: string;
  /** Starts the error code: `TRANSCRIPTION` gives `TRANSCRIPTION_CREDENTIALS`. */
  area: 'TRANSCRIPTION' | 'ANALYSIS';
  /** HTTP status, when the provider answered at all. */
  status?: number;
  /** The `Retry-After` header as it came: seconds, or an HTTP date. */
  retryAfter?: string | string[] | null;
  /** True when the provider answered in time and with success, but with something that cannot be used. */
  garbage?: boolean;
  /** True when our own time limit ended the request. */
  timedOut?: boolean;
  cause?: unknown;
}

/**
 * The one rule that turns a provider's failure into an AppError, statuses by `classifyStatus`:
 *
 * | failure | code | retryable |
 * |---|---|---|
 * | 401, 403 | `<AREA>_CREDENTIALS` | no |
 * | 402 | `<AREA>_PAYMENT` | no |
 * | 404 | `<AREA>_NOT_FOUND` (wrong base URL or model) | no |
 * | 429 | `<AREA>_RATE_LIMITED`, with `retryAfterMs` when the provider said | yes |
 * | other 4xx except 408, 409, 425 | `<AREA>_REFUSED` | no |
 * | success with an unusable body | `<AREA>_GARBAGE` | yes |
 * | our time limit | `<AREA>_TIMEOUT` | yes |
 * | everything else: 3xx, 408, 409, 425, 5xx, no connection | `<AREA>_UNAVAILABLE`, `retryAfterMs` as above | yes |
 *
 * The provider's own text is never part of the message: it may quote a key or the call.
 */
export function providerError(failure: ProviderFailure): AppError {
  const { provider, area, status, cause } = failure;
  const retryAfterMs = parseRetryAfter(failure.retryAfter);
  const error = (suffix: string, message: string, retryable: boolean): AppError =>
    new AppError({
      kind: 'provider',
      code: `${area}_${suffix}`,
      message,
      retryable,
      ...(retryable && { retryAfterMs }),
      cause,
    });

  if (failure.timedOut) return error('TIMEOUT', `${provider} did not answer in time. The call is tried again.`, true);
  if (failure.garbage)
    return error('GARBAGE', `${provider} answered with something that cannot be read. The call is tried again.`, true);
  if (status === undefined)
    return error('UNAVAILABLE', `${provider} cannot be reached. The call is tried again.`, true);
  if (status === 401 || status === 403) {
    return error(
      'CREDENTIALS',
      `${provider} refused the API key (HTTP ${status}). Check the key in the server's settings.`,
      false,
    );
  }
  if (status === 402)
    return error(
      'PAYMENT',
      `${provider} asks for payment (HTTP 402). Check the plan of the provider's account.`,
      false,
    );
  if (status === 404) {
    return error(
      'NOT_FOUND',
      `${provider} does not know this address or model (HTTP 404). Check its base URL and model in the server's settings.`,
      false,
    );
  }
  const statusClass = classifyStatus(status);
  if (statusClass === 'rate_limited')
    return error(
      'RATE_LIMITED',
      `${provider} is receiving too many requests (HTTP 429). The call is tried again.`,
      true,
    );
  if (statusClass === 'permanent' && status >= 400) {
    return error('REFUSED', `${provider} refused the request (HTTP ${status}). Trying again would not help.`, false);
  }
  return error('UNAVAILABLE', `${provider} failed (HTTP ${status}). The call is tried again.`, true);
}
