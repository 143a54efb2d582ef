const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A piece of HTML in which everything foreign has been escaped. */
export class Html {
  constructor(readonly text: string) {}
}

/** HTML from a template. A text that is put in is escaped, other HTML is not, `null` leaves nothing. */
export function html(strings: TemplateStringsArray, ...values: (string | Html | null)[]): Html {
  return new Html(strings.reduce((text, string, index) => text + markup(values[index - 1] ?? null) + string));
}

/** Text as it may stand in HTML, also between quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

function markup(value: string | Html | null): string {
  if (value instanceof Html) return value.text;
  return escapeHtml(value ?? '');
}
