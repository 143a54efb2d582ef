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
