const LONE_SURROGATE = /\p{Surrogate}/u;
const LONE_SURROGATES = /\p{Surrogate}/gu;
const REPLACEMENT_CHARACTER = '\ufffd';

/** Whether a string contains a lone UTF-16 surrogate, which can't be encoded in UTF-8. */
export function hasLoneSurrogate(text: string): boolean {
  return LONE_SURROGATE.test(text);
}

/**
 * Returns a deep copy whose strings can all be stored in PostgreSQL: without NUL characters, and with lone surrogates
 * replaced by U+FFFD. PostgreSQL rejects NUL in any string and lone surrogates in JSON. Doesn't change property names.
 * @param value plain data, as returned by `JSON.parse`
 */
export function sanitizeForStorage<T>(value: T): T {
  return sanitizeValue(value) as T;
}

function sanitizeValue(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').replace(LONE_SURROGATES, REPLACEMENT_CHARACTER);
  if (Array.isArray(value)) return value.map(sanitizeValue);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, sanitizeValue(inner)]));
}
