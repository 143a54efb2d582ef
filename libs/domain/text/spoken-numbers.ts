/**
 * Converts spoken numbers to digits: `a hundred and eighty dollars` becomes `$180`, `one to three` `1 to 3`, `the
 * nineteenth` `the 19th`, `five five five oh one eight two` `555-0182`. Ambiguous words are left as they are.
 */

/** The index of each word is its value. */
export const UNITS = (
  'zero one two three four five six seven eight nine ten ' +
  'eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
).split(' ');
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const VALUES = new Map<string, number>([
  ...UNITS.map((word, value): [string, number] => [word, value]),
  ...TENS.flatMap((word, tens): [string, number][] => (word === '' ? [] : [[word, tens * 10]])),
  ['oh', 0],
]);
/** Compounds such as "twenty-first" are left out. */
export const ORDINALS: ReadonlyMap<string, number> = new Map([
  ...(
    'first second third fourth fifth sixth seventh eighth ninth tenth ' +
    'eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'
  )
    .split(' ')
    .map((word, index): [string, number] => [word, index + 1]),
  ['thirtieth', 30],
]);

const BEFORE_TIME = new Set('at by till until from between around before after past since'.split(' '));
const AFTER_TIME =
  /^(a\.?m|p\.?m|o'?clock|in the (morning|afternoon|evening)|at night|sharp|tomorrow|today|tonight|this (morning|afternoon))\b/i;
const MONEY_CUE =
  /\b(quot\w+|charg\w+|pa(?:id|y|ys|ying)|cost\w*|price\w*|bill\w*|fee|runs?|estimate\w*|deposit|owe\w*|total|balance|dollars|how much|install\w*|labor)\b/i;
const UNIT_AFTER =
  /^(times?|years?|months?|weeks?|days?|hours?|minutes?|degrees?|pounds?|feet|foot|inch\w*|square|people|units?|percent|kids?|miles?|amps?|gallons?|am|pm)\b/i;

/**
 * Returns the numeric parts of each spoken number in the text: `eleven forty` is [11, 40], `two hundred five` [205].
 */
export function findSpokenNumbers(text: string): number[][] {
  return findRuns(text).flatMap(({ words }) => {
    const cardinals = words
      .map((word) => (ORDINALS.has(word) ? parseCardinal(word) : word))
      .filter((word) => word !== 'a');
    return [parseChunks(cardinals) ?? []];
  });
}

function parseCardinal(ordinal: string): string {
  const value = ORDINALS.get(ordinal) ?? 0;
  return UNITS[value] ?? TENS[value / 10] ?? '';
}

interface WordRun {
  words: string[];
  start: number;
  end: number;
}

export function replaceSpokenNumbers(text: string): string {
  const runs = findRuns(text);
  let result = '';
  let from = 0;
  for (const run of runs) {
    const before = result + text.slice(from, run.start);
    const replacement = toReplacement(run, before, text.slice(run.end), text);
    result = before + replacement.text;
    from = run.end + replacement.consumed;
  }
  return (result + text.slice(from)).replace(
    HUNDREDS_RANGE,
    (_, low: string, conjunction: string, high: string) => `${low}00 ${conjunction} ${high}`,
  );
}

/** `forty-six to fifty-four hundred` means 4600 to 5400. */
const HUNDREDS_RANGE = /(?<![\d,.:$])(\d{2}) (to|or) (\d\d?,?\d00)\b/g;

const NUMBER_WORD = `(?:${[...VALUES.keys(), ...ORDINALS.keys(), 'hundred', 'thousand', 'million'].join('|')})`;
const NUMBER_RUN = new RegExp(
  `\\b(?:a (?=hundred\\b|thousand\\b))?${NUMBER_WORD}(?:(?:[\\s-]+and(?=\\s+${NUMBER_WORD})|)[\\s-]+${NUMBER_WORD})*\\b`,
  'gi',
);

// `and` is only part of a number after hundred or thousand; otherwise it separates two numbers.
const SEPARATING_AND = /(?<!hundred|thousand|[\s-])[\s-]+and[\s-]+/gi;

function findRuns(text: string): WordRun[] {
  return [...text.matchAll(NUMBER_RUN)].flatMap(({ 0: run, index }) => splitAtAnd(run, index));
}

function splitAtAnd(text: string, index: number): WordRun[] {
  const separators = [...text.matchAll(SEPARATING_AND)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  return [...separators, { start: text.length }].map(({ start: end }, position) => {
    const start = separators[position - 1]?.end ?? 0;
    const words = text
      .slice(start, end)
      .toLowerCase()
      .split(/[\s-]+/);
    return { words: words.filter((word) => word !== 'and'), start: index + start, end: index + end };
  });
}

function toReplacement(
  run: WordRun,
  before: string,
  after: string,
  sentence: string,
): { text: string; consumed: number } {
  const unchanged = { text: sentence.slice(run.start, run.end), consumed: 0 };
  const digits = run.words.map((word) => VALUES.get(word));
  if (run.words.length >= 4 && digits.every((digit) => digit !== undefined && digit < 10))
    return { text: formatDigits(digits.join('')), consumed: 0 };
  const last = run.words[run.words.length - 1] ?? '';
  if (ORDINALS.has(last)) return formatOrdinal(run.words, before) ?? unchanged;
  const chunks = parseChunks(run.words.filter((word) => word !== 'a'));
  if (chunks === undefined) return unchanged;
  const dollars = /^[\s-]+(dollars?|bucks?)\b/i.exec(after);
  const value = sumChunks(chunks);
  if (value === undefined) return unchanged;
  if (dollars !== null) return { text: `$${formatThousands(value)}`, consumed: dollars[0].length };
  const previousWord = /([a-z']+)[\s,]*$/i.exec(before)?.[1]?.toLowerCase() ?? '';
  const time = formatTimeOfDay(chunks, previousWord, { before, after, sentence });
  if (time !== undefined) return { text: time, consumed: 0 };
  const followingText = after.trimStart();
  // `seventy-nine ninety-five` may mean 79.95 or 7,995.
  if (chunks.length === 2 && /^9[59]$/.test(String(chunks[1]))) return unchanged;
  if (chunks.length === 2) {
    const isMoney = MONEY_CUE.test(sentence) && !UNIT_AFTER.test(followingText) && !(value >= 1900 && value <= 2035);
    return { text: isMoney ? `$${formatThousands(value)}` : String(value), consumed: 0 };
  }
  return value > 10 ? { text: value >= 10_000 ? formatThousands(value) : String(value), consumed: 0 } : unchanged;
}

function formatDigits(digits: string): string {
  if (digits.length === 7) return `${digits.slice(0, 3)}-${digits.slice(3)}`;
  if (digits.length === 10) return `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`;
  return digits;
}

function formatOrdinal(words: readonly string[], before: string): { text: string; consumed: number } | undefined {
  const last = ORDINALS.get(words[words.length - 1] ?? '') ?? 0;
  const tens = words.length === 2 ? VALUES.get(words[0] ?? '') : 0;
  if (words.length > 2 || tens === undefined || tens % 10 !== 0 || (words.length === 2 && last > 9)) return undefined;
  const value = tens + last;
  if (value <= 3 && !/\b(on|of|by|since|until) the\s*$/i.test(before)) return undefined;
  const suffix = value % 100 > 10 && value % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return { text: `${value}${suffix}`, consumed: 0 };
}

/** Parses consecutive cardinal numbers: `eleven forty` is [11, 40], `two hundred five` [205]. */
function parseChunks(words: readonly string[]): number[] | undefined {
  const chunks: number[] = [];
  let current: number | undefined;
  let awaitsUnit = false;
  for (const word of words) {
    const value = VALUES.get(word);
    if (word === 'hundred' || word === 'thousand' || word === 'million') {
      const factor = word === 'hundred' ? 100 : word === 'thousand' ? 1_000 : 1_000_000;
      current = applyMultiplier(current ?? 1, factor);
      awaitsUnit = true;
    } else if (value === undefined) {
      return undefined;
    } else if (current !== undefined && canJoin(current, value, awaitsUnit)) {
      current += value;
      awaitsUnit = value >= 20;
    } else {
      if (current !== undefined) chunks.push(current);
      current = value;
      awaitsUnit = value >= 20;
    }
  }
  if (current !== undefined) chunks.push(current);
  return chunks;
}

function applyMultiplier(current: number, factor: number): number {
  if (factor === 100 && current > 1_000) return current - (current % 1_000) + (current % 1_000) * factor;
  return current * factor;
}

function canJoin(current: number, value: number, awaitsUnit: boolean): boolean {
  if (!awaitsUnit || value === 0) return false;
  if (current % 100 === 0) return value < 100;
  return current % 10 === 0 && value < 10;
}

function sumChunks(chunks: readonly number[]): number | undefined {
  const [first, second] = chunks;
  if (first === undefined || chunks.length > 2) return undefined;
  if (second === undefined) return first;
  return first > 0 && first < 100 && second >= 10 && second < 100 ? first * 100 + second : undefined;
}

function formatTimeOfDay(
  chunks: readonly number[],
  previousWord: string,
  { before, after, sentence }: { before: string; after: string; sentence: string },
): string | undefined {
  const [hour, minute] = chunks;
  if (hour === undefined || hour < 1 || hour > 12) return undefined;
  const startsRange =
    /^\s+(to|and|or)\s+(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon)\b(?!\s+(hundred|thousand|years?|days?|weeks?|hours?))/i.test(
      after,
    );
  const isRangeEnd = /\b\d{1,2}(:\d\d)? (to|and|or)\s*$/i.test(before);
  const isPrice = minute !== undefined && /^(?:around|about|at)$/.test(previousWord) && MONEY_CUE.test(sentence);
  const hasTimeCue = (!isPrice && BEFORE_TIME.has(previousWord)) || AFTER_TIME.test(after.trimStart());
  if (minute === undefined)
    return (hasTimeCue || startsRange || isRangeEnd) && !UNIT_AFTER.test(after.trimStart()) ? String(hour) : undefined;
  // `nine thirty` alone is a time unless money is mentioned; `one forty-five` may also be a price.
  const isPlainTime =
    minute === 30 && !MONEY_CUE.test(sentence) && !/^(?:be|is|was|it's|its|that's|thats|of|than)$/.test(previousWord);
  return (hasTimeCue || isRangeEnd || isPlainTime) &&
    minute % 5 === 0 &&
    minute < 60 &&
    !/^\s*(dollars|bucks)/i.test(after)
    ? `${hour}:${String(minute).padStart(2, '0')}`
    : undefined;
}

function formatThousands(value: number): string {
  return value.toLocaleString('en-US');
}
