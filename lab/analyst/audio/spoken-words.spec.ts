import { splitSpokenWords, wordErrors } from './spoken-words';

test.each([
  ["It's $240, okay?", "it's two hundred forty dollars okay"],
  ['At 2:30 on the 21st.', 'at two thirty on the twenty first'],
  ['Twenty-five  PARK street', 'twenty five park street'],
])('splits "%s" into spoken words', (text, words) => {
  expect(splitSpokenWords(text).join(' ')).toBe(words);
});

test.each([
  ['a b c', 'a b c', 0],
  ['a b c', 'a x c', 1],
  ['a b c', 'a c', 1],
  ['a b c', 'a b b c d', 2],
  ['a b', '', 2],
  ['', 'a', 1],
])('counts the word errors between "%s" and "%s"', (spoken, recognized, errors) => {
  const splitWords = (text: string) => text.split(' ').filter(Boolean);
  expect(wordErrors(splitWords(spoken), splitWords(recognized))).toBe(errors);
});
