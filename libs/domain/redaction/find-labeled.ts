import { isRoutingNumber, isSocialSecurityNumber } from './check-digits';
import { findExpiryAt } from './expiry';
import { markNumbers, type RedactionMarks } from './find-cards';
import type { SensitiveKind } from './finding';
import { markDatesAfterCards, markExpiryNumbers } from './mark-expiry';
import { findTopicBefore, isFiller, joinDigits, type DigitChain, type Speech } from './number-chains';
import type { Label, LabelTopic } from './spoken-labels';

interface NumberShape {
  kind: SensitiveKind;
  /** Possible digit counts, likeliest first. */
  lengths: readonly number[];
}

const SECURITY_CODE: NumberShape = { kind: 'security code', lengths: [3, 4] };
const ACCOUNT: NumberShape = { kind: 'account number', lengths: [17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5] };
const NUMBER_SHAPES: Partial<Record<LabelTopic, NumberShape>> = {
  back: SECURITY_CODE,
  security_code: SECURITY_CODE,
  social: { kind: 'social security number', lengths: [9, 8, 10] },
  routing: { kind: 'routing number', lengths: [9, 8, 10] },
  account: ACCOUNT,
  bank_account: ACCOUNT,
  pin: { kind: 'password', lengths: [4, 6, 5] },
  password: { kind: 'password', lengths: [4, 6, 5, 8] },
  code: { kind: 'code', lengths: [6, 4, 5, 7, 8] },
};
const LAST_FOUR: NumberShape = { kind: 'social security number', lengths: [4] };
const LONG_CODE: NumberShape = { kind: 'code', lengths: [6, 5, 7, 8] };

// Maximum distance from a label to its number.
const MAX_REACH_TOKENS = 30;
const MAX_REACH_SEGMENTS = 6;
const MAX_BACKWARD_TOKENS = 4;
// Maximum distance from `the back is` to the code.
const MAX_DIRECT_TOKENS = 5;
// Maximum distance from a mention of a bank or a sent code to a number.
const MAX_CONTEXT_DISTANCE = 150;
const LAST_FOUR_DISTANCE = 12;
const TERM_DISTANCE = 10;
const CARD_DISTANCE = 60;
const ENTRY_DISTANCE = 15;
const ACCOUNT_DISTANCE = 6;
const ROUTING_DIGITS = 9;

/** Marks numbers that were asked for or labeled: security codes, expiry dates, bank numbers, PINs, one-time codes. */
export function markLabeledNumbers(speech: Speech, chains: readonly DigitChain[], marks: RedactionMarks): void {
  const chainByToken = new Map<number, DigitChain>(
    chains.flatMap((chain) => chain.numbers.map((tokenIndex) => [tokenIndex, chain])),
  );
  const lastEndByTopic = new Map<LabelTopic, number>();
  for (const [index, label] of speech.labels.entries()) {
    if (label.topic === 'expiry') markExpiry(speech, index, chainByToken, marks);
    const shape = findShape(label, index, speech, lastEndByTopic, marks);
    if (shape) markNumber(speech, index, shape, chainByToken, marks);
    lastEndByTopic.set(label.topic, label.to);
  }
  markDatesAfterCards(speech, chainByToken, marks);
  markUnlabeledNumbers(speech, chains, marks);
}

function findShape(
  { topic, from, to }: Label,
  index: number,
  { labels }: Speech,
  lastEndByTopic: ReadonlyMap<LabelTopic, number>,
  { kinds }: RedactionMarks,
): NumberShape | undefined {
  const isRecent = (otherTopic: LabelTopic, reach = MAX_CONTEXT_DISTANCE): boolean =>
    from - (lastEndByTopic.get(otherTopic) ?? -Infinity) <= reach;
  if (topic === 'social' || topic === 'last_four') {
    const neighbors = [labels[index - 1], labels[index + 1]].filter(
      (label) => label && Math.min(Math.abs(label.from - to), Math.abs(from - label.to)) <= LAST_FOUR_DISTANCE,
    );
    const otherTopic = topic === 'social' ? 'last_four' : 'social';
    if (neighbors.some((label) => label?.topic === otherTopic)) return LAST_FOUR;
    return topic === 'social' ? NUMBER_SHAPES.social : undefined;
  }
  if (topic === 'account') {
    const next = labels[index + 1];
    const isNextLabelNear = next !== undefined && next.from - to <= LAST_FOUR_DISTANCE;
    const isBank =
      (['bank', 'bank_account', 'routing'] as const).some((bankTopic) => isRecent(bankTopic)) ||
      (isNextLabelNear && (next.topic === 'bank' || next.topic === 'routing'));
    return isBank ? NUMBER_SHAPES.account : undefined;
  }
  if (topic === 'back' || (topic === 'code' && to - from <= 3)) {
    const belongsToCard =
      isRecent('expiry', CARD_DISTANCE) ||
      isRecent('card', CARD_DISTANCE) ||
      kinds.slice(Math.max(0, from - CARD_DISTANCE), from + CARD_DISTANCE).includes('card number');
    if (belongsToCard) return SECURITY_CODE;
    if (topic === 'back') return undefined;
  }
  if (topic === 'code' && isAboutEntry(labels, index)) return undefined;
  return NUMBER_SHAPES[topic];
}

function isAboutEntry(labels: readonly Label[], index: number): boolean {
  const { from, to } = labels[index]!;
  return labels
    .slice(Math.max(0, index - ENTRY_DISTANCE), index + ENTRY_DISTANCE)
    .some((label) => label.topic === 'entry' && label.from - to <= ENTRY_DISTANCE && from - label.to <= ENTRY_DISTANCE);
}

function markNumber(
  speech: Speech,
  index: number,
  shape: NumberShape,
  chainByToken: ReadonlyMap<number, DigitChain>,
  marks: RedactionMarks,
): void {
  const { tokens, labels } = speech;
  const label = labels[index]!;
  const isUnmarked = (tokenIndex: number): boolean =>
    tokens[tokenIndex]!.digits !== '' && marks.kinds[tokenIndex] === undefined;
  // "It's 315 on the back."
  if (shape.kind === 'security code' && markPrecedingNumber(speech, label, shape, isUnmarked, marks)) return;
  for (
    let tokenIndex = label.to;
    tokenIndex < tokens.length && tokenIndex < label.to + MAX_REACH_TOKENS;
    tokenIndex += 1
  ) {
    if (tokens[tokenIndex]!.segment - tokens[label.from]!.segment > MAX_REACH_SEGMENTS) break;
    const nextLabel = labels[speech.labelAt[tokenIndex] ?? -1];
    if (nextLabel && nextLabel !== label && nextLabel.from > label.from && endsReach(label.topic, nextLabel.topic))
      break;
    if (!isUnmarked(tokenIndex)) continue;
    const chain = (chainByToken.get(tokenIndex)?.numbers ?? []).filter(
      (number) => number >= tokenIndex && isUnmarked(number),
    );
    const code = label.topic === 'security_code' ? selectNumbers(speech, chain, LONG_CODE.lengths, true) : undefined;
    if (code) return markNumbers(speech, marks, 'code', code);
    const numbers = selectNumbers(speech, chain, shape.lengths);
    if (numbers) return markNumbers(speech, marks, shape.kind, numbers);
    tokenIndex = Math.max(tokenIndex, chain.at(-1) ?? tokenIndex);
  }
  if (shape.kind !== 'account number') markPrecedingNumber(speech, label, shape, isUnmarked, marks);
}

// Returns whether it marked a number of this kind.
function markPrecedingNumber(
  speech: Speech,
  label: Label,
  shape: NumberShape,
  isUnmarked: (tokenIndex: number) => boolean,
  marks: RedactionMarks,
): boolean {
  const { tokens } = speech;
  const precedingNumbers: number[] = [];
  for (
    let tokenIndex = label.from - 1;
    tokenIndex >= 0 && tokens[tokenIndex]!.segment === tokens[label.from]!.segment;
    tokenIndex -= 1
  ) {
    if (isUnmarked(tokenIndex)) precedingNumbers.push(tokenIndex);
    else if (precedingNumbers.length > 0 || label.from - tokenIndex > MAX_BACKWARD_TOKENS) break;
  }
  const numbers = selectNumbers(speech, precedingNumbers.reverse(), shape.lengths.slice(0, 2), true);
  if (!numbers) return false;
  // "Oh four twenty-eight, and the back is six one one." In "1129 on the back", it's the code.
  const next = tokens.slice(label.to, label.to + MAX_DIRECT_TOKENS).find((token) => !isFiller(token));
  // It may begin with a month: "June of 2029".
  const expiry = [0, 1, 2]
    .map((offset) => findExpiryAt(tokens, numbers[0]! - offset))
    .find((indexes) => indexes?.at(-1) === numbers.at(-1));
  const isDate =
    shape.kind === 'security code' &&
    (label.topic !== 'back' || (next?.segment === tokens[label.from]!.segment && next.digits !== '')) &&
    joinDigits(tokens, numbers).length === 4 &&
    expiry !== undefined;
  markNumbers(speech, marks, isDate ? 'expiry date' : shape.kind, isDate ? expiry : numbers);
  return !isDate;
}

// A question about another topic ends a label's reach. More words about the same topic don't.
function endsReach(topic: LabelTopic, nextTopic: LabelTopic): boolean {
  if (nextTopic === topic || nextTopic === 'term' || nextTopic === 'entry' || nextTopic === 'last_four') return false;
  if (nextTopic === 'card' || nextTopic === 'bank') return false;
  if (topic === 'security_code' || topic === 'back') return nextTopic !== 'security_code' && nextTopic !== 'back';
  if (topic === 'code') return nextTopic !== 'pin' && nextTopic !== 'password';
  if (topic === 'pin') return nextTopic !== 'account';
  if (topic === 'last_four') return nextTopic !== 'social';
  return true;
}

// Returns numbers with a matching digit count: up to the list's end or, unless `mustReachEnd`, from a group's start.
function selectNumbers(
  { tokens }: Speech,
  numbers: readonly number[],
  lengths: readonly number[],
  mustReachEnd = false,
): number[] | undefined {
  const starts = numbers.flatMap((tokenIndex, position) =>
    position === 0 || !/^[\s-]*$/.test(tokens[tokenIndex]!.gap) || tokenIndex - numbers[position - 1]! > 1
      ? [position]
      : [],
  );
  const longest = Math.max(...lengths); // each number has at least one digit
  for (const start of starts) {
    if (numbers.length - start > longest) continue;
    const candidate = numbers.slice(start);
    if (lengths.includes(joinDigits(tokens, candidate).length)) return candidate;
  }
  if (mustReachEnd) return undefined;
  for (const start of starts.slice(0, 3))
    for (const length of lengths) {
      let digits = 0;
      for (const [position, tokenIndex] of numbers.slice(start, start + length).entries()) {
        digits += tokens[tokenIndex]!.digits.length;
        if (digits === length) return numbers.slice(start, start + position + 1);
        if (digits > length) break;
      }
    }
  return undefined;
}

function markExpiry(
  speech: Speech,
  index: number,
  chainByToken: ReadonlyMap<number, DigitChain>,
  marks: RedactionMarks,
): void {
  const { tokens, labels } = speech;
  const label = labels[index]!;
  const isAboutTerm = labels
    .slice(Math.max(0, index - TERM_DISTANCE), index + TERM_DISTANCE)
    .some(
      ({ topic, from, to }) => topic === 'term' && from - label.to <= TERM_DISTANCE && label.from - to <= TERM_DISTANCE,
    );
  if (isAboutTerm) return;
  const skippedMonths: number[] = [];
  for (
    let tokenIndex = label.to;
    tokenIndex < tokens.length && tokenIndex < label.to + MAX_REACH_TOKENS;
    tokenIndex += 1
  ) {
    if (tokens[tokenIndex]!.segment - tokens[label.from]!.segment > MAX_REACH_SEGMENTS) return;
    const nextLabel = labels[speech.labelAt[tokenIndex] ?? -1];
    if (nextLabel && nextLabel.from > label.to && endsReach('expiry', nextLabel.topic)) return;
    if (marks.kinds[tokenIndex] !== undefined) continue;
    const expiry = findExpiryAt(tokens, tokenIndex);
    if (expiry) {
      markExpiryNumbers(speech, expiry, chainByToken, marks);
      for (const month of skippedMonths) marks.kinds[month] = 'expiry date';
      return;
    }
    if (/^(0?[1-9]|1[0-2])$/.test(tokens[tokenIndex]!.digits)) skippedMonths.push(tokenIndex);
  }
}

// Marks unlabeled numbers by their format: 123-45-6789, or a routing number after a mention of a bank or an account.
function markUnlabeledNumbers(speech: Speech, chains: readonly DigitChain[], marks: RedactionMarks): void {
  const { tokens } = speech;
  for (const [index, chain] of chains.entries()) {
    const unmarkedNumbers = chain.numbers.filter((tokenIndex) => marks.kinds[tokenIndex] === undefined);
    for (const [position, tokenIndex] of unmarkedNumbers.entries()) {
      const group = tokens[tokenIndex]!.digits.length === 3 ? unmarkedNumbers.slice(position, position + 3) : [];
      if (isWrittenSocial(tokens, group)) markNumbers(speech, marks, 'social security number', group);
      else if (position === 0) markRouting(speech, chains, index, marks, tokenIndex);
    }
  }
}

function isWrittenSocial(tokens: Speech['tokens'], group: readonly number[]): boolean {
  return (
    group.map((tokenIndex) => tokens[tokenIndex]!.digits.length).join() === '3,2,4' &&
    group.slice(1).every((tokenIndex) => tokens[tokenIndex]!.gap === '-') &&
    isSocialSecurityNumber(joinDigits(tokens, group))
  );
}

function markRouting(
  speech: Speech,
  chains: readonly DigitChain[],
  index: number,
  marks: RedactionMarks,
  first: number,
): void {
  const { tokens } = speech;
  const { topic } = findTopicBefore(speech, first);
  if (topic !== 'bank' && topic !== 'bank_account' && topic !== 'account' && topic !== 'routing') return;
  const numbers = chains[index]!.numbers.filter((tokenIndex) => marks.kinds[tokenIndex] === undefined).slice(
    0,
    ROUTING_DIGITS,
  );
  const lastPosition = [...numbers.keys()].find((position) =>
    isRoutingNumber(joinDigits(tokens, numbers.slice(0, position + 1))),
  );
  if (lastPosition !== undefined) markNumbers(speech, marks, 'routing number', numbers.slice(0, lastPosition + 1));
}

/** Marks the unlabeled account number after a routing number: `021000021 and then 5510023377`. */
export function markAccounts({ tokens, labels, labelAt }: Speech, marks: RedactionMarks): void {
  for (const { kind, to } of [...marks.foundNumbers]) {
    if (kind !== 'routing number') continue;
    const numbers: number[] = [];
    for (let tokenIndex = to + 1; tokenIndex < tokens.length; tokenIndex += 1) {
      const isNear = tokenIndex - (numbers.at(-1) ?? to) <= (numbers.length > 0 ? 2 : ACCOUNT_DISTANCE);
      if (!isNear || tokens[tokenIndex]!.segment !== tokens[to]!.segment || marks.kinds[tokenIndex] !== undefined)
        break;
      if (tokens[tokenIndex]!.digits !== '') numbers.push(tokenIndex);
    }
    const label = labels[labelAt[numbers[0] ?? to] ?? -1];
    if (label && label.from > to && endsReach('account', label.topic)) continue;
    const { length } = joinDigits(tokens, numbers);
    if (length >= 6 && length <= 17) markNumbers({ tokens }, marks, 'account number', numbers);
  }
}
