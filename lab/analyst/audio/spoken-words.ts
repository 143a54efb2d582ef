const ONES = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
).split(' ');
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const ORDINALS: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};
// Longer numbers are phone and account numbers, which are read digit by digit.
const MAX_NUMBER_DIGITS = 6;

function spellNumber(value: number): string[] {
  if (value < 20) return [ONES[value] ?? ''];
  if (value < 100) return [TENS[Math.floor(value / 10)] ?? '', ...(value % 10 ? spellNumber(value % 10) : [])];
  const [unit, name] = value < 1_000 ? [100, 'hundred'] : [1_000, 'thousand'];
  return [...spellNumber(Math.floor(value / unit)), name, ...(value % unit ? spellNumber(value % unit) : [])];
}

function spellDigits(digits: string): string[] {
  if (digits.length > MAX_NUMBER_DIGITS || /^0\d/.test(digits))
    return [...digits].map((digit) => ONES[Number(digit)] ?? '');
  return spellNumber(Number(digits));
}

function spellOrdinal(digits: string): string {
  const words = spellDigits(digits);
  const lastWord = words.pop() ?? '';
  return [
    ...words,
    ORDINALS[lastWord] ?? (lastWord.endsWith('y') ? `${lastWord.slice(0, -1)}ieth` : `${lastWord}th`),
  ].join(' ');
}

/** Spells out text as it's spoken: numbers, amounts and times in words, without bracketed remarks. */
export function toSpokenText(text: string): string {
  return text
    .replace(/\[[^\]]*\]|\([^)]*\)/g, ' ')
    .replace(/[’‘]/g, "'")
    .replace(/\$([\d,]+)(?:\.(\d\d))?/g, (_, dollars: string, cents?: string) =>
      cents === undefined || cents === '00' ? `${dollars} dollars` : `${dollars} dollars ${cents}`,
    )
    .replace(/(\d),(?=\d{3}\b)/g, '$1')
    .replace(/\b(\d{1,2}):00\b/g, "$1 o'clock")
    .replace(/\b(\d{1,2}):0(\d)\b/g, '$1 oh $2')
    .replace(/(\d):(\d)/g, '$1 $2')
    .replace(/(\d)%/g, '$1 percent')
    .replace(/(\d)\.(\d)/g, '$1 point $2')
    .replace(/\b(\d+)(?:st|nd|rd|th)\b/gi, (_, digits: string) => ` ${spellOrdinal(digits)} `)
    .replace(/\d+/g, (digits) => ` ${spellDigits(digits).join(' ')} `)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Normalizes words for counting errors: lowercase, numbers in words, no punctuation except apostrophes. */
export function splitSpokenWords(text: string): string[] {
  return toSpokenText(text)
    .toLowerCase()
    .replace(/[^\p{L}']+/gu, ' ')
    .split(' ')
    .map((word) => word.replace(/^'+|'+$/g, ''))
    .filter((word) => word !== '');
}

/** Minimum number of words to replace, drop or insert to turn the spoken words into the recognized ones. */
export function wordErrors(spoken: readonly string[], recognized: readonly string[]): number {
  let row = Array.from({ length: recognized.length + 1 }, (_, index) => index);
  for (const [index, word] of spoken.entries()) {
    const nextRow = [index + 1];
    for (const [column, recognizedWord] of recognized.entries())
      nextRow.push(
        Math.min(
          (row[column] ?? 0) + (word === recognizedWord ? 0 : 1),
          (row[column + 1] ?? 0) + 1,
          (nextRow[column] ?? 0) + 1,
        ),
      );
    row = nextRow;
  }
  return row[recognized.length] ?? 0;
}
