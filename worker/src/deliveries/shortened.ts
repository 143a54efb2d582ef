/** Says that something was left out. */
const ELLIPSIS = '…';

/** A text of at most so many characters (UTF-16 code units), cut between two words where there are any. */
export function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const start = text.slice(0, maxLength - ELLIPSIS.length).replace(/[\uD800-\uDBFF]$/, ''); // half of a character
  const lastSpace = start.search(/\s\S*$/);
  return (lastSpace > maxLength / 2 ? start.slice(0, lastSpace) : start).trimEnd() + ELLIPSIS;
}
