// Languages that recognizers report by their English names.
const CODES = (
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr ht hu hy id it ja ka km ko lo lt lv mk ms my ne nl no pa ' +
  'pl ps pt ro ru sk sl so sq sr sv sw ta te th tl tr uk ur uz vi yi zh'
).split(' ');
const languageNames = new Intl.DisplayNames('en', { type: 'language' });
const codeByName = new Map(CODES.map((code) => [languageNames.of(code)?.toLowerCase(), code]));

/** Reduces `en-US` to `en`. */
export function baseLanguage(language: string | undefined): string | undefined {
  return language?.split('-')[0]?.toLowerCase();
}

const TAG = /^[a-z]{2,3}([-_][a-z]{4})?([-_]([a-z]{2}|\d{3}))?$/i;

/** Converts a recognizer's language (`en`, `en_us`, `eng` or `english`) to BCP 47; `und` when unknown. */
export function languageTag(language: string | undefined): string {
  const text = language?.trim() ?? '';
  const [tag] = TAG.test(text) ? Intl.getCanonicalLocales(text.replaceAll('_', '-')) : [];
  return tag ?? codeByName.get(text.toLowerCase()) ?? 'und';
}

export const ENGLISH_FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the and or but so of to in on at by for from with without about into over under after before since until than then as if that this these those ' +
    'it its he she his her him they them their i me my we our us you your who which what when where why how is are was were be been being am im ive ill id youre thats ' +
    'do does did done dont didnt have has had having will would can could may might should shall must not no only just also still yet very too there here ' +
    'said say ask want get got out up off all any yeah yes okay well like know mean'
  ).split(' '),
);
// Half of the words in English calls are function words; in other languages, a tenth look like one.
const MIN_ENGLISH_FRACTION = 0.2;
const MIN_WORDS = 10;

/**
 * Whether most of the text is English. A few words, such as "Sorry, wrong number.", count as English if they only use
 * English letters. Chinese and Japanese, which have no spaces, always seem to have few words.
 */
export function isEnglish(text: string): boolean {
  const plainText = text.toLowerCase().replace(/(?<=[a-z])['’](?=[a-z])/g, '');
  const words = plainText.match(/\p{L}+/gu) ?? [];
  if (words.length < MIN_WORDS) return words.length > 0 && words.every((word) => /^[a-z]+$/.test(word));
  const functionWords = words.filter((word) => ENGLISH_FUNCTION_WORDS.has(word));
  return functionWords.length / words.length >= MIN_ENGLISH_FRACTION;
}
