import { describeFollowUpRule } from '../accounts/guideline';
import { toOneLine } from '../text/plain-text';
import { formatDuration } from '../time';
import { PERSON_WRITER, PROMISE_CLAIM, type Analysis, type Evidence, type PlannedFollowUp } from './analysis';
import { CALL_FLAG_NAMES } from './call-flags';
import { callLabel } from './call-label';
import { SENTIMENT_LABELS } from './sentiment';
import { TOPIC_NAMES } from './topic';

export type CallTextSource = Pick<
  Analysis,
  'sentiment' | 'needsReview' | 'reviewReason' | 'topic' | 'summary' | 'keyPoints' | 'followUp' | 'evidence' | 'flags'
> & { writer?: string | null };

/** The text shown for a call in every list, page and message. */
export interface CallText {
  /** Written by a language model or a person. If it's null, the topic and quotes are shown instead. */
  summary: string | null;
  /** Facts that aren't in the summary. */
  points: readonly string[];
  /** Null if there's a summary. */
  topic: string | null;
  /**
   * Quotes from the customer that explain the label, strongest first: one if there's a summary, otherwise up to two.
   */
  quotes: readonly Evidence[];
  instruction: string | null;
  /** True if the transcribed words are too unreliable to use. */
  isUnclear: boolean;
}

const UNCLEAR_MESSAGE = 'This recording could not be transcribed well enough to judge.';

const MAX_QUOTES = 2;
// With the topic, label and instruction, this limits a call without a summary to about 40 words.
const MAX_QUOTED_WORDS = 26;

/** Returns a call's text for display. Omits quotes that supported a label before it was corrected. */
export function getCallText(analysis: CallTextSource): CallText {
  const { writer = null, summary, keyPoints, topic, reviewReason } = analysis;
  const hasSummary = writer !== null && summary !== '';
  // Someone who has listened knows better than the recognizer.
  const isUnclear = reviewReason === 'words_unreliable' && writer !== PERSON_WRITER;
  return {
    summary: hasSummary && !isUnclear ? summary : null,
    points: hasSummary && !isUnclear ? keyPoints : [],
    topic: isUnclear || hasSummary || topic === null ? null : TOPIC_NAMES[topic],
    quotes: isUnclear ? [] : pickQuotesForLabel(analysis).slice(0, hasSummary ? 1 : MAX_QUOTES),
    instruction: followUpInstruction(analysis),
    isUnclear,
  };
}

/** Returns the call's flags, each with the customer's words. */
export function listFlagQuotes({ flags, evidence }: Partial<Pick<Analysis, 'flags'>> & Pick<Analysis, 'evidence'>): {
  name: string;
  quote: string;
}[] {
  return (flags ?? []).map((flag) => {
    const name = CALL_FLAG_NAMES[flag];
    const quote = evidence.find(({ claim }) => claim === name)?.quote;
    return { name, quote: quote === undefined ? 'mentioned by the customer' : `“${toOneLine(quote)}”` };
  });
}

/**
 * Returns the instruction, or else the account's rule that asks for a callback; null if there's nothing to do. Without a
 * summary, which would mention it, the promise follows if the quotes leave room for it. Who made it isn't named, because
 * the speakers may be unknown.
 */
export function getNextStep(analysis: CallTextSource): string | null {
  const { needed, rule } = analysis.followUp;
  const step = followUpInstruction(analysis) ?? (needed && rule !== undefined ? describeFollowUpRule(rule) : null);
  const promise = analysis.evidence.find(({ claim }) => claim === PROMISE_CLAIM);
  const { summary, quotes, isUnclear } = getCallText(analysis);
  if (step === null || promise === undefined || summary !== null || isUnclear) return step;
  const isTooLong = countQuotedWords([...quotes, promise]) > MAX_QUOTED_WORDS;
  return isTooLong ? step : `${step.replace(/\.$/, '')}. Said on the call: “${toOneLine(promise.quote)}”`;
}

export function toExternalFollowUp(analysis: CallTextSource): PlannedFollowUp {
  const { needed, rule } = analysis.followUp;
  const instruction = followUpInstruction(analysis);
  return { needed, ...(instruction !== null && { what: instruction }), ...(rule !== undefined && { rule }) };
}

/** Returns the summary or topic, followed by each quote and its time on a separate line. */
export function formatCallText({ isUnclear, summary, topic, quotes }: CallText): string {
  if (isUnclear) return UNCLEAR_MESSAGE;
  return [summary ?? (topic === null ? null : `Topic: ${topic}`), ...quotes.map(formatTimedQuote)]
    .filter(Boolean)
    .join('\n');
}

/** Returns a call's text for a list, or null if the call has no result. */
export function getListedCallText(call: {
  [Field in keyof CallTextSource]: CallTextSource[Field] | null;
}): CallText | null {
  return call.sentiment === null ? null : getCallText(call as CallTextSource);
}

/** Returns a call's text on one line, which is empty if there's no summary, topic or quote. */
export function formatCallTextLine({ isUnclear, summary, topic, quotes }: CallText): string {
  if (isUnclear) return UNCLEAR_MESSAGE;
  const text = summary ?? [topic, quotes.map(({ quote }) => `“${quote}”`).join(' ')].filter(Boolean).join(': ');
  return toOneLine(text);
}

/** Returns the quotes that support the current label, few enough to read at a glance. */
export function pickQuotesForLabel({
  sentiment,
  evidence,
}: Pick<CallTextSource, 'sentiment' | 'evidence'>): Evidence[] {
  const label = SENTIMENT_LABELS[sentiment].toLowerCase();
  return evidence
    .filter(({ claim }) => claim.toLowerCase() === label)
    .filter((_, index, quotes) => index === 0 || countQuotedWords(quotes.slice(0, index + 1)) <= MAX_QUOTED_WORDS);
}

function countQuotedWords(quotes: readonly Evidence[]): number {
  return quotes.reduce((words, { quote }) => words + quote.split(/\s+/).length, 0);
}

function formatTimedQuote({ quote, startMs }: Evidence): string {
  return `“${quote}” (${formatDuration(startMs / 1_000)})`;
}

type InstructionSource = Pick<CallTextSource, 'sentiment' | 'needsReview' | 'followUp' | 'flags'>;

/** Whether something has to be done for the customer. Unhappy and endangered customers always get a callback. */
export function needsInstruction(analysis: InstructionSource): boolean {
  const { followUp, flags } = analysis;
  return followUp.needed || callLabel(analysis) === 'negative' || flags?.includes('danger') === true;
}

function followUpInstruction(analysis: InstructionSource): string | null {
  const { what } = analysis.followUp;
  return what !== undefined && needsInstruction(analysis) ? what : null;
}
