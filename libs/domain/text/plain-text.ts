// Control characters except line feed, byte order marks, and Unicode's direction marks: they can hide or reorder text.
// oxlint-disable-next-line no-control-regex -- this removes control characters
const INVISIBLE = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g;

/** Removes invisible characters. */
export function cleanText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(INVISIBLE, ' ').trim();
}

/** Replaces line feeds and removes invisible characters. */
export function toOneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ');
}
