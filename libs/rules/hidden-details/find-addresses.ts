import type { HiddenSpan } from '@ringwell/domain/deliveries/hidden-details';
import { tokenizeSpeech, type Token } from '@ringwell/domain/redaction/spoken-tokens';

// Common suffixes from https://pe.usps.com/text/pub28/28apc_002.htm
const STREET_SUFFIXES = new Set(
  (
    'street st avenue ave av road rd drive dr lane ln boulevard blvd court ct circle cir place pl way terrace ter trail trl ' +
    'parkway pkwy highway hwy square sq loop cove cv crossing xing path pike plaza point pt ridge rdg run alley aly bend ' +
    'expressway expy freeway fwy turnpike tpke row walk heights hts hollow manor meadow meadows overlook pass'
  ).split(' '),
);
// Suffixes that are followed by a number: `1200 Highway 71`.
const NUMBERED_ROADS = new Set('highway hwy route rt interstate fm county'.split(' '));
const COMPASS_DIRECTIONS = new Set(
  'north south east west n s e w ne nw se sw northeast northwest southeast southwest'.split(' '),
);
const UNITS = new Set('apartment apt unit suite ste lot building bldg floor trailer space number'.split(' '));
// Words that are never part of a street name.
const NON_STREET_WORDS = new Set(
  (
    'a an the and or but on at in to for from of with by is are was were be been has have had do does did will would can could ' +
    'not no if then than that this these those it he she they we you i my your our their his her its so as about around per each ' +
    'every all both more most less other another same next last first second third techs technicians people guys calls units ' +
    'times visits trips cars trucks bedroom bedrooms bathroom bathrooms story stories family star point good bad big small wide ' +
    'quick easy hard only just off up down out over again back left right new old different best better any some when where ' +
    'who what why how yes please wait block blocks mile way'
  ).split(' '),
);
const MAX_NUMBER_DIGITS = 6;
const MAX_NUMBER_TOKENS = 5;
const MAX_NAME_WORDS = 4;
const GAP_BEFORE_UNIT = /^[\s,.#]*$/;
const WITHIN_STREET = /^(?:\s|\.\s)$/;
const LABELED_NUMBER =
  /(?:\b(?:job|order|invoice|ticket|estimate|quote|model|serial|part|account|permit|ref|reference)(?: (?:number|no))?[\s.:]{1,2}|#\s?)$/i;

const STATE_CODE =
  '(?:A[LKZR]|C[AOT]|D[CE]|FL|GA|HI|I[DLNA]|K[SY]|LA|M[EDAINSOT]|N[EVHJMYCD]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[TA]|W[AVIY])\\b' +
  '|(?:Alabama|Arizona|California|Colorado|Florida|Georgia|Illinois|Michigan|Nevada|New York|Ohio|Oregon|Texas|Utah|Virginia|Washington)\\b';
const ZIP = '\\d{5}(?:-\\d{4})?(?!\\d)';
// City, state and ZIP after a street. Bounded, so it takes constant time.
const CITY_STATE_ZIP = new RegExp(
  `,? {1,2}(?:(?:\\p{Lu}[\\p{L}.'’-]{1,20} ?){1,3},? {0,2}(?:${STATE_CODE})\\.?(?:,? {1,2}${ZIP})?|(?:\\p{Lu}[\\p{L}.'’-]{1,20} ?){0,3},? {0,2}${ZIP})`,
  'uy',
);
const LABELED_ZIP = new RegExp(`\\b(?:zip|zip code|postal code)(?: is|:|'s)? {1,2}(${ZIP})`, 'gi');
const PO_BOX = /\bp\.? ?o\.? box \d{1,6}\b/gi;

/**
 * Finds street addresses: number, street name and suffix, in digits or words, with any unit, city, state and ZIP that
 * follow. Also finds PO boxes and labeled ZIP codes. A street without a number isn't an address.
 */
export function findAddresses(text: string): HiddenSpan[] {
  const tokens = tokenizeSpeech([{ text }]);
  const spans: HiddenSpan[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const address = findAddressAt(text, tokens, index);
    if (!address) continue;
    spans.push({ kind: 'address', start: tokens[index]!.start, end: address.end });
    index = address.last;
  }
  const poBoxes = [...text.matchAll(PO_BOX)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }));
  const zips = [...text.matchAll(LABELED_ZIP)].map(({ index, 0: match, 1: zip = '' }) => ({
    start: index + match.length - zip.length,
    end: index + match.length,
  }));
  return [...spans, ...[...poBoxes, ...zips].map((span) => ({ kind: 'address' as const, ...span }))];
}

function findAddressAt(
  text: string,
  tokens: readonly Token[],
  index: number,
): { end: number; last: number } | undefined {
  const nameStart = findNumberEnd(tokens, index);
  if (
    nameStart === undefined ||
    LABELED_NUMBER.test(text.slice(Math.max(0, tokens[index]!.start - 30), tokens[index]!.start))
  )
    return undefined;
  const suffix = findStreetSuffix(tokens, nameStart);
  if (suffix === undefined) return undefined;
  const last = findUnitEnd(tokens, suffix);
  CITY_STATE_ZIP.lastIndex = skipPeriod(text, tokens[last]!);
  return { last, end: CITY_STATE_ZIP.test(text) ? CITY_STATE_ZIP.lastIndex : getAddressEnd(text, tokens[last]!) };
}

// Returns the index after a house number: `4211`, `42B`, `forty-two eleven`.
function findNumberEnd(tokens: readonly Token[], index: number): number | undefined {
  if (/^\d{1,5}[a-z]$/.test(tokens[index]!.word)) return index + 1;
  let digits = '';
  let to = index;
  while (to < tokens.length && to - index < MAX_NUMBER_TOKENS && tokens[to]!.digits !== '') {
    if (to > index && !/^[ -]$/.test(tokens[to]!.gap)) return undefined;
    digits += tokens[to]!.digits;
    to += 1;
  }
  return digits !== '' && digits.length <= MAX_NUMBER_DIGITS ? to : undefined;
}

// Returns the index of the last token of the street starting at `from`.
function findStreetSuffix(tokens: readonly Token[], from: number): number | undefined {
  let suffix: number | undefined;
  for (let to = from; to < Math.min(tokens.length, from + MAX_NAME_WORDS + 1); to += 1) {
    const { word, gap, digits } = tokens[to]!;
    if (!WITHIN_STREET.test(gap)) break;
    const next = tokens[to + 1];
    if (NUMBERED_ROADS.has(word) && next && /\d/.test(next.word) && WITHIN_STREET.test(next.gap)) return to + 1;
    if (STREET_SUFFIXES.has(word) && to > from && !isOnlyDirection(tokens, from, to)) suffix = to;
    else if (NON_STREET_WORDS.has(word) || (digits !== '' && to > from)) break;
    if (gap.includes('.') && suffix !== undefined && suffix < to) break;
  }
  return suffix;
}

// Whether only single letters come before a suffix: `5 W Drive` has no street name.
function isOnlyDirection(tokens: readonly Token[], from: number, to: number): boolean {
  return tokens.slice(from, to).every(({ word }) => word.length < 2);
}

// Returns the index of the last token of the unit or direction after a street, or else of the street.
function findUnitEnd(tokens: readonly Token[], suffix: number): number {
  let last = suffix;
  const findNext = (gap: RegExp): Token | undefined => {
    const next = tokens[last + 1];
    return next && gap.test(next.gap) ? next : undefined;
  };
  const direction = findNext(WITHIN_STREET);
  if (direction && COMPASS_DIRECTIONS.has(direction.word)) last += 1;
  const unit = findNext(GAP_BEFORE_UNIT);
  const value = tokens[last + 2];
  if (unit && UNITS.has(unit.word) && value && /^[\s.#]*$/.test(value.gap) && isUnitValue(value)) last += 2;
  else if (unit && /#/.test(unit.gap) && isUnitValue(unit)) last += 1;
  while (last > suffix && tokens[last + 1]?.digits && tokens[last]!.digits && tokens[last + 1]!.gap === ' ') last += 1;
  return last;
}

function isUnitValue({ word, digits }: Token): boolean {
  return digits !== '' || /^(?:[a-z]|\d+[a-z]?|[a-z]\d+)$/.test(word);
}

// Includes the period of an abbreviation before city or ZIP: `Oak St. Austin, TX`.
function skipPeriod(text: string, { end }: Token): number {
  return text.startsWith('. ', end) ? end + 1 : end;
}

function getAddressEnd(text: string, last: Token): number {
  return /^\. \p{Ll}/u.test(text.slice(last.end, last.end + 3)) ? last.end + 1 : last.end;
}
