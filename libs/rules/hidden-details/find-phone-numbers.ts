import { parsePhoneNumberFromString } from 'libphonenumber-js';

import type { HiddenSpan } from '@ringwell/domain/deliveries/hidden-details';
import { tokenizeSpeech, type Token } from '@ringwell/domain/redaction/spoken-tokens';

// For numbers without a country code, because the product's users are US contractors.
const DEFAULT_COUNTRY = 'US';
const US_NUMBER =
  /(?<![\w$#.-])(?:\+?1[-. ]{0,2})?(?:\([2-9]\d{2}\)|[2-9]\d{2})[-. ]{0,2}\d{3}[-. ]\d{4}(?![\w-]|\.\d)/g;
const INTERNATIONAL = /(?<![\w+])\+\d[\d ().-]{5,18}\d(?!\d)/g;
// Area codes start with 2 to 9. https://nationalnanpa.com/area_codes
const TEN_DIGITS = /^1?[2-9]\d{9}$/;
const SEVEN_DIGITS = /^[2-9]\d{6}$/;

// Preceding words that make a number something other than a phone number.
const OTHER_NUMBER_LABEL =
  /(?:\b(?:job|order|work order|invoice|ticket|estimate|quote|reference|ref|confirmation|model|serial|part|tracking|account|acct|policy|permit|license|po|claim|case|member|membership|meter|item|sku|filter|unit|lot|version|routing|warranty|contract|dispatch|check|project|customer id|id|serial number)(?: (?:number|no|num|id|code))?(?: (?:is|was|of|ends in))?[\s.:#,-]{0,3}|#\s?)$/i;
const PHONE_CUE =
  /\b(?:call|calls|called|reach|text|texted|dial|ring|phone|cell|mobile|callback|contact|fax|number)(?:ed|ing)?(?: (?:me|us|her|him|them|you|back|number|no|is|at|on|to|the|it's|was|again|office|line)){0,4}[\s.:,-]{0,3}$/i;
const CONTEXT_LENGTH = 60;

// Text allowed within a phone number: no words, and no end of a sentence.
const WITHIN_NUMBER = /^[\s().,+/–-]{0,4}$/;
const SENTENCE_END = /[.!?]\s/;

/**
 * Finds phone numbers in digits or words, except numbers that the preceding words identify as something else, such as
 * job numbers.
 */
export function findPhoneNumbers(text: string): HiddenSpan[] {
  const numericSpans = [
    ...[...text.matchAll(US_NUMBER)].map(({ index, 0: { length } }) => ({ start: index, end: index + length })),
    ...findInternationalNumbers(text),
    ...findSpokenNumbers(text),
  ];
  return numericSpans
    .filter(({ start }) => !isOtherNumber(text, start))
    .map(({ start, end }) => ({ kind: 'phone number' as const, start, end }));
}

function findInternationalNumbers(text: string): { start: number; end: number }[] {
  return [...text.matchAll(INTERNATIONAL)]
    .filter(([number]) => parsePhoneNumberFromString(number)?.isPossible())
    .map(({ index, 0: { length } }) => ({ start: index, end: index + length }));
}

function findSpokenNumbers(text: string): { start: number; end: number }[] {
  return findNumberRuns(text).flatMap((run) => {
    const first = run[0];
    if (first === undefined || isOtherNumber(text, first.start)) return [];
    const spans: { start: number; end: number }[] = [];
    for (let from = 0; from < run.length;) {
      const to = findPhoneEnd(text, run, from);
      if (to === undefined) {
        from += 1;
        continue;
      }
      spans.push({ start: includePrefix(text, run[from]!.start), end: run[to - 1]!.end });
      from = to;
    }
    return spans;
  });
}

function findNumberRuns(text: string): Token[][] {
  const runs: Token[][] = [];
  let run: Token[] = [];
  for (const token of tokenizeSpeech([{ text }])) {
    const isSameRun =
      run.length > 0 && token.digits !== '' && WITHIN_NUMBER.test(token.gap) && !SENTENCE_END.test(token.gap);
    if (isSameRun) run.push(token);
    else if (token.digits !== '') runs.push((run = [token]));
    else run = [];
  }
  return runs;
}

// Returns the index after the last token of a phone number starting at `from`.
function findPhoneEnd(text: string, run: readonly Token[], from: number): number | undefined {
  let digits = '';
  let sevenDigitEnd: number | undefined;
  for (let to = from; to < run.length && digits.length < 11; to += 1) {
    digits += run[to]!.digits;
    const hasTenDigits = digits.length === (digits.startsWith('1') ? 11 : 10) && TEN_DIGITS.test(digits);
    if (hasTenDigits && (to > from || followsPhoneCue(text, run[from]!.start) || isAssigned(digits))) return to + 1;
    if (digits.length === 7 && SEVEN_DIGITS.test(digits) && isSevenDigitPhone(text, run, from, to))
      sevenDigitEnd = to + 1;
  }
  return sevenDigitEnd === run.length || sevenDigitEnd === undefined ? sevenDigitEnd : undefined;
}

// Ten digits in one word could be any kind of number.
function isAssigned(digits: string): boolean {
  return parsePhoneNumberFromString(digits, DEFAULT_COUNTRY)?.isValid() ?? false;
}

// Seven digits are a phone number if they're grouped like one, spoken one at a time, or introduced as one.
function isSevenDigitPhone(text: string, run: readonly Token[], from: number, to: number): boolean {
  const lengths = run.slice(from, to + 1).map(({ digits }) => digits.length);
  if (followsPhoneCue(text, run[from]!.start)) return true;
  if (from > 0) return false;
  const isDashed = lengths.join() === '3,4' && /^[-.]$/.test(run[to]!.gap);
  return isDashed || lengths.every((length) => length === 1);
}

function isOtherNumber(text: string, start: number): boolean {
  return OTHER_NUMBER_LABEL.test(text.slice(Math.max(0, start - CONTEXT_LENGTH), start));
}

function followsPhoneCue(text: string, start: number): boolean {
  return PHONE_CUE.test(text.slice(Math.max(0, start - CONTEXT_LENGTH), start).replace(/[(+]\s*$/, ''));
}

function includePrefix(text: string, start: number): number {
  return text[start - 1] === '(' || text[start - 1] === '+' ? start - 1 : start;
}
