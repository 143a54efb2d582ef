/** Folds a name for comparison: lowercase, without accents. */
export function foldName(name: string): string {
  return removeAccents(name).toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Removes accents from letters. Keeps marks of other scripts, such as Devanagari's vowels, which distinguish words. */
export function removeAccents(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}
