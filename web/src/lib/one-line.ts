/** A note as one line of a list: its paragraphs and points follow each other. */
export function oneLine(note: string): string {
  return note.replace(/\n+(- )?/g, ' ').trim();
}
