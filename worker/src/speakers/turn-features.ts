// A company answers or introduces itself in the first turns; later, the same words are small talk.
export const OPENING_TURNS = 3;
/** Maximum feature length in words and markers. */
export const LONGEST_FEATURE = 3;

/**
 * A turn's words in lowercase without punctuation, and `0` for each number, so that written and recognized text produce
 * the same words.
 */
export function turnWords(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replace(/(?<=[a-z])['’](?=[a-z])/g, '')
      .match(/[a-z]+|\d+/g) ?? []
  ).map((word) => (/^\d/.test(word) ? '0' : word));
}

/**
 * A turn's features: each sequence of one to three words, with `^` and `$` marking the turn's start and end. Single
 * words in a call's first turns are also counted separately.
 * @param position zero-based index of the turn in the call
 */
export function turnFeatures(text: string, position: number): Set<string> {
  const words = turnWords(text);
  const features = new Set(words);
  let [first, second] = ['', '^'];
  for (let index = 0; index <= words.length; index += 1) {
    const word = words[index] ?? '$';
    const pair = `${second} ${word}`;
    features.add(pair);
    if (index > 0) features.add(`${first} ${pair}`);
    [first, second] = [second, word];
  }
  if (position < OPENING_TURNS) {
    features.add(`@${position}`);
    for (const word of words) features.add(`@ ${word}`);
  }
  return features;
}
