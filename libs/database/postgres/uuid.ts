const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns `null` for text that is not a UUID, which PostgreSQL would reject. */
export function uuidOrNull(text: string | null): string | null {
  return text !== null && UUID.test(text) ? text : null;
}
