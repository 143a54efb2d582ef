import { providerFailed, type AppError } from '@ringwell/domain/errors/app-error';
import { OperatorInstruction } from '@ringwell/domain/errors/operator-instruction';
import { classifyStatus } from '@ringwell/platform/outbound/http-failure';
import { parseRetryAfter } from '@ringwell/platform/outbound/retry-after';

export interface ProviderFailure {
  provider: string;
  /** Prefix of the error codes, such as `TRANSCRIPTION` in `TRANSCRIPTION_CREDENTIALS`. */
  area: 'TRANSCRIPTION' | 'ANALYSIS';
  status?: number;
  /** Raw `Retry-After` header: seconds, or an HTTP date. */
  retryAfter?: string | string[] | null;
  /** Whether the response was successful, but its body is unusable. */
  isMalformed?: boolean;
  /** Number of tokens that the server kept from a longer request. */
  contextTokens?: number;
  /** Whether our own time limit ended the request. */
  isTimeout?: boolean;
  cause?: unknown;
}

/** Shown to customers when only the operator can help. */
export const UNAVAILABLE = {
  TRANSCRIPTION: "Transcription isn't available right now. Contact support.",
  ANALYSIS: "Summaries aren't available right now. Contact support.",
} as const;

/**
 * Maps a failed speech recognizer or language model request to an AppError. `classifyStatus` classifies the status:
 *
 * | failure | code | retryable |
 * |---|---|---|
 * | 401, 403 | `<AREA>_CREDENTIALS` | no |
 * | 402 | `<AREA>_PAYMENT` | no |
 * | 404 | `<AREA>_NOT_FOUND` (wrong base URL or model) | no |
 * | success, but part of the request was dropped | `<AREA>_CONTEXT` | no |
 * | 429 | `<AREA>_RATE_LIMITED`, with `retryAfterMs` if the provider sent it | yes |
 * | other 4xx except 408, 409, 425 | `<AREA>_REFUSED` | no |
 * | success with an unusable body | `<AREA>_GARBAGE` | yes |
 * | our time limit | `<AREA>_TIMEOUT` | yes |
 * | everything else: 3xx, 408, 409, 425, 5xx, no connection | `<AREA>_UNAVAILABLE`, `retryAfterMs` as above | yes |
 *
 * The provider's own text is never included in the message, because it may quote a key or the call.
 */
export function providerError(failure: ProviderFailure): AppError {
  const { provider, area, status, cause } = failure;
  const retryAfterMs = parseRetryAfter(failure.retryAfter);
  const error = (suffix: string, message: string, retryable: boolean): AppError =>
    providerFailed(`${area}_${suffix}`, message, { retryable, ...(retryable && { retryAfterMs }), cause });
  const setupError = (suffix: string, instruction: string): AppError =>
    providerFailed(`${area}_${suffix}`, UNAVAILABLE[area], { cause: new OperatorInstruction(instruction, cause) });

  if (failure.contextTokens !== undefined) {
    return setupError(
      'CONTEXT',
      `${provider} only read ${failure.contextTokens} tokens of a longer call. Increase its server's context length. ` +
        'For Ollama, set OLLAMA_CONTEXT_LENGTH=16384.',
    );
  }
  if (failure.isTimeout) return error('TIMEOUT', `${provider} didn't respond in time.`, true);
  if (failure.isMalformed) return error('GARBAGE', `${provider} sent an unreadable response.`, true);
  if (status === undefined) return error('UNAVAILABLE', `${provider} can't be reached.`, true);
  if (status === 401 || status === 403) {
    return setupError(
      'CREDENTIALS',
      `${provider} rejected the API key (HTTP ${status}). Check the key in the server's settings.`,
    );
  }
  if (status === 402)
    return setupError('PAYMENT', `${provider} requires payment. Check your plan and balance with the provider.`);
  if (status === 404) {
    return setupError(
      'NOT_FOUND',
      `${provider} doesn't recognize this address or model (HTTP 404). ` +
        "Check its base URL and model in the server's settings.",
    );
  }
  const statusClass = classifyStatus(status);
  if (statusClass === 'rate_limited')
    return error('RATE_LIMITED', `${provider} is receiving too many requests (HTTP 429).`, true);
  if (statusClass === 'permanent' && status >= 400) {
    return error('REFUSED', `${provider} rejected the request (HTTP ${status}). Retrying won't help.`, false);
  }
  return error('UNAVAILABLE', `${provider} failed (HTTP ${status}).`, true);
}
