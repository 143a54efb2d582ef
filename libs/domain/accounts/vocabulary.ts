export const MAX_TERMS = 200;
export const MAX_TERM_LENGTH = 60;

/** Trims terms and removes duplicates, ignoring case. The first spelling wins. */
export function uniqueTerms(terms: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const term of terms) {
    const trimmed = term.trim();
    const key = termKey(trimmed);
    if (!byKey.has(key)) byKey.set(key, trimmed);
  }
  return [...byKey.values()];
}

export function includesTerm(terms: readonly string[], term: string): boolean {
  const key = termKey(term);
  return terms.some((item) => termKey(item) === key);
}

function termKey(term: string): string {
  return term.trim().toLowerCase();
}
