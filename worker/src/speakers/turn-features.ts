/** Longest sequence of words that is learned. */
const MAX_WORDS = 3;
// A company answers or introduces itself in the first turns; later the same words are small talk.
const OPENING_TURNS = 3;

/** The words of a turn in lower case, without punctuation, so that written and recognized text give the same words. */
export function turnWords(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replace(/(?<=[a-z])['’](?=[a-z])/g, '')
      .match(/[a-z]+|\d+/g) ?? []
  ).map((word) => (/^\d/.test(word) ? '0' : word));
}

/**
 * What the model looks at in a turn: each sequence of one to three words, with the marks `^` and `$` for its beginning
 * and end, and the single words of the first turns of a call once more by themselves.
 * @param position of the turn in the call, from 0
 */
export function turnFeatures(text: string, position: number): Set<string> {
  const words = turnWords(text);
  const features = new Set(words);
  const marked = ['^', ...words, '$'];
  for (let length = 2; length <= MAX_WORDS; length += 1)
    for (let start = 0; start + length <= marked.length; start += 1)
      features.add(marked.slice(start, start + length).join(' '));
  if (position < OPENING_TURNS) {
    features.add(`@${position}`);
    for (const word of words) features.add(`@ ${word}`);
  }
  return features;
}
