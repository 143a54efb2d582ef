import { cardLengths } from './check-digits';
import { findExpiryAt } from './expiry';
import type { SensitiveKind } from './finding';
import { findCardWithin, joinDigits, findNumberChains, type DigitChain, type Speech } from './number-chains';

/** Marked tokens with their kinds, and the leading digits of each number found, for detecting repeats. */
export interface RedactionMarks {
  kinds: (SensitiveKind | undefined)[];
  foundNumbers: { kind: SensitiveKind; digits: string; from: number; to: number }[];
}

// Fewer digits than this aren't recognizable as a card, even if one was asked for.
const MIN_REQUESTED_DIGITS = 8;
const MIN_LIKELY_DIGITS = 12;
const PHONE_DIGITS = 10;
const MAX_LABEL_DISTANCE = 15;
const MAX_EXTRA_DIGITS = 2;
// If fewer digits than this precede a card number, they stay unmarked; otherwise, they're marked along with it.
const MAX_LEADING_DIGITS = 4;
const MAX_TAIL_TOKENS = 30;
// Maximum number of digits to compare for repetitions: two cards' worth.
const MAX_COMPARED_DIGITS = 40;

export function markNumbers(
  speech: Pick<Speech, 'tokens'>,
  marks: RedactionMarks,
  kind: SensitiveKind,
  numbers: readonly number[],
): void {
  const [from, to] = [numbers[0], numbers.at(-1)];
  if (from === undefined || to === undefined) return;
  for (const tokenIndex of numbers) marks.kinds[tokenIndex] = kind;
  const digits = joinDigits(speech.tokens, numbers.slice(0, MAX_COMPARED_DIGITS)).slice(0, MAX_COMPARED_DIGITS);
  marks.foundNumbers.push({ kind, digits, from, to });
}

/**
 * Marks card numbers with the expiry date and security code that follow: numbers with a valid issuer and check digit,
 * and numbers given when a card was asked for, even if a digit was misheard.
 */
export function markCards(speech: Speech, chains: readonly DigitChain[], marks: RedactionMarks): void {
  for (const chain of chains) markCard(speech, chain, marks);
  // If speakers were guessed, parts of a card number may be attributed to different speakers.
  for (const chain of findNumberChains(speech, true)) {
    if (!isAboutCards(chain)) continue;
    const card = findCardWithin(speech.tokens, chain, true);
    const numbers = card ? chain.numbers.slice(card.from, card.to) : [];
    if (numbers.some((tokenIndex) => marks.kinds[tokenIndex] === undefined)) {
      markNumbers(speech, marks, 'card number', numbers);
      markExtras(speech, chain.numbers.slice(card?.to), marks);
    }
  }
}

function isAboutCards({ topic }: DigitChain): boolean {
  return (
    topic === 'card' || topic === 'card_number' || topic === 'expiry' || topic === 'security_code' || topic === 'back'
  );
}

function markCard(speech: Speech, chain: DigitChain, marks: RedactionMarks): void {
  const { tokens } = speech;
  const card = findCardWithin(tokens, chain, isAboutCards(chain));
  const [first] = chain.numbers;
  if (first === undefined) return;
  if (card) {
    if (chain.topic === 'harmless' && chain.label && first - chain.label.to <= 3) return;
    const leadingDigitCount = joinDigits(tokens, chain.numbers.slice(0, card.from)).length;
    markNumbers(
      speech,
      marks,
      'card number',
      chain.numbers.slice(leadingDigitCount < MAX_LEADING_DIGITS ? card.from : 0, card.to),
    );
    markExtras(speech, chain.numbers.slice(card.to), marks);
    return;
  }
  const digits = joinDigits(tokens, chain.numbers);
  const [issuerLength] = cardLengths(digits);
  if (!isExpectedCard(chain, digits, issuerLength !== undefined)) return;
  const length = issuerLength ?? 16;
  // Repeated or corrected digits make the run longer than a card number.
  const end = findCardEnd(speech, chain.numbers, length);
  const isWholeChain =
    digits.length <= length + MAX_EXTRA_DIGITS || !findExpiryAt(tokens, chain.numbers[end] ?? tokens.length);
  const to = isWholeChain ? chain.numbers.length : end;
  markNumbers(speech, marks, 'card number', chain.numbers.slice(0, to));
  markExtras(speech, chain.numbers.slice(to), marks);
  if (digits.length < length) markRemaining(speech, chain, length - digits.length, marks);
}

// Ten digits may be a phone number, unless a card was asked for just before.
function isExpectedCard({ topic, label, numbers }: DigitChain, { length }: string, hasIssuer: boolean): boolean {
  if (topic === 'card') return hasIssuer && length >= MIN_LIKELY_DIGITS;
  if (topic !== 'card_number' || length < MIN_REQUESTED_DIGITS) return false;
  return hasIssuer && length !== PHONE_DIGITS ? true : numbers[0]! - (label?.to ?? 0) <= MAX_LABEL_DISTANCE;
}

function findCardEnd({ tokens }: Speech, numbers: readonly number[], length: number): number {
  let digits = 0;
  let to = 0;
  while (to < numbers.length && digits < length) {
    digits += tokens[numbers[to]!]!.digits.length;
    to += 1;
  }
  return to;
}

// Marks the rest of an interrupted card number: "You cut out. What was the rest?"
function markRemaining(
  { tokens, speakerAt, labels, labelAt }: Speech,
  chain: DigitChain,
  missingDigitCount: number,
  marks: RedactionMarks,
): void {
  const last = chain.numbers.at(-1)!;
  const remaining: number[] = [];
  for (let tokenIndex = last + 1; tokenIndex < tokens.length && tokenIndex <= last + MAX_TAIL_TOKENS; tokenIndex += 1) {
    const label = labels[labelAt[tokenIndex] ?? -1];
    if (label && label.from > last && label.topic !== 'card' && label.topic !== 'card_number') break;
    if (tokens[tokenIndex]!.digits !== '' && speakerAt(tokenIndex) === speakerAt(last)) remaining.push(tokenIndex);
  }
  if (joinDigits(tokens, remaining).length > missingDigitCount + MAX_EXTRA_DIGITS) return;
  for (const tokenIndex of remaining) marks.kinds[tokenIndex] = 'card number';
}

/**
 * Marks the expiry date and security code after a card number in the same run of digits: `0928 123`, `five
 * twenty-eight, two two nine`. Five digits are left alone as a ZIP code.
 */
export function markExtras(speech: Speech, remaining: readonly number[], marks: RedactionMarks): void {
  const { tokens } = speech;
  const [first] = remaining;
  if (first === undefined) return;
  const expiry = findExpiryAt(tokens, first);
  if (expiry) {
    markNumbers(speech, marks, 'expiry date', expiry);
    const codeNumbers = remaining.filter((tokenIndex) => tokenIndex > expiry.at(-1)!);
    const digits = joinDigits(tokens, codeNumbers);
    // `oh four thirty four one nine` may be 04/30 and 419, or 04/34 and 19.
    if (digits.length > 0 && digits.length <= 4) markNumbers(speech, marks, 'security code', codeNumbers);
    return;
  }
  const digits = joinDigits(tokens, remaining);
  if (digits.length === 3 || digits.length === 4) markNumbers(speech, marks, 'security code', remaining);
}
