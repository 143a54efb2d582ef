import { sanitizeForStorage } from '@ringwell/domain/text/sanitize-for-storage';

/** The parsed JSON of a response, with texts that PostgreSQL can store; `undefined` when the body is not JSON. */
export function responseJson(body: string): unknown {
  try {
    return sanitizeForStorage<unknown>(JSON.parse(body));
  } catch {
    return undefined;
  }
}
