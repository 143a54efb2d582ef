import { ENGLISH_FUNCTION_WORDS } from '@ringwell/domain/calls/spoken-language';
import { removeAccents } from '@ringwell/domain/text/fold-name';

import { stem } from './stem';

const FILLERS = new Set(['uh', 'um', 'er', 'erm', 'uhm', 'hm', 'hmm', 'mm', 'mmm', 'eh']);

/** Replaces every number, because its value says nothing about the mood. */
export const NUMBER_PLACEHOLDER = '0';

/**
 * Splits text into lowercase words without fillers, apostrophes and punctuation, with `NUMBER_PLACEHOLDER` for each
 * number, so that written text and raw recognition produce the same words.
 */
export function splitIntoWords(text: string): string[] {
  const normalized = removeAccents(text.toLowerCase())
    .replace(/(?<=[a-z])['’‘](?=[a-z])/g, '')
    .replace(/\$\s?\d[\d,.]*/g, ` ${NUMBER_PLACEHOLDER} dollars `);
  return (normalized.match(/[a-z]+|\d+/g) ?? [])
    .filter((word) => !FILLERS.has(word))
    .map((word) => (/^\d/.test(word) ? NUMBER_PLACEHOLDER : word));
}

export function contentStems(text: string): Set<string> {
  const normalized = text.replace(/(?<=[a-z])['’‘](?=[a-z])/gi, '').toLowerCase();
  const matches = normalized.match(/[\p{L}]+|\d+(?:[,.:]\d+)*/gu) ?? [];
  return new Set(matches.filter((word) => !ENGLISH_FUNCTION_WORDS.has(word)).map((word) => stem(word)));
}
