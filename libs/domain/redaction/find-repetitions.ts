import { markNumbers, type RedactionMarks } from './find-cards';
import { joinDigits, type DigitChain, type Speech } from './number-chains';

// This many matching digits are a repetition anywhere in the call. A card's last four are too few.
const MIN_CERTAIN_DIGITS = 6;
const MIN_REPEATED_DIGITS = 3;
const MAX_REACH_SEGMENTS = 6;

/** Marks full or partial repetitions of found numbers, such as when an agent reads them back. */
export function markRepetitions(speech: Speech, chains: readonly DigitChain[], marks: RedactionMarks): void {
  const { tokens } = speech;
  const foundNumbers = [...marks.foundNumbers].sort((a, b) => a.from - b.from);
  const numberByDigits = new Map<string, (typeof foundNumbers)[number]>();
  for (const foundNumber of foundNumbers)
    for (let offset = 0; offset + MIN_CERTAIN_DIGITS <= foundNumber.digits.length; offset += 1) {
      const digits = foundNumber.digits.slice(offset, offset + MIN_CERTAIN_DIGITS);
      if (!numberByDigits.has(digits)) numberByDigits.set(digits, foundNumber);
    }
  let firstNearIndex = 0;
  for (const run of splitRuns(speech, chains, marks)) {
    const digits = joinDigits(tokens, run);
    const segment = tokens[run[0]!]!.segment;
    while (
      firstNearIndex < foundNumbers.length - 1 &&
      tokens[foundNumbers[firstNearIndex]!.to]!.segment + MAX_REACH_SEGMENTS < segment
    )
      firstNearIndex += 1;
    const repeatedNumber =
      (digits.length >= MIN_CERTAIN_DIGITS
        ? findMatch(numberByDigits.get(digits.slice(0, MIN_CERTAIN_DIGITS)), digits)
        : undefined) ??
      foundNumbers
        .slice(firstNearIndex, firstNearIndex + 8)
        .find(
          ({ digits: allDigits, from, to }) =>
            digits.length >= Math.min(MIN_REPEATED_DIGITS, allDigits.length) &&
            segment >= tokens[from]!.segment &&
            segment <= tokens[to]!.segment + MAX_REACH_SEGMENTS &&
            (allDigits.length <= 8
              ? stripLeadingZero(allDigits) === stripLeadingZero(digits)
              : allDigits.includes(digits)),
        );
    if (repeatedNumber) markNumbers(speech, marks, repeatedNumber.kind, run);
  }
}

function findMatch<T extends { digits: string }>(candidate: T | undefined, digits: string): T | undefined {
  return candidate && (candidate.digits.includes(digits) || digits.includes(candidate.digits)) ? candidate : undefined;
}

// Splits the chains into lists of unmarked numbers within a segment.
function splitRuns({ tokens }: Speech, chains: readonly DigitChain[], { kinds }: RedactionMarks): number[][] {
  const runs: number[][] = [];
  for (const { numbers } of chains) {
    let last = -Infinity;
    for (const tokenIndex of numbers) {
      if (kinds[tokenIndex] !== undefined) continue;
      const run = runs.at(-1);
      const isNext = run && tokenIndex - last <= 3 && tokens[tokenIndex]!.segment === tokens[last]?.segment;
      if (isNext) run.push(tokenIndex);
      else runs.push([tokenIndex]);
      last = tokenIndex;
    }
  }
  return runs.sort((a, b) => a[0]! - b[0]!);
}

// Treats `04/29` and `four twenty-nine` the same way.
function stripLeadingZero(digits: string): string {
  return digits.replace(/^0/, '');
}
