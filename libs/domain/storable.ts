const LONE_SURROGATE = /\p{Surrogate}/u;
const LONE_SURROGATES = /\p{Surrogate}/gu;
const REPLACEMENT_CHARACTER = '\ufffd';

/** Whether a text holds half of a UTF-16 surrogate pair, which has no form in UTF-8. */
export function hasLoneSurrogate(text: string): boolean {
  return LONE_SURROGATE.test(text);
}

/**
 * A copy of what a vendor or an engine returned with texts that PostgreSQL can store: NUL characters are left out, and
 * each lone surrogate becomes U+FFFD. PostgreSQL refuses NUL in any text, and lone surrogates in JSON. Names of
 * properties stay as they are.
 * @param value plain data, as `JSON.parse` returns it
 */
export function storable<T>(value: T): T {
  return clean(value) as T;
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').replace(LONE_SURROGATES, REPLACEMENT_CHARACTER);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, clean(inner)]));
}
