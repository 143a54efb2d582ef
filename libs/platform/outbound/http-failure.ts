export type StatusClass = 'redirect' | 'permanent' | 'rate_limited' | 'transient' | 'uncertain';

// Statuses below 500. n8n responds with 409 until its workflow reaches the Wait node.
const TRANSIENT_STATUSES = new Set([409, 425]);

/**
 * Classifies a response status. No other code interprets statuses; each vendor's module adds its own error codes and
 * messages.
 *
 * | status | class | retrying |
 * |---|---|---|
 * | 3xx | `redirect` | doesn't help |
 * | 408, 5xx | `uncertain` | may help, but the request may have been processed |
 * | 409, 425 | `transient` | may help; the request wasn't processed |
 * | 429 | `rate_limited` | helps after the delay in `Retry-After` |
 * | other | `permanent` | doesn't help |
 *
 * Where vendors differ:
 * - 408, 5xx: only ServiceTitan writes are looked up before they're retried. Elsewhere, `uncertain` is `transient`.
 * - 401: ServiceTitan requests are first retried once with a new token.
 * - 3xx: requests to recognizers and language models are retried.
 */
export function classifyStatus(status: number): StatusClass {
  if (status >= 300 && status < 400) return 'redirect';
  if (status === 429) return 'rate_limited';
  if (status === 408 || status >= 500) return 'uncertain';
  return TRANSIENT_STATUSES.has(status) ? 'transient' : 'permanent';
}

// Failures of a connection that was never established. After any other failure, the request may have arrived.
const NEVER_SENT_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT', // undici only; Stripe's client uses node:http, which has no such code
]);

export function wasNeverSent(error: unknown): boolean {
  return NEVER_SENT_CODES.has(getErrorCode(error) ?? '');
}

const RESPONSE_TIMEOUT_CODES = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

export function isResponseTimeout(error: unknown): boolean {
  return RESPONSE_TIMEOUT_CODES.has(getErrorCode(error) ?? '');
}

export function getErrorCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
}
