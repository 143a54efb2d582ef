import { cardLengths, ISSUER_DIGITS, passesLuhn } from './check-digits';
import { MONTHS } from './expiry';
import type { Label, LabelTopic } from './spoken-labels';
import type { Token } from './spoken-tokens';

/** Numbers that someone says in a row, allowing fillers, pauses and short replies from the other speaker in between. */
export interface DigitChain {
  /** Token indexes. */
  numbers: number[];
  /** The last topic mentioned before the chain, if it's close enough. */
  topic?: LabelTopic;
  label?: Label;
}

const FILLERS = new Set(
  (
    'uh um er ah hm hmm mm mhm mhmm huh yes yeah yep yup ok okay alright right sure then and dash space hyphen slash so oh ' +
    "that's let me see hold on wait sorry the is it's its go ahead got it ma'am sir thank you thanks perfect great good again " +
    'please well now es el la y'
  ).split(' '),
);
const CARD_TOPICS: ReadonlySet<LabelTopic> = new Set(['card', 'card_number']);
// Maximum number of words, other than fillers, within a chain.
const MAX_OWN_WORDS = 2;
const MAX_OTHER_WORDS = 6;
const MAX_OWN_WORDS_IN_CARD = 8;
const MAX_OTHER_WORDS_IN_CARD = 20;
const MAX_TOPIC_DISTANCE = 90;
const MAX_SEGMENT_DISTANCE = 12;

export interface Speech {
  tokens: readonly Token[];
  labels: readonly Label[];
  /** For each token, the index of the last label that starts at or before it. */
  labelAt: readonly number[];
  speakerAt: (token: number) => string;
}

/** Finds each speaker's chains; with `mergeSpeakers`, treats all speakers as one. */
export function findNumberChains(speech: Speech, mergeSpeakers = false): DigitChain[] {
  const { tokens, speakerAt } = speech;
  const openChains = new Map<string, { chain: DigitChain; ownWords: number; otherWords: number }>();
  const chains: DigitChain[] = [];
  for (const [tokenIndex, { digits, word, segment }] of tokens.entries()) {
    const speaker = mergeSpeakers ? 'all' : speakerAt(tokenIndex);
    if (digits === '') {
      if (openChains.size === 0 || FILLERS.has(word)) continue;
      if (MONTHS.test(word)) openChains.delete(speaker);
      for (const [owner, state] of openChains) {
        if (owner === speaker) state.ownWords += 1;
        else state.otherWords += 1;
        if (state.ownWords > MAX_OWN_WORDS_IN_CARD || state.otherWords > MAX_OTHER_WORDS_IN_CARD)
          openChains.delete(owner);
      }
      continue;
    }
    const state = openChains.get(speaker);
    const last = state?.chain.numbers.at(-1);
    if (state && last !== undefined && continuesChain(speech, state, last, tokenIndex, segment)) {
      state.chain.numbers.push(tokenIndex);
      state.ownWords = state.otherWords = 0;
    } else {
      const chain = { numbers: [tokenIndex], ...findTopicBefore(speech, tokenIndex) };
      chains.push(chain);
      openChains.set(speaker, { chain, ownWords: 0, otherWords: 0 });
    }
  }
  return chains;
}

function continuesChain(
  speech: Speech,
  { chain, ownWords, otherWords }: { chain: DigitChain; ownWords: number; otherWords: number },
  last: number,
  tokenIndex: number,
  segment: number,
): boolean {
  if (segment - (speech.tokens[last]?.segment ?? 0) > MAX_SEGMENT_DISTANCE) return false;
  const isCard = chain.topic !== undefined && CARD_TOPICS.has(chain.topic);
  if (ownWords > (isCard ? MAX_OWN_WORDS_IN_CARD : MAX_OWN_WORDS)) return false;
  if (otherWords > (isCard ? MAX_OTHER_WORDS_IN_CARD : MAX_OTHER_WORDS)) return false;
  const from = speech.labelAt[last] ?? -1;
  const to = speech.labelAt[tokenIndex] ?? -1;
  return !speech.labels
    .slice(from + 1, to + 1)
    .some(
      ({ topic }) =>
        !(isCard && (CARD_TOPICS.has(topic) || topic === 'last_four')) && topic !== 'term' && topic !== 'entry',
    );
}

/** Returns the last topic mentioned before a token, if it's close enough. */
export function findTopicBefore(
  { labels, labelAt, tokens }: Speech,
  tokenIndex: number,
): { topic?: LabelTopic; label?: Label } {
  for (let index = labelAt[tokenIndex] ?? -1; index >= 0; index -= 1) {
    const label = labels[index]!;
    if (tokenIndex - label.to > MAX_TOPIC_DISTANCE) return {};
    if ((tokens[tokenIndex]?.segment ?? 0) - (tokens[label.from]?.segment ?? 0) > MAX_SEGMENT_DISTANCE) return {};
    if (label.topic !== 'term' && label.topic !== 'entry' && label.topic !== 'last_four')
      return { topic: label.topic, label };
  }
  return {};
}

export function isFiller({ digits, word }: Token): boolean {
  return digits === '' && FILLERS.has(word);
}

export function joinDigits(tokens: readonly Token[], numbers: readonly number[]): string {
  return numbers.map((tokenIndex) => tokens[tokenIndex]?.digits ?? '').join('');
}

// Shorter cards are rare, so an apparent one may be the start of a longer number.
const TYPICAL_CARD_LENGTH = 15;

/**
 * Finds the first card number in a chain by issuer and check digit. Returns positions in the chain; `to` is exclusive.
 * @param canStartMidList whether the card may start in the middle of a list rather than only after words
 */
export function findCardWithin(
  tokens: readonly Token[],
  { numbers }: DigitChain,
  canStartMidList: boolean,
): { from: number; to: number } | undefined {
  const digits = joinDigits(tokens, numbers);
  const positionAt = new Int32Array(digits.length + 1).fill(-1);
  positionAt[digits.length] = numbers.length;
  let start = 0;
  const beginsWithOh = /^oh?$/.test(tokens[numbers[0] ?? 0]?.word ?? ''); // which may be a word rather than a digit
  for (const [position, tokenIndex] of numbers.entries()) {
    positionAt[start] = position;
    start += tokens[tokenIndex]!.digits.length;
  }
  for (let digitIndex = 0; digitIndex < digits.length; digitIndex += 1) {
    const from = positionAt[digitIndex]!;
    const isBeginning =
      from === 0 || (from > 0 && numbers[from]! - numbers[from - 1]! > 1) || (from === 1 && beginsWithOh);
    if (from === -1 || (!canStartMidList && !isBeginning)) continue;
    for (const length of cardLengths(digits.slice(digitIndex, digitIndex + ISSUER_DIGITS))) {
      const to = positionAt[digitIndex + length] ?? -1;
      const isTypical = length >= TYPICAL_CARD_LENGTH || to === numbers.length;
      if (to !== -1 && isTypical && passesLuhn(digits.slice(digitIndex, digitIndex + length))) return { from, to };
    }
  }
  return undefined;
}
