import { readFileSync } from 'node:fs';

import type { Sentiment } from '@ringwell/domain/calls/sentiment';
import type { Speaker, Transcript, TranscriptSegment } from '@ringwell/domain/calls/transcript';

/** Speaker, start and end in milliseconds, text, and each word's confidence in thousandths. */
export type RecognizedTurn = [Speaker, number, number, string, number[]];

/** A spoken and recognized call: one line of the file that `npm run recognize-speech` writes. */
export interface RecognizedCall {
  /** The call's ID in `file`. */
  id: string;
  file: string;
  label: Sentiment;
  /** The phone line, by its name in `LINES`. */
  line: string;
  /** The agent's and customer's voices. */
  voices?: readonly [string, string];
  /** Number of spoken words. */
  words: number;
  /** Number of word errors. Separately recorded sides are compared separately. */
  errors: number;
  durationSeconds: number;
  speechSeconds: number;
  turns: RecognizedTurn[];
}

const THOUSANDTHS = 1_000;

export function readRecognizedCalls(path: string): RecognizedCall[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecognizedCall);
}

export function wordErrorRate({ errors, words }: Pick<RecognizedCall, 'errors' | 'words'>): number {
  return errors / Math.max(1, words);
}

export function toTurns({ segments }: Transcript): RecognizedTurn[] {
  return segments.map(({ speaker, startMs, endMs, text, words = [] }) => [
    speaker,
    startMs,
    endMs,
    text,
    words.map(({ confidence = 0 }) => Math.round(confidence * THOUSANDTHS)),
  ]);
}

/** The built-in recognizer's transcript. Words have their turn's timestamps. */
export function toTranscript({ durationSeconds, turns }: RecognizedCall): Transcript {
  return { engine: 'pocketsphinx', language: 'en-US', durationSeconds, segments: turns.map(toSegment) };
}

function toSegment([speaker, startMs, endMs, text, confidences]: RecognizedTurn): TranscriptSegment {
  const fractions = confidences.map((value) => value / THOUSANDTHS);
  const mean = fractions.reduce((sum, value) => sum + value, 0) / Math.max(1, fractions.length);
  const words = text
    .split(' ')
    .map((word, index) => ({ text: word, startMs, endMs, confidence: fractions[index] ?? 0 }));
  return { speaker, startMs, endMs, text, confidence: Math.round(mean * THOUSANDTHS) / THOUSANDTHS, words };
}
