/** Words of a call with their time, for a summary: `"it was great" (1:04)`. */
export function timedQuote(text: string, startMs: number): string {
  const seconds = Math.floor(startMs / 1_000);
  return `"${plainQuotes(text)}" (${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')})`;
}

/** Double quotes inside a quote would end it. */
export function plainQuotes(text: string): string {
  return text.replace(/["“”]/g, "'");
}
