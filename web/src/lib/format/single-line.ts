/** Joins a note's paragraphs and bullet points into one line. */
export function toSingleLine(note: string): string {
  return note.replace(/\n+(- )?/g, ' ').trim();
}
