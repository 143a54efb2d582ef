/** Languages whose English names recognisers answer with instead of a code. */
const CODES = [
  'ar', 'bg', 'bn', 'ca', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fa', 'fi', 'fr', 'he', 'hi', 'hr', 'ht', 'hu', 'hy', 'id', 'it',
  'ja', 'ka', 'km', 'ko', 'lo', 'lt', 'lv', 'mk', 'ms', 'my', 'ne', 'nl', 'no', 'pa', 'pl', 'ps', 'pt', 'ro', 'ru', 'sk', 'sl', 'so',
  'sq', 'sr', 'sv', 'sw', 'ta', 'te', 'th', 'tl', 'tr', 'uk', 'ur', 'uz', 'vi', 'yi', 'zh',
];
const names = new Intl.DisplayNames('en', { type: 'language' });
const codeByName = new Map(CODES.map((code) => [names.of(code)?.toLowerCase(), code]));

/** A recogniser's answer, `en`, `en-US` or `english`, as BCP 47; `und` when it cannot be told. */
export function languageTag(answer: string | undefined): string {
  const text = answer?.trim() ?? '';
  if (/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(text)) return text;
  return codeByName.get(text.toLowerCase()) ?? 'und';
}
