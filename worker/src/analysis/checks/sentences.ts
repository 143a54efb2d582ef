// Periods inside amounts, times and abbreviations don't end a sentence.
const ABBREVIATION = /\b(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|Ave|Rd|No|Inc|Co|[ap]\.m|[A-Z])\.$/i;
const SENTENCE_END = /[.!?]["”')\]]*\s+(?=["“(]?[\p{Lu}\d])/gu;

export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { 0: end, index } of text.matchAll(SENTENCE_END)) {
    if (ABBREVIATION.test(text.slice(start, index + 1))) continue;
    sentences.push(text.slice(start, index + end.length).trim());
    start = index + end.length;
  }
  return [...sentences, text.slice(start).trim()].filter((sentence) => sentence !== '');
}

export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
