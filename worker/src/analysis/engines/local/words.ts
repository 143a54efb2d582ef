import { stem } from './stem';

const FILLERS = new Set(['uh', 'um', 'er', 'erm', 'uhm', 'hm', 'hmm', 'mm', 'mmm', 'eh']);

/** Stands for every figure: its value says nothing about a mood. */
export const FIGURE = '0';

/**
 * The words of a text: lower case, without fillers, apostrophes and punctuation, so that written text and the raw output
 * of a recognizer give the same words.
 */
export function words(text: string): string[] {
  const plain = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/(?<=[a-z])['’‘](?=[a-z])/g, '')
    .replace(/\$\s?\d[\d,.]*/g, ` ${FIGURE} dollars `);
  return (plain.match(/[a-z]+|\d+/g) ?? [])
    .filter((word) => !FILLERS.has(word))
    .map((word) => (/^\d/.test(word) ? FIGURE : word));
}

const FUNCTION_WORDS = new Set(
  (
    'a an the and or but so of to in on at by for from with without about into over under after before since until than then as if that this these those ' +
    'it its he she his her him they them their i me my we our us you your who which what when where why how is are was were be been being am im ive ill id youre thats ' +
    'do does did done dont didnt have has had having will would can could may might should shall must not no only just also still yet very too there here ' +
    'said say ask want get got out up off all any yeah yes okay well like know mean'
  ).split(' '),
);

const NUMBER_WORDS = new Set(
  (
    'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen ' +
    'twenty thirty forty fifty sixty seventy eighty ninety hundred thousand'
  ).split(' '),
);

/** The stems of the words that carry content. Figures and names count twice: they are what a note is read for. */
export function contentStems(text: string): Map<string, number> {
  const plain = text.replace(/(?<=[a-z])['’‘](?=[a-z])/gi, '');
  const found = new Map<string, number>();
  for (const [at, word] of (plain.match(/[\p{L}]+|\d+(?:[,.:]\d+)*/gu) ?? []).entries()) {
    const lower = word.toLowerCase();
    if (FUNCTION_WORDS.has(lower)) continue;
    const isFigure = /^\d/.test(word) || NUMBER_WORDS.has(lower);
    const isName = at > 0 && /^\p{Lu}\p{Ll}/u.test(word);
    found.set(isFigure ? lower : stem(lower), isFigure || isName ? 2 : 1);
  }
  return found;
}
