import { findExpiryAt } from './expiry';
import { markNumbers, type RedactionMarks } from './find-cards';
import { isFiller, joinDigits, type DigitChain, type Speech } from './number-chains';

// Maximum distance from an expiry date to an unlabeled code after it.
const EXPIRY_CODE_DISTANCE = 5;
// Maximum distance from a card number to an unlabeled expiry date after it.
const MAX_DATE_DISTANCE = 40;
// Maximum number of words that the card's speaker says in between, such as "the date is".
const MAX_WORDS_BEFORE_DATE = 2;

/** Marks an expiry date and the security code right after it. */
export function markExpiryNumbers(
  speech: Speech,
  expiry: readonly number[],
  chainByToken: ReadonlyMap<number, DigitChain>,
  marks: RedactionMarks,
): void {
  markNumbers(speech, marks, 'expiry date', expiry);
  const last = expiry.at(-1)!;
  const codeNumbers = (chainByToken.get(last)?.numbers ?? []).filter(
    (number) => number > last && number <= last + EXPIRY_CODE_DISTANCE,
  );
  const digits = joinDigits(speech.tokens, codeNumbers);
  if (digits.length > 0 && digits.length <= 4) markNumbers(speech, marks, 'security code', codeNumbers);
}

/** Marks "August of '28" after a card, even if no one asked for it. Ignores "August 28", which may be a day. */
export function markDatesAfterCards(
  speech: Speech,
  chainByToken: ReadonlyMap<number, DigitChain>,
  marks: RedactionMarks,
): void {
  const { tokens, speakerAt } = speech;
  for (const { kind, to } of [...marks.foundNumbers]) {
    if (kind !== 'card number') continue;
    const end = Math.min(tokens.length, to + MAX_DATE_DISTANCE);
    let wordCount = 0;
    for (let first = to + 1; first < end && wordCount <= MAX_WORDS_BEFORE_DATE; first += 1) {
      if (speakerAt(first) !== speakerAt(to) || isFiller(tokens[first]!)) continue;
      const next = tokens[first + 1];
      const isDate =
        tokens[first]!.digits === '' && (/^(?:of|del?)$/.test(next?.word ?? '') || next?.digits.length === 4);
      const expiry = isDate && marks.kinds[first] === undefined ? findExpiryAt(tokens, first) : undefined;
      if (expiry) {
        markExpiryNumbers(speech, expiry, chainByToken, marks);
        break;
      }
      wordCount += 1;
    }
  }
}
