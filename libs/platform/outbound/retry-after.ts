const MAX_RETRY_AFTER_MS = 24 * 60 * 60_000;

/**
 * Parses `Retry-After` (RFC 9110, section 10.2.3: seconds, or an HTTP date) into milliseconds, capped at a day;
 * `undefined` if missing or invalid.
 * @param now in Unix milliseconds
 */
export function parseRetryAfter(header: string | string[] | null | undefined, now = Date.now()): number | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  if (!text) return undefined;
  const waitMs = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(Math.round(waitMs), 0), MAX_RETRY_AFTER_MS);
}
