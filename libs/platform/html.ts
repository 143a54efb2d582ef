const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export class Html {
  constructor(readonly text: string) {}
}

/** Template tag for HTML: escapes strings, inserts `Html` unchanged, and omits `null`. */
export function html(strings: TemplateStringsArray, ...values: (string | Html | null)[]): Html {
  return new Html(strings.reduce((text, string, index) => text + toMarkup(values[index - 1] ?? null) + string));
}

export function joinHtml(parts: readonly Html[]): Html {
  return new Html(parts.map(({ text }) => text).join(''));
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

function toMarkup(value: string | Html | null): string {
  if (value instanceof Html) return value.text;
  return escapeHtml(value ?? '');
}
