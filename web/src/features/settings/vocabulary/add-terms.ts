import { includesTerm, MAX_TERM_LENGTH, MAX_TERMS, uniqueTerms } from '@ringwell/domain/accounts/vocabulary';

/**
 * Adds the terms in a text, one per line or separated by commas, at the start of the list.
 * @returns the new list with a message about it, or the reason nothing was added
 */
export function addTerms(
  existing: readonly string[],
  text: string,
): { terms: string[]; message: string } | { problem: string } {
  const inputTerms = uniqueTerms(
    text
      .split(/[\n\r,]+/)
      .map((term) => term.trim().replace(/\s+/g, ' '))
      .filter((term) => term !== ''),
  );
  const added = inputTerms.filter((term) => !includesTerm(existing, term));
  const tooLong = added.find((term) => term.length > MAX_TERM_LENGTH);
  const room = MAX_TERMS - existing.length;
  if (inputTerms.length === 0) return { problem: 'Enter a name or word.' };
  if (added.length === 0)
    return { problem: inputTerms.length === 1 ? 'That is already on the list.' : 'These are already on the list.' };
  if (tooLong !== undefined)
    return { problem: `Use ${MAX_TERM_LENGTH} characters or fewer for each. Too long: ${tooLong.slice(0, 30)}…` };
  if (added.length > room)
    return {
      problem:
        room === 0
          ? 'The list is full. Remove a name or word first.'
          : `There's room for ${room} more, but you entered ${added.length}.`,
    };
  const [first = ''] = added;
  const repeated = inputTerms.length - added.length;
  return {
    terms: [...added, ...existing],
    message: [
      added.length === 1 ? `Added ${first}.` : `Added ${added.length} names and words.`,
      ...(repeated === 0 ? [] : [`${repeated} ${repeated === 1 ? 'was' : 'were'} already on the list.`]),
    ].join(' '),
  };
}

/** An input's contents after lines are pasted, which it would otherwise join without a separator. */
export function pasteOnOneLine(text: string, start: number, end: number, pasted: string): string {
  const line = pasted.trim().replace(/\s*[\r\n]+\s*/g, ', ');
  return `${text.slice(0, start)}${line}${text.slice(end)}`;
}
