import { PROMISE_CLAIM, type Evidence } from '@ringwell/domain/calls/analysis';
import { SENTIMENT_LABELS } from '@ringwell/domain/calls/sentiment';
import type { Transcript } from '@ringwell/domain/calls/transcript';

import type { Draft, NextStep, WriterContext } from '../analyst';
import { findLastPromise } from '../engines/local/promise';
import { contentStems } from '../engines/local/words';
import { checkEvidence } from './evidence';
import { beginsWithVerb } from './instructions';
import { isCommitment } from './promises';
import { splitSentences, countWords } from './sentences';
import { TranscriptFacts } from './transcript-facts';

/** A call summary that contains only what the call supports. */
export interface CheckedSummary {
  summary: string;
  points: string[];
  /** The company's next step; null if there is none. */
  instruction: string | null;
  /** Quotes for the company's promise and for the label. */
  evidence: Evidence[];
}

export interface CheckedDraft {
  /** Null if the summary is unreliable without the dropped parts. */
  checkedSummary: CheckedSummary | null;
  /** Why parts were dropped, as sentences for the writer. */
  issues: string[];
}

const MAX_SENTENCES = 4;
const MAX_SUMMARY_WORDS = 60;
const MAX_POINTS = 4;
const MAX_STEPS = 4;
const MAX_POINT_WORDS = 30;
const MAX_INSTRUCTION_WORDS = 20;
const MAX_QUOTE_WORDS = 40;
// A point that shares this fraction of its content words with the summary is redundant.
const REPEATED_STEMS_FRACTION = 0.8;

/** Checks a draft against the call. A draft that loses its first sentence or an instruction is unreliable. */
export function checkDraft(
  draft: Draft,
  transcript: Transcript,
  { sentiment, ...context }: WriterContext,
): CheckedDraft {
  const { customerName, vocabulary = [], guideline = '' } = context;
  const facts = new TranscriptFacts(transcript, [customerName ?? '', ...vocabulary, guideline]);
  const issues: string[] = [];
  const isSupported = (fieldName: string, text: string): boolean => {
    const unsupported = facts.findUnsupportedClaims(text);
    if (unsupported.length > 0)
      issues.push(`${fieldName}: the call does not say ${unsupported.map((claim) => `"${claim}"`).join(', ')}.`);
    return unsupported.length === 0;
  };
  const sentences = splitSentences(draft.summary);
  if (sentences.length > MAX_SENTENCES || countWords(draft.summary) > MAX_SUMMARY_WORDS)
    issues.push(`summary: at most ${MAX_SENTENCES} sentences and ${MAX_SUMMARY_WORDS} words.`);
  if (sentences.length === 0) issues.push('summary: must not be empty.');
  const supported = sentences.map((sentence, index) => isSupported(`summary, sentence ${index + 1}`, sentence));
  const summary = limitSentences(sentences.filter((_, index) => supported[index]));
  const points: string[] = [];
  for (const [index, point] of draft.points.slice(0, MAX_POINTS).entries()) {
    const isNew = !isRepeated(point, summary) && !points.some((keptPoint) => isRepeated(point, keptPoint, 1));
    if (isNew && countWords(point) <= MAX_POINT_WORDS && isSupported(`point ${index + 1}`, point)) points.push(point);
  }
  const companySteps = draft.next.slice(0, MAX_STEPS).filter(({ who }) => who === 'company');
  const steps = companySteps.filter((step) => {
    const fieldName = `next ${draft.next.indexOf(step) + 1}`;
    const issue = describeIssue(step, transcript);
    if (issue !== undefined) issues.push(`${fieldName}: ${issue}`);
    return issue === undefined && isSupported(fieldName, uncapitalize(formatStep(step)));
  });
  const quoteClaim = findQuote(draft, transcript, SENTIMENT_LABELS[sentiment]);
  if (quoteClaim === undefined) issues.push('quote: these words are not in that segment.');
  const isTrusted = supported[0] === true && steps.length === companySteps.length;
  return {
    checkedSummary: isTrusted
      ? {
          summary,
          points,
          instruction: steps[0] ? formatStep(steps[0]) : null,
          evidence: [...(quoteClaim ? [quoteClaim] : []), ...findPromise(steps[0], transcript)],
        }
      : null,
    issues,
  };
}

// Returns as many leading sentences as the length limit allows.
function limitSentences(sentences: readonly string[]): string {
  let words = 0;
  const included = sentences
    .slice(0, MAX_SENTENCES)
    .filter((sentence, index) => (words += countWords(sentence)) <= MAX_SUMMARY_WORDS || index === 0);
  return included.join(' ');
}

function isRepeated(point: string, text: string, fraction = REPEATED_STEMS_FRACTION): boolean {
  const textStems = contentStems(text);
  const stems = [...contentStems(point)];
  return stems.filter((stem) => textStems.has(stem)).length >= stems.length * fraction;
}

function formatStep({ what, when }: NextStep): string {
  const instruction = what.trim().replace(/[.;]+$/, '');
  return when === null || when.trim() === '' ? instruction : `${instruction}; ${when.trim().replace(/\.$/, '')}`;
}

// An instruction's verb isn't a name, even if a name follows it.
function uncapitalize(instruction: string): string {
  return instruction.charAt(0).toLowerCase() + instruction.slice(1);
}

function describeIssue(step: NextStep, { segments }: Transcript): string | undefined {
  if (segments[step.segment] === undefined) return 'there is no such segment.';
  if (!beginsWithVerb(step.what)) return 'begin with a verb, such as Call, Send or Refund.';
  return countWords(formatStep(step)) > MAX_INSTRUCTION_WORDS ? `at most ${MAX_INSTRUCTION_WORDS} words.` : undefined;
}

// Returns null if there is no quote by the customer, and undefined if no one said the words.
function findQuote({ quote }: Draft, transcript: Transcript, claim: string): Evidence | null | undefined {
  if (quote === null) return null;
  const [found] = checkEvidence(
    [{ claim, segment: quote.segment, quote: quote.words, startMs: 0, endMs: 0 }],
    transcript,
  );
  if (found === undefined) return undefined;
  const isByAgent = !transcript.speakersGuessed && transcript.segments[found.segment]?.speaker === 'agent';
  return isByAgent || countWords(found.quote) > MAX_QUOTE_WORDS ? null : found;
}

// Quotes only the promise from a long turn, because other days mentioned in the turn aren't the promised time.
function findPromise(step: NextStep | undefined, { segments }: Transcript): Evidence[] {
  const segment = step && segments[step.segment];
  if (segment === undefined || segment.speaker === 'customer' || !isCommitment(segment.text)) return [];
  const { startMs, endMs, text } = segment;
  const quote = countWords(text) > MAX_QUOTE_WORDS ? (findLastPromise([segment])?.text ?? text) : text;
  return [{ claim: PROMISE_CLAIM, segment: step?.segment ?? 0, startMs, endMs, quote }];
}
