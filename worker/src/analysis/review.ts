import {
  MADE_OUT_QUOTES,
  type Analysis,
  type MoodSpan,
  type ReviewReason,
  type UnreviewedAnalysis,
} from '@ringwell/domain/analysis';
import { isUnderstood } from '@ringwell/domain/review-limit';
import type { Transcript, TranscriptSegment } from '@ringwell/domain/transcript';

import { timedQuote } from './timed-quote';

/** The whole summary of a call whose words are too unreliable, but for what could be made out. */
export const UNRELIABLE = 'This recording could not be transcribed well enough to judge.';

const NOT_CLEAR = 'Could not be made out.';
const CONFIDENT = 0.8;
const MAX_PHRASES = 3;
const MIN_PHRASE_WORDS = 3;
const MAX_PHRASE_WORDS = 12;
const NAME_OR_NUMBER =
  /\d|\S\s+[A-Z][a-z]|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand)\b/;

/**
 * Decides whether a call with usable words needs review. The built-in analyst only knows English.
 * @param limit labels with less confidence are guesses
 */
export function reviewed(
  analysis: UnreviewedAnalysis,
  transcript: Pick<Transcript, 'language'>,
  limit: number,
): Analysis {
  const isKnown = isUnderstood(analysis.engine, transcript);
  const reviewReason = isKnown ? reasonToReview(analysis, limit) : 'low_confidence';
  const topic = isKnown ? analysis.topic : null;
  return { ...analysis, topic, needsReview: reviewReason !== null, reviewReason };
}

function reasonToReview({ confidence, course }: UnreviewedAnalysis, limit: number): ReviewReason | null {
  if (confidence >= limit) return null;
  return showsBothMoods(course) ? 'mixed_signals' : 'low_confidence';
}

function showsBothMoods(course: readonly MoodSpan[]): boolean {
  const moods = new Set(course.map(({ sentiment }) => sentiment));
  return moods.has('positive') && moods.has('negative');
}

/** Replaces everything that an analyst claims about unreliable words by what could be made out. The label is a guess. */
export function withoutClaims({ engine, sentiment, confidence }: UnreviewedAnalysis, transcript: Transcript): Analysis {
  return {
    engine,
    sentiment,
    confidence,
    needsReview: true,
    reviewReason: 'words_unreliable',
    topic: null,
    summary: [UNRELIABLE, ...madeOut(transcript)].join(' '),
    keyPoints: [],
    reason: NOT_CLEAR,
    outcome: NOT_CLEAR,
    followUp: { needed: false },
    course: [],
    evidence: [],
  };
}

// The segments that the recognizer was sure of, first those with a name or a number, in the order of the call. Models
// of Whisper's kind are also sure of what they repeat where they hear no words.
function madeOut({ segments }: Transcript): string[] {
  const times = new Map<string, number>();
  for (const { text } of segments) times.set(plain(text), (times.get(plain(text)) ?? 0) + 1);
  const confident = segments.filter(
    ({ text, confidence = 0 }) =>
      confidence >= CONFIDENT &&
      wordsOf(text).length >= MIN_PHRASE_WORDS &&
      times.get(plain(text)) === 1 &&
      !repeatsItself(text),
  );
  const chosen = [...confident].sort((a, b) => weight(b) - weight(a)).slice(0, MAX_PHRASES);
  const phrases = confident.filter((segment) => chosen.includes(segment)).map(phraseOf);
  return phrases.length > 0 ? [`${MADE_OUT_QUOTES} ${phrases.join('; ')}.`] : [];
}

function weight({ text, confidence = 0 }: TranscriptSegment): number {
  return confidence + (NAME_OR_NUMBER.test(text) ? 1 : 0);
}

function phraseOf({ text, startMs }: TranscriptSegment): string {
  const said = wordsOf(text);
  return timedQuote(said.slice(0, MAX_PHRASE_WORDS).join(' ') + (said.length > MAX_PHRASE_WORDS ? ' …' : ''), startMs);
}

function repeatsItself(text: string): boolean {
  const words = wordsOf(plain(text)).slice(0, MAX_PHRASE_WORDS);
  return new Set(words).size <= words.length / 2;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}\s]/gu, '');
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}
