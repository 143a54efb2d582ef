import { replaceSpokenNumbers } from './spoken-numbers';

describe('replaceSpokenNumbers', () => {
  it.each([
    ["it's a hundred and eighty dollars", "it's $180"],
    ['twenty-two hundred dollars', '$2,200'],
    ['one hundred nineteen dollars and then some', '$119 and then some'],
    ['they quoted me one sixty and the bill was fourteen-sixty', 'they quoted me $160 and the bill was $1,460'],
    ['between one and three on the nineteenth', 'between 1 and 3 on the 19th'],
    ['at one-thirty', 'at 1:30'],
    ['nine to eleven', '9 to 11'],
    ['five five five oh one eight two', '555-0182'],
    ['nine two oh five five five oh one six six', '920-555-0166'],
    ['since nineteen ninety-eight', 'since 1998'],
    ['sixteen by twenty-five', '16 by 25'],
    ['one of those days', 'one of those days'],
    ['the first time', 'the first time'],
  ])('converts "%s" to "%s"', (spoken, written) => {
    expect(replaceSpokenNumbers(spoken)).toBe(written);
  });
});
