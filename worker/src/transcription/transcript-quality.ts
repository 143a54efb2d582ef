import type { QualityLevel, Transcript, TranscriptQuality, TranscriptSegment } from '@ringwell/domain/calls/transcript';
import { countWords } from '@ringwell/domain/text/count-words';

/** Indicators of a transcript's word quality, each 0 to 1. */
export interface QualityIndicators {
  meanConfidence: number;
  /** Fraction of words with very low confidence. */
  lowConfidenceFraction: number;
  /** Words per minute, as a fraction of the slowest usual pace. */
  pace: number;
}

export const INDICATOR_NAMES = ['meanConfidence', 'lowConfidenceFraction', 'pace'] as const;

// Minimum score per quality level; see docs/develop/accuracy.md.
const MIN_GOOD_SCORE = 0.8;
const MIN_FAIR_SCORE = 0.5;

const LOW_CONFIDENCE = 0.2;
const SLOW_WORDS_PER_MINUTE = 60;

// Fitted to the built-in recognizer's transcripts of calls played over good and bad lines, by `npm run recognize-speech
// -- --calibrate`.
const BUILT_IN_WEIGHTS = {
  engine: 'pocketsphinx',
  constant: 0.228,
  meanConfidence: 0.734,
  lowConfidenceFraction: -0.791,
  pace: 0.14,
};

// Deepgram's and sherpa's confidences are word probabilities and are used as is, uncalibrated. OpenAI's are
// token probabilities, which are higher: Whisper itself treats less than 0.37 (a mean log-probability of -1) as a
// failure. Pairs of mean confidence and score, with linear interpolation between them.
const TOKEN_SCORES: readonly (readonly [number, number])[] = [
  [0, 0],
  [0.37, 0.5],
  [0.7, 0.8],
  [1, 1],
];

// Score for obvious nonsense, regardless of confidences: a loop, or hardly any words in a long stretch of speech.
const NONSENSE_SCORE = 0.2;
const LOOP_WORDS = 3;
const LOOP_FRACTION = 0.5;
const MIN_LOOP_WORDS = 30;
const MIN_SPEECH_SECONDS = 20;
const MIN_WORDS_PER_SPEECH_MINUTE = 15;

/**
 * Estimates how reliable a call's words are. The score is the estimated fraction of correct words (1 minus the word
 * error rate), based on the engine's confidences and converted with a scale per engine.
 * @param speechSeconds detected duration of speech on all sides, if known
 * @returns undefined if the engine doesn't return confidences and the words aren't clearly nonsense
 */
export function transcriptQuality(transcript: Transcript, speechSeconds?: number): TranscriptQuality | undefined {
  const score = isNonsense(transcript, speechSeconds) ? NONSENSE_SCORE : estimateScore(transcript);
  return score === undefined ? undefined : { level: qualityLevel(score), score: Math.round(score * 1_000) / 1_000 };
}

function qualityLevel(score: number): QualityLevel {
  if (score >= MIN_GOOD_SCORE) return 'good';
  return score >= MIN_FAIR_SCORE ? 'fair' : 'poor';
}

function estimateScore(transcript: Transcript): number | undefined {
  const indicators = qualityIndicators(transcript);
  if (indicators === undefined) return undefined;
  if (transcript.engine.startsWith('openai:')) return interpolate(TOKEN_SCORES, indicators.meanConfidence);
  if (transcript.engine !== BUILT_IN_WEIGHTS.engine) return indicators.meanConfidence;
  const score = INDICATOR_NAMES.reduce(
    (sum, name) => sum + BUILT_IN_WEIGHTS[name] * indicators[name],
    BUILT_IN_WEIGHTS.constant,
  );
  return Math.min(1, Math.max(0, score));
}

/** `undefined` if the engine doesn't return confidences. */
export function qualityIndicators({ segments, durationSeconds }: Transcript): QualityIndicators | undefined {
  const confidences = segments.flatMap(listConfidences);
  if (confidences.length === 0) return undefined;
  const wordsPerMinute = confidences.length / Math.max(durationSeconds / 60, Number.EPSILON);
  return {
    meanConfidence: confidences.reduce((sum, value) => sum + value, 0) / confidences.length,
    lowConfidenceFraction: confidences.filter((value) => value < LOW_CONFIDENCE).length / confidences.length,
    pace: Math.min(1, wordsPerMinute / SLOW_WORDS_PER_MINUTE),
  };
}

// Returns one confidence per word: its own or its segment's.
function listConfidences({ words = [], text, confidence }: TranscriptSegment): number[] {
  const wordConfidences = words.flatMap((word) => word.confidence ?? []);
  if (wordConfidences.length > 0) return wordConfidences;
  return confidence === undefined ? [] : splitWords(text).map(() => confidence);
}

function interpolate(points: readonly (readonly [number, number])[], value: number): number {
  const next = points.findIndex(([position]) => position >= value);
  const [endAt, end] = points[Math.max(next, 1)] ?? [1, 1];
  const [startAt, start] = points[Math.max(next, 1) - 1] ?? [0, 0];
  return start + ((end - start) * (value - startAt)) / (endAt - startAt);
}

function isNonsense({ segments }: Transcript, speechSeconds = 0): boolean {
  const minWords = (MIN_WORDS_PER_SPEECH_MINUTE * speechSeconds) / 60;
  return (
    (speechSeconds >= MIN_SPEECH_SECONDS && countWords(segments) < minWords) ||
    isLoop(segments.flatMap(({ text }) => splitWords(text)))
  );
}

// Whisper-like models repeat a phrase when no one is talking.
function isLoop(words: readonly string[]): boolean {
  if (words.length < MIN_LOOP_WORDS) return false;
  const numbers = new Map<string, number>();
  const count = words.length - LOOP_WORDS + 1;
  const phrases = new Set<number>();
  let phrase = 0; // the words' numbers, as digits of a single number
  for (const [index, word] of words.entries()) {
    const number = numbers.get(word) ?? numbers.size;
    numbers.set(word, number);
    phrase = (phrase % words.length ** (LOOP_WORDS - 1)) * words.length + number;
    if (index < LOOP_WORDS - 1) continue;
    phrases.add(phrase);
    if (phrases.size > count * (1 - LOOP_FRACTION)) return false;
  }
  return true;
}

function splitWords(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}
