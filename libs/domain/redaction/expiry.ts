import type { Token } from './spoken-tokens';

export const MONTHS =
  /^(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)$/;
const CONNECTING_WORD = /^(of|slash|dash|and|the|year|twenty)$/;
// Plausible expiry dates: 2024 to 2045.
const MONTH_AND_YEAR = /^(0?[1-9]|1[0-2])((?:20)?(?:2[4-9]|3\d|4[0-5]))$/;
const YEAR = /^(?:20)?(?:2[4-9]|3\d|4[0-5])$/;
const MAX_NUMBERS = 6;

/**
 * Returns the indexes of the tokens that form a month and a year starting at `first`, such as `oh nine twenty-seven`,
 * `09/27` or `June of 2029`; otherwise undefined.
 */
export function findExpiryAt(tokens: readonly Token[], first: number): number[] | undefined {
  const start = tokens[first];
  if (!start) return undefined;
  const isMonth = start.digits === '' && MONTHS.test(start.word);
  if (start.digits === '' && !isMonth) return undefined;
  const indexes = [first];
  let digits = start.digits;
  for (let index = first + 1; index <= first + MAX_NUMBERS && index < tokens.length; index += 1) {
    if (isComplete(digits, isMonth)) break;
    const token = tokens[index]!;
    if (token.digits === '') {
      if (CONNECTING_WORD.test(token.word)) continue;
      break;
    }
    digits += token.digits;
    indexes.push(index);
  }
  if (!isComplete(digits, isMonth)) return undefined;
  const day = tokens[indexes.at(-1)! + 1];
  const isDate = indexes.length === 2 && day !== undefined && /^[/-]$/.test(day.gap) && YEAR.test(day.digits);
  return isDate ? [...indexes, indexes.at(-1)! + 1] : indexes;
}

function isComplete(digits: string, isMonth: boolean): boolean {
  // `20` may be the start of a year.
  return isMonth ? YEAR.test(digits) : MONTH_AND_YEAR.test(digits);
}
