/**
 * Removes direction marks, and replaces byte order marks and control characters other than line feeds with spaces,
 * because they can hide or reorder text.
 */
export function cleanText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/(?!\n)[\p{Cc}\uFEFF]/gu, ' ')
    .trim();
}

/** Joins text into one line, so that it can neither imitate the product's own lines nor add headers to an email. */
export function toOneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ');
}
