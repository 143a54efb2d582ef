import { sanitizeForStorage } from '@ringwell/domain/text/sanitize-for-storage';

/**
 * Returns a response's parsed JSON, with strings sanitized for PostgreSQL, or `undefined` if the body isn't JSON.
 */
export function parseResponseJson(body: string): unknown {
  try {
    return sanitizeForStorage<unknown>(JSON.parse(body));
  } catch {
    return undefined;
  }
}
