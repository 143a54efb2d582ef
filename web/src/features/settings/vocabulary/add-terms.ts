import { includesTerm, MAX_TERM_LENGTH, MAX_TERMS, uniqueTerms } from '@ringwell/domain/accounts/vocabulary';

/**
 * Adds the terms in the text, one per line or separated by commas, at the start of the list.
 * @returns the new list with a message about it, or the reason nothing was added
 */
export function addTerms(
  existingTerms: readonly string[],
  text: string,
): { terms: string[]; message: string } | { problem: string } {
  const inputTerms = uniqueTerms(
    text
      .split(/[\n\r,]+/)
      .map((term) => term.trim().replace(/\s+/g, ' '))
      .filter((term) => term !== ''),
  );
  const newTerms = inputTerms.filter((term) => !includesTerm(existingTerms, term));
  const tooLongTerm = newTerms.find((term) => term.length > MAX_TERM_LENGTH);
  const freeSlots = MAX_TERMS - existingTerms.length;
  if (inputTerms.length === 0) return { problem: 'Enter a name or word.' };
  if (newTerms.length === 0)
    return { problem: inputTerms.length === 1 ? 'That is already on the list.' : 'These are already on the list.' };
  if (tooLongTerm !== undefined)
    return { problem: `Use ${MAX_TERM_LENGTH} characters or fewer for each. Too long: ${tooLongTerm.slice(0, 30)}…` };
  if (newTerms.length > freeSlots)
    return {
      problem:
        freeSlots === 0
          ? 'The list is full. Remove a name or word first.'
          : `There's room for ${freeSlots} more, but you entered ${newTerms.length}.`,
    };
  const [first = ''] = newTerms;
  const repeatedCount = inputTerms.length - newTerms.length;
  return {
    terms: [...newTerms, ...existingTerms],
    message: [
      newTerms.length === 1 ? `Added ${first}.` : `Added ${newTerms.length} names and words.`,
      ...(repeatedCount === 0 ? [] : [`${repeatedCount} ${repeatedCount === 1 ? 'was' : 'were'} already on the list.`]),
    ].join(' '),
  };
}

/** Inserts pasted lines separated by commas. The browser would join them without a separator. */
export function pasteOnOneLine(text: string, start: number, end: number, pastedText: string): string {
  const line = pastedText.trim().replace(/\s*[\r\n]+\s*/g, ', ');
  return `${text.slice(0, start)}${line}${text.slice(end)}`;
}
