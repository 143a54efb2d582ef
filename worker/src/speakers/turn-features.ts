// A company answers or introduces itself in the first turns; the same words are small talk later.
export const OPENING_TURNS = 3;
/** Maximum length of a feature in words and marks. */
export const LONGEST_FEATURE = 3;

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
 * Features of a turn: each sequence of one to three words, with the marks `^` and `$` for its beginning and end, and
 * the single words of a call's first turns, counted separately as well.
 * @param position of the turn in the call, from 0
 */
export function turnFeatures(text: string, position: number): Set<string> {
  const words = turnWords(text);
  const features = new Set(words);
  let [first, second] = ['', '^'];
  for (let at = 0; at <= words.length; at += 1) {
    const word = words[at] ?? '$';
    const pair = `${second} ${word}`;
    features.add(pair);
    if (at > 0) features.add(`${first} ${pair}`);
    [first, second] = [second, word];
  }
  if (position < OPENING_TURNS) {
    features.add(`@${position}`);
    for (const word of words) features.add(`@ ${word}`);
  }
  return features;
}
