/** A note on one line of a list: its paragraphs and points are joined. */
export function oneLine(note: string): string {
  return note.replace(/\n+(- )?/g, ' ').trim();
}
