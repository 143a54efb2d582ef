// Languages that recognizers report by their English names.
const CODES = [
  'ar',
  'bg',
  'bn',
  'ca',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'et',
  'fa',
  'fi',
  'fr',
  'he',
  'hi',
  'hr',
  'ht',
  'hu',
  'hy',
  'id',
  'it',
  'ja',
  'ka',
  'km',
  'ko',
  'lo',
  'lt',
  'lv',
  'mk',
  'ms',
  'my',
  'ne',
  'nl',
  'no',
  'pa',
  'pl',
  'ps',
  'pt',
  'ro',
  'ru',
  'sk',
  'sl',
  'so',
  'sq',
  'sr',
  'sv',
  'sw',
  'ta',
  'te',
  'th',
  'tl',
  'tr',
  'uk',
  'ur',
  'uz',
  'vi',
  'yi',
  'zh',
];
const languageNames = new Intl.DisplayNames('en', { type: 'language' });
const codeByName = new Map(CODES.map((code) => [languageNames.of(code)?.toLowerCase(), code]));

/** Reduces `en-US` to `en`. */
export function baseLanguage(language: string | undefined): string | undefined {
  return language?.split('-')[0]?.toLowerCase();
}

/** Converts a recognizer's language (`en`, `en-US` or `english`) to BCP 47; `und` when unknown. */
export function languageTag(language: string | undefined): string {
  const text = language?.trim() ?? '';
  if (/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(text)) return text;
  return codeByName.get(text.toLowerCase()) ?? 'und';
}
