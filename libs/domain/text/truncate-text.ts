const ELLIPSIS = '…';

/** Shortens text to `maxLength` UTF-16 code units, preferably between words, and adds an ellipsis. */
export function truncateText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const start = text.slice(0, maxLength - ELLIPSIS.length).replace(/[\uD800-\uDBFF]$/, ''); // half of a surrogate pair
  const lastSpace = start.search(/\s\S*$/);
  return (lastSpace > maxLength / 2 ? start.slice(0, lastSpace) : start).trimEnd() + ELLIPSIS;
}
