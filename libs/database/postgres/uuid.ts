import { UUID } from '@ringwell/domain/uuid';

/** Returns `null` for text that is not a UUID, which PostgreSQL would reject. */
export function uuidOrNull(text: string | null): string | null {
  return text !== null && UUID.test(text) ? text : null;
}
