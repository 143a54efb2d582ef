import { getPlaceholder } from './finding';

/** A word or number in a transcript. A number may span several words: `forty-one`, `double four`. */
export interface Token {
  /** Segment index. */
  segment: number;
  /** Offsets within the segment's text. */
  start: number;
  end: number;
  /** In lowercase. */
  word: string;
  /** The number as digits; empty for words, and for numbers that only count, measure or price something. */
  digits: string;
  /** Text between the previous token, or the start of the segment, and this one. */
  gap: string;
}

const UNITS = 'zero one two three four five six seven eight nine'.split(' ');
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const VALUES = new Map<string, string>([
  ...UNITS.map((word, value): [string, string] => [word, String(value)]),
  ...TEENS.map((word, index): [string, string] => [word, String(index + 10)]),
  ...TENS.map((word, index): [string, string] => [word, String((index + 2) * 10)]),
  ['oh', '0'],
  ['o', '0'],
  ['nought', '0'],
  ['niner', '9'],
]);
// Words that recognizers write instead of digits. They only count as digits among other digits.
const DIGIT_HOMOPHONES = new Map([
  ['for', '4'],
  ['fore', '4'],
  ['to', '2'],
  ['too', '2'],
  ['won', '1'],
  ['ate', '8'],
  ['tree', '3'],
  ['sex', '6'],
  ['sicks', '6'],
]);
const REPEATS = new Map([
  ['double', 2],
  ['triple', 3],
  ['treble', 3],
]);

const NUMBER_WORDS: ReadonlySet<string> = new Set([...VALUES.keys(), ...DIGIT_HOMOPHONES.keys(), ...REPEATS.keys()]);

const MEASURE_WORDS = new Set(
  (
    'dollars dollar bucks cents percent degrees volts amps gallons gallon years year months month weeks week days day ' +
    'hours hour minutes minute inch inches feet foot pounds tons ton miles people times stars reviews seer hertz ' +
    'thousand million am pm grand psi'
  ).split(' '),
);
// Words after a number that counts or selects digits: `four digits`.
const COUNTED_NOUN = /^(digit|digits|number|numbers|letter|letters|group|groups|little|more|character|characters)$/;
const SELECTING_WORD = /^(last|first|next|other|final|those|these|all|only)$/;
const WORD_BEFORE_PRONOUN_ONE =
  /^(new|old|different|other|this|that|which|another|good|wrong|right|no|any|every|same|the|a)$/;
const WORD_AFTER_PRONOUN_ONE =
  /^(second|moment|sec|more|time|minute|of|more|thing|card|on|that|is|with|from|i|you|we|because)$/;

// A redacted card number still indicates what the numbers after it mean. Digits only belong to a word with Latin letters,
// such as a model number: some languages have no spaces.
const WORD =
  /\[card number\]|\[[a-z ]+\]|\p{Nd}+(?![\p{sc=Latn}\p{Nd}])|[\p{sc=Latn}\p{M}\p{Nd}]+(?:['’]\p{L}+)?|[\p{L}\p{M}]+(?:['’]\p{L}+)?/gu;
const CARD = getPlaceholder('card number');
const MAX_MEASURED_DIGITS = 6;
// No measurement with so few digits has more words than this.
const MAX_MEASUREMENT_WORDS = 20;

interface RawWord {
  start: number;
  end: number;
  word: string;
  gap: string;
}

/** Splits segments into words and numbers, in spoken order. Runs in linear time. */
export function tokenizeSpeech(segments: readonly { text: string }[]): Token[] {
  return segments.flatMap(({ text }, segment) => {
    const raw = splitRawWords(text);
    const tokens: Token[] = [];
    for (let index = 0; index < raw.length;) {
      const { digits, wordCount } = parseNumberAt(raw, index, text);
      const [first, last] = [raw[index]!, raw[index + wordCount - 1]!];
      tokens.push({
        segment,
        start: first.start,
        end: last.end,
        word: wordCount === 1 ? first.word : text.slice(first.start, last.end).toLowerCase(),
        digits,
        gap: first.gap,
      });
      index += wordCount;
    }
    return dropMeasurements(tokens, text);
  });
}

function splitRawWords(text: string): RawWord[] {
  const words: RawWord[] = [];
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    words.push({
      start: match.index,
      end: match.index + match[0].length,
      word: match[0] === CARD ? 'card' : toAsciiDigits(match[0].toLowerCase().replace('’', "'")),
      gap: text.slice(end, match.index),
    });
    end = match.index + match[0].length;
  }
  return words;
}

// Converts Arabic, Devanagari and other digits. Each script's digits are consecutive, from zero.
function toAsciiDigits(word: string): string {
  return word.replace(/(?!\d)\p{Nd}/gu, (digit) => {
    let value = 0;
    while (/\p{Nd}/u.test(String.fromCodePoint((digit.codePointAt(0) ?? 0) - value - 1))) value += 1;
    return String(value % 10);
  });
}

const NO_DIGITS = { digits: '', wordCount: 1 };

function parseNumberAt(raw: readonly RawWord[], index: number, text: string): { digits: string; wordCount: number } {
  const { word } = raw[index]!;
  if (/^\d+$/.test(word))
    return isPartOfTerm(raw, index, text) || isCount(raw, index) ? NO_DIGITS : { digits: word, wordCount: 1 };
  if (!NUMBER_WORDS.has(word)) return NO_DIGITS;
  const next = raw[index + 1]?.word ?? '';
  const repeat = REPEATS.get(word);
  if (repeat !== undefined) {
    const repeated = findUnit(next);
    return repeated === undefined ? NO_DIGITS : { digits: repeated.repeat(repeat), wordCount: 2 };
  }
  const homophone = DIGIT_HOMOPHONES.get(word);
  const value = VALUES.get(word) ?? (homophone !== undefined && isAmongDigits(raw, index) ? homophone : undefined);
  if (value === undefined || isCount(raw, index)) return NO_DIGITS;
  if (Number(value) < 20 || value.length < 2) return applyHundred(raw, index, value, 1);
  const unit = VALUES.get(next) ?? '';
  const isCompound = unit.length === 1 && unit !== '0' && /^[\s-]*$/.test(raw[index + 1]?.gap ?? '');
  return isCompound ? applyHundred(raw, index, value[0]! + unit, 2) : applyHundred(raw, index, value, 1);
}

// `fifty-five hundred eighty-three seventy-four` is 5500, 83 and 74.
function applyHundred(
  raw: readonly RawWord[],
  index: number,
  value: string,
  wordCount: number,
): { digits: string; wordCount: number } {
  if (raw[index + wordCount]?.word !== 'hundred') return { digits: value, wordCount };
  return { digits: `${value}00`, wordCount: wordCount + 1 };
}

function findUnit(word: string): string | undefined {
  const value = VALUES.get(word) ?? (/^\d$/.test(word) ? word : undefined);
  return value?.length === 1 ? value : undefined;
}

// Whether a word that sounds like a digit is among digits: `for two two three`, `eight nine for two`.
function isAmongDigits(raw: readonly RawWord[], position: number): boolean {
  const isUnit = (index: number): boolean => {
    const word = raw[index]?.word ?? '';
    return findUnit(word) !== undefined || REPEATS.has(word) || (DIGIT_HOMOPHONES.has(word) && index !== position);
  };
  const followingUnits = [1, 2, 3].filter((offset) => isUnit(position + offset)).length;
  if (isUnit(position - 1) && isUnit(position - 2)) return followingUnits > 0 || isUnit(position - 3);
  return followingUnits === 3;
}

// Whether a number belongs to a time, decimal, price or model number, such as 58STA090-14114.
function isPartOfTerm(raw: readonly RawWord[], index: number, text: string): boolean {
  const { gap, start, end, word } = raw[index]!;
  const [before, after] = [raw[index - 1], raw[index + 1]];
  if (/[$€£]$/.test(gap)) return true;
  if (text[end] === '%' || text[end] === '"') return true;
  if (gap === ':' || (after?.gap === ':' && /^\d\d$/.test(after.word))) return true;
  const isDecimalPart = (neighbor: RawWord | undefined, separator: string | undefined): boolean =>
    separator === '.' && /^\d+$/.test(neighbor?.word ?? '') && !(word.length === 4 && neighbor?.word.length === 4);
  if (isDecimalPart(before, gap) || isDecimalPart(after, after?.gap)) return true;
  const isAttached = start > 0 && /^[-/]$/.test(gap);
  return isAttached && /\d/.test(before?.word ?? '') && /\p{L}/u.test(before?.word ?? '');
}

function isCount(raw: readonly RawWord[], index: number): boolean {
  const [before, { word }, after] = [raw[index - 1]?.word ?? '', raw[index]!, raw[index + 1]?.word ?? ''];
  if (COUNTED_NOUN.test(after)) return true;
  if (SELECTING_WORD.test(before) && findUnit(after) === undefined) return true;
  return (
    word === 'one' &&
    (WORD_BEFORE_PRONOUN_ONE.test(before) || WORD_AFTER_PRONOUN_ONE.test(after)) &&
    findUnit(after) === undefined
  );
}

// Clears the digits of numbers followed by a unit: `four hundred and ten dollars`.
function dropMeasurements(tokens: Token[], text: string): Token[] {
  for (let position = 0; position < tokens.length; position += 1) {
    if (!MEASURE_WORDS.has(tokens[position]!.word)) continue;
    let length = 0;
    let first = position;
    for (let previous = position - 1; previous >= Math.max(0, position - MAX_MEASUREMENT_WORDS); previous -= 1) {
      const { digits, word, end } = tokens[previous]!;
      if (digits === '' && !/^(and|point|hundred|thousand|a)$/.test(word)) break;
      if (/[.?!;]/.test(text.slice(end, tokens[previous + 1]!.start))) break;
      length += digits.length;
      first = previous;
    }
    if (length <= MAX_MEASURED_DIGITS) for (let index = first; index < position; index += 1) tokens[index]!.digits = '';
  }
  return tokens;
}
