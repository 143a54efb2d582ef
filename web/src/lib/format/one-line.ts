/** Joins a note's paragraphs and bullet points, to show it on one line of a list. */
export function toSingleLine(note: string): string {
  return note.replace(/\n+(- )?/g, ' ').trim();
}
