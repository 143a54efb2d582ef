const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An id of ours that came from outside, where anything can stand; null for what is none, which PostgreSQL would refuse. */
export function idOrNull(text: string | null): string | null {
  return text !== null && UUID.test(text) ? text : null;
}
