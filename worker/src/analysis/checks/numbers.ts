import { findSpokenNumbers } from '@ringwell/domain/text/spoken-numbers';

const WRITTEN_NUMBER = /\d[\d,]*(?:[.:/-]\d[\d,]*)*k?/gi;
const MAX_JOINED_NUMBERS = 12;
const MAX_RUN_NUMBERS = 100_000; // far more than a call has in a row
// Numbers that writers arrive at by counting: "two visits", "the third call".
const COUNTING_PHRASE =
  /(?<![\w-])(?<!\b(?:twen|thir|for|fif|six|seven|eigh|nine)ty )(?:(?:one|two|three) (?:half|third|quarter|fourth|fifth)s?|one|two|(?:fir|seco|thi|four|fif|six|seven|eigh|nin|ten)(?:st|nd|rd|th))\b(?!-| (?:hundred|thousand|million))/gi;
// Words people say instead of a number.
const COUNT_PHRASES: readonly [RegExp, readonly string[]][] = [
  [/\b(?:twice|two|second|couple|pair|both|double|half|another)\b/gi, ['2']],
  [/\b(?:once|one|first|single)\b/gi, ['1']],
  [/\b(?:third|three|triple|thrice)\b/gi, ['3']],
  [/\b(?:quarter|fourth)\b/gi, ['4']],
  [/\b(?:dozen|noon|midnight)\b/gi, ['12']],
  [/\bhundred\b/gi, ['100']],
  [/\bthousand\b/gi, ['1000']],
  [/\bhalf\b/gi, ['50']],
];
// "055" is a string of digits rather than a number, so every digit matters.
const DIGIT_STRING = /^0\d+$/;
const DIGIT_WORDS = 'zero|oh|one|two|three|four|five|six|seven|eight|nine';
const REPEATED_DIGIT = new RegExp(`\\b(double|triple)[ -](${DIGIT_WORDS}|\\d)\\b`, 'gi');
const SPACED_DIGITS = /(?<!\d)\d+(?:[ .-]+\d+)+/g;
const MAX_DATE_DIGITS = 2;
const SHORTENED_NUMBER = /\b(?:hundred|thousand|grand)\b|\d00\b|\d\s?k\b/i;
const AND_A_HALF = /\b(\w+) and a half\b/gi;
const CLOCK_PHRASE = /\b(half|quarter|\w+) (past|after|to|till|of|before) (\w+)/gi;
const CLOCK_PHRASE_MINUTES: Record<string, number> = { half: 30, quarter: 15 };
const HOUR_MINUTES = 60;
const CLOCK_HOURS = 12;
const THOUSAND = 1_000;

/**
 * The numbers, amounts, times and years stated in a written sentence, as bare digits: `$1,460` is 1460, `9:30` 930,
 * `the 19th` 19, `code 055` 055. Skips numbers that writers arrive at by counting ("the third call", "two visits"), 0 and 1.
 */
export function findWrittenNumbers(sentence: string): string[] {
  const figures = sentence.match(WRITTEN_NUMBER) ?? [];
  const words = findSpokenNumbers(sentence.replace(COUNTING_PHRASE, '')).flatMap((numbers) =>
    numbers.length === 1 ? numbers.map(String) : [numbers.join('')],
  );
  return [...figures.flatMap(listWrittenForms), ...words].filter((digits) => digits.length > 1 || digits > '1');
}

/** Whether a number was said; for years, the last two digits are enough. */
export function isSpokenNumber(digits: string, spoken: ReadonlySet<string>): boolean {
  if (spoken.has(digits)) return true;
  const [, year] = /^(?:19|20)(\d\d)$/.exec(digits) ?? [];
  return year !== undefined && (spoken.has(year) || spoken.has(stripLeadingZeros(year)));
}

// Ranges and dates consist of several numbers; phone numbers and series of single digits are one number.
function listWrittenForms(figure: string): string[] {
  const parts = figure.split(/[-/]/);
  const isPhone =
    parts.length > 1 && (parts.at(-1)?.length ?? 0) === 4 && parts.slice(0, -1).every(({ length }) => length === 3);
  if (isPhone || (parts.length > 2 && parts.every(({ length }) => length === 1))) return [parts.join('')];
  return parts.map((part) =>
    parts.length > 1 && part.length <= MAX_DATE_DIGITS ? stripLeadingZeros(part) : stripNumberFormat(part),
  );
}

/** Every number that the spoken words could mean, as bare digits. */
export function collectSpokenNumbers(texts: readonly string[]): Set<string> {
  const spoken = new Set<string>();
  const isShortened = texts.some((text) => SHORTENED_NUMBER.test(text));
  for (const text of texts.flatMap(expandReadings)) {
    for (const figure of new Set(text.match(WRITTEN_NUMBER))) addFigure(spoken, figure);
    for (const figures of text.match(SPACED_DIGITS) ?? []) addJoinedDigits(spoken, figures.split(/\D+/));
    for (const numbers of findSpokenNumbers(text)) addSpokenNumbers(spoken, numbers);
    if (isShortened) addRoundNumbers(spoken, text);
    for (const [words, numbers] of COUNT_PHRASES)
      if (text.search(words) >= 0) for (const number of numbers) spoken.add(number);
    for (const [, words = ''] of text.matchAll(AND_A_HALF))
      for (const number of parseNumbers(words)) spoken.add(`${number}5`);
    for (const [, minutes = '', preposition = '', hour = ''] of text.matchAll(CLOCK_PHRASE))
      addClockTime(spoken, minutes, preposition, hour);
  }
  return spoken;
}

// "Five five five, oh one six six", "two point four" and "a dollar eighty-nine" each become one number without separators.
function expandReadings(text: string): string[] {
  const spelled = text
    .replace(/\b(?:o|[an]ought|[an]aught)\b/gi, 'oh')
    .replace(/\ba dollar\b/gi, 'one dollar')
    .replace(REPEATED_DIGIT, (_, times: string, digit: string) =>
      Array(/d/i.test(times) ? 2 : 3)
        .fill(digit)
        .join(' '),
    );
  const joinedText = spelled.replace(/,(?=\s)|\s(?:point|dollars?|bucks)\b(?:\s+and\b)?|(?<=\w)\s+and(?=\s)/gi, '');
  return joinedText === spelled ? [spelled] : [spelled, joinedText];
}

// "Eleven thousand four-fifty" is 11,450, "thirteen four" 13,400. "And" may introduce another number.
function addSpokenNumbers(spoken: Set<string>, numbers: readonly number[]): void {
  addJoinedDigits(spoken, numbers.map(String));
  for (const [index, number] of numbers.entries()) {
    const next = numbers[index + 1] ?? 0;
    const remainder = number % THOUSAND;
    if (number > THOUSAND && remainder < 10) spoken.add(String(number - remainder + remainder * 100 + next));
    if (number < 100 && next > 0 && next < 10) spoken.add(String(number * THOUSAND + next * 100));
    if (number > THOUSAND) spoken.add(String(number - remainder));
    if (number > 100) spoken.add(String(number - (number % 100)));
  }
}

// "Nineteen to twenty-two thousand" also means 19,000.
function addRoundNumbers(spoken: Set<string>, text: string): void {
  for (const number of [...findSpokenNumbers(text).flat(), ...(text.match(/\d+/g) ?? []).map(Number)])
    if (number < 100) for (const factor of [100, THOUSAND]) spoken.add(String(number * factor));
}

function addFigure(spoken: Set<string>, figure: string): void {
  spoken.add(stripNumberFormat(figure));
  const parts = figure.split(/[^\dk]+/i).filter(Boolean);
  if (parts.length > 1) addJoinedDigits(spoken, parts.map(stripNumberFormat));
}

// "Seventy-nine ninety-five" may mean 79.95, 7,995 or two numbers. Part of a number that was said digit by digit also
// matches, but only with its leading zeros: "oh five five" is not 55, while "oh two weeks" is 2.
function addJoinedDigits(spoken: Set<string>, run: readonly string[]): void {
  const numbers = run.slice(0, MAX_RUN_NUMBERS);
  const isDigitByDigit = numbers.length > 2 && numbers.every(({ length }) => length === 1);
  const first = isDigitByDigit ? numbers.findIndex((number) => number !== '0') : 0;
  for (let start = 0; start < numbers.length; start += 1) {
    if (start > 0 && start <= first) continue;
    let joinedDigits = '';
    for (const number of numbers.slice(start, start + MAX_JOINED_NUMBERS)) {
      joinedDigits += number;
      spoken.add(joinedDigits);
      if (!isDigitByDigit) spoken.add(stripLeadingZeros(joinedDigits));
    }
  }
}

// "Half past three" is 3:30, "ten to four" 3:50.
function addClockTime(spoken: Set<string>, minutes: string, preposition: string, hour: string): void {
  for (const hours of parseNumbers(hour))
    for (const minuteCount of CLOCK_PHRASE_MINUTES[minutes.toLowerCase()] === undefined
      ? parseNumbers(minutes)
      : [CLOCK_PHRASE_MINUTES[minutes.toLowerCase()] ?? 0]) {
      if (hours > CLOCK_HOURS || minuteCount <= 0 || minuteCount >= HOUR_MINUTES) continue;
      const isAfter = /past|after/i.test(preposition);
      const clockHour = isAfter ? hours : hours === 1 ? CLOCK_HOURS : hours - 1;
      spoken.add(`${clockHour}${String(isAfter ? minuteCount : HOUR_MINUTES - minuteCount).padStart(2, '0')}`);
    }
}

function parseNumbers(word: string): number[] {
  if (/^\d+$/.test(word)) return [Number(word)];
  return /^noon$/i.test(word) ? [CLOCK_HOURS] : findSpokenNumbers(word).flat();
}

function stripNumberFormat(figure: string): string {
  const isThousands = /k$/i.test(figure);
  const digits = figure
    .replace(/k$/i, '')
    .replaceAll(',', '')
    .replace(/[.:]0+$/, '');
  if (isThousands) return String(Number(digits) * THOUSAND);
  return DIGIT_STRING.test(digits) ? digits : stripLeadingZeros(digits.replace(/\D/g, ''));
}

function stripLeadingZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}
