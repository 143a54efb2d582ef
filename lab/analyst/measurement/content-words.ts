import { removeAccents } from '@ringwell/domain/text/fold-name';
import { replaceSpokenNumbers } from '@ringwell/domain/text/spoken-numbers';

import { stem } from '../../../worker/src/analysis/engines/local/stem';

const FUNCTION_WORDS = new Set(
  (
    'a an the and or but so of to in on at by for from with without about into over under after before since until than then as if that this these those ' +
    'it its he she his her him hers they them their theirs i me my we our us you your who whom which what when where why how is are was were be been being am ' +
    'do does did done have has had having will would can could may might should shall must not no nor only just also still yet very too there here ' +
    'customer caller agent company call called calling caller says said say asked ask asks asking told tell tells wants want wanted got get gets out up off all any'
  ).split(' '),
);
const DIGITS_BY_WORD: Record<string, string> = {
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  noon: '12',
  twice: '2',
  first: '1',
  second: '2',
  third: '3',
  fourth: '4',
  fifth: '5',
};

/** A text's content words, stemmed and with normalized numbers, mapped to their weights. */
export function contentWords(text: string): Map<string, number> {
  return countContentWords(replaceSpokenNumbers(text));
}

/** Like `contentWords`, but for text whose numbers are already written as digits. */
export function countContentWords(text: string): Map<string, number> {
  const weights = new Map<string, number>();
  const plainText = removeAccents(text)
    .replace(/[’‘]/g, "'")
    .replace(/(\d),(?=\d{3})/g, '$1');
  for (const [index, rawWord] of plainText.split(/[^A-Za-z0-9':]+/).entries()) {
    const word = rawWord
      .replace(/'(s|m|re|ve|ll|d)$/i, '')
      .replace(/^[':]+|[':]+$/g, '')
      .replace(/n't$/i, '');
    const lower = word.toLowerCase();
    if (lower === '' || FUNCTION_WORDS.has(lower)) continue;
    const number =
      DIGITS_BY_WORD[lower] ??
      /^(\d+)(?:st|nd|rd|th|am|pm)?$/.exec(lower)?.[1] ??
      (/^\d/.test(lower) ? lower.replace(/:00$/, '') : undefined);
    if (number !== undefined) weights.set(number, 2);
    else weights.set(stem(lower), index > 0 && /^[A-Z]/.test(word) ? 2 : 1);
  }
  return weights;
}

/** Fraction of a fact's content, by weight, that the words contain. */
export function computeCoverage(fact: ReadonlyMap<string, number>, words: ReadonlyMap<string, number>): number {
  let total = 0;
  let coveredWeight = 0;
  for (const [word, weight] of fact) {
    total += weight;
    if (words.has(word)) coveredWeight += weight;
  }
  return total === 0 ? 1 : coveredWeight / total;
}
