import type { Analysis } from '@ringwell/domain/calls/analysis';
import { callLabelName } from '@ringwell/domain/calls/call-label';
import type { Sentiment } from '@ringwell/domain/calls/sentiment';
import type { Speaker, TranscriptQuality } from '@ringwell/domain/calls/transcript';
import { replaceSpokenNumbers } from '@ringwell/domain/text/spoken-numbers';

import { splitSpokenWords, wordErrors } from '../audio/spoken-words';
import { roundToThousandths } from '../measurement/scores';

/** Spoken words and recognition errors, including inserted words. */
export interface WordCount {
  words: number;
  errors: number;
}

/** An engine's result for one recording. */
export interface MeasuredRecording extends WordCount {
  file: string;
  /** The correct label, if known. */
  label?: Sentiment;
  quality?: TranscriptQuality;
  /** Undefined if no words were recognized. */
  analysis?: Pick<Analysis, 'sentiment' | 'confidence' | 'needsReview' | 'reviewReason'>;
}

interface SpokenPart {
  speaker: Speaker;
  text: string;
}

/**
 * Compares recognized and spoken words after normalizing numbers, case and punctuation. Compares each side separately
 * unless a speaker is unknown.
 */
export function countWordErrors(spoken: readonly SpokenPart[], recognized: readonly SpokenPart[]): WordCount {
  const isSplit = ![...spoken, ...recognized].some(({ speaker }) => speaker === 'unknown');
  const sides = isSplit ? (['agent', 'customer'] as const) : ([undefined] as const);
  const listSideWords = (parts: readonly SpokenPart[], side: Speaker | undefined): string[] =>
    parts
      .filter(({ speaker }) => side === undefined || speaker === side)
      .flatMap(({ text }) => extractComparableWords(text));
  const counts = sides.map((side) => {
    const words = listSideWords(spoken, side);
    return { words: words.length, errors: wordErrors(words, listSideWords(recognized, side)) };
  });
  return {
    words: counts.reduce((sum, { words }) => sum + words, 0),
    errors: counts.reduce((sum, { errors }) => sum + errors, 0),
  };
}

// Converts numbers first so that `fifteen hundred dollars` and `$1,500` yield the same words.
function extractComparableWords(text: string): string[] {
  return splitSpokenWords(replaceSpokenNumbers(text));
}

/** Computes rates overall and per recording. A rate without data is `null`. */
export function scoreRecordings(measured: readonly MeasuredRecording[]): object {
  const words = measured.reduce((sum, recording) => sum + recording.words, 0);
  const errors = measured.reduce((sum, recording) => sum + recording.errors, 0);
  const labeled = measured.filter(({ label }) => label !== undefined);
  const confidentCalls = labeled.filter(({ analysis }) => analysis?.needsReview === false);
  return {
    recordings: measured.length,
    wordErrorRate: computeRate(errors, words),
    labelAccuracy: computeRate(labeled.filter(isLabelCorrect).length, labeled.length),
    shownLabelAccuracy: computeRate(confidentCalls.filter(isLabelCorrect).length, confidentCalls.length),
    needsListen: computeRate(measured.filter(({ analysis }) => analysis?.needsReview).length, measured.length),
    perRecording: measured.map(scoreRecording),
  };
}

function scoreRecording({ file, words, errors, label, quality, analysis }: MeasuredRecording): object {
  return {
    file,
    wordErrorRate: computeRate(errors, words),
    quality: quality ?? null,
    label: label ?? null,
    guess: analysis?.sentiment ?? null,
    confidence: analysis ? roundToThousandths(analysis.confidence) : null,
    shown: analysis ? callLabelName(analysis) : 'No speech',
    reviewReason: analysis?.reviewReason ?? null,
  };
}

function isLabelCorrect({ label, analysis }: MeasuredRecording): boolean {
  return label !== undefined && analysis?.sentiment === label;
}

function computeRate(part: number, total: number): number | null {
  return total === 0 ? null : roundToThousandths(part / total);
}
