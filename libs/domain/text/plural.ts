const NUMBER = new Intl.NumberFormat('en-US');

/** `1 call`, `1,200 calls`. Rounds the count. */
export function plural(count: number, word: string): string {
  const rounded = Math.round(count);
  return `${NUMBER.format(rounded)} ${word}${rounded === 1 ? '' : 's'}`;
}
