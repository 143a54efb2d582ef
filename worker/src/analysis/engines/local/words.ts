import { stem } from './stem';

const FILLERS = new Set(['uh', 'um', 'er', 'erm', 'uhm', 'hm', 'hmm', 'mm', 'mmm', 'eh']);

/** Replaces every number, because its value says nothing about the mood. */
export const NUMBER_PLACEHOLDER = '0';

/**
 * Splits text into lowercase words without fillers, apostrophes and punctuation, with `NUMBER_PLACEHOLDER` for each
 * number, so that written text and raw recognition produce the same words.
 */
export function splitIntoWords(text: string): string[] {
  const normalized = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/(?<=[a-z])['’‘](?=[a-z])/g, '')
    .replace(/\$\s?\d[\d,.]*/g, ` ${NUMBER_PLACEHOLDER} dollars `);
  return (normalized.match(/[a-z]+|\d+/g) ?? [])
    .filter((word) => !FILLERS.has(word))
    .map((word) => (/^\d/.test(word) ? NUMBER_PLACEHOLDER : word));
}

const FUNCTION_WORDS = new Set(
  (
    'a an the and or but so of to in on at by for from with without about into over under after before since until than then as if that this these those ' +
    'it its he she his her him they them their i me my we our us you your who which what when where why how is are was were be been being am im ive ill id youre thats ' +
    'do does did done dont didnt have has had having will would can could may might should shall must not no only just also still yet very too there here ' +
    'said say ask want get got out up off all any yeah yes okay well like know mean'
  ).split(' '),
);

export function contentStems(text: string): Set<string> {
  const normalized = text.replace(/(?<=[a-z])['’‘](?=[a-z])/gi, '').toLowerCase();
  const matches = normalized.match(/[\p{L}]+|\d+(?:[,.:]\d+)*/gu) ?? [];
  return new Set(matches.filter((word) => !FUNCTION_WORDS.has(word)).map((word) => stem(word)));
}
