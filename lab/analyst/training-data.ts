import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { Turn } from '../../worker/src/analysis/engines/local/call-features';
import { transcriptQuality } from '../../worker/src/transcription/transcript-quality';
import { readRecognizedCalls, toTranscript, type RecognizedCall } from './audio/recognized-call';
import { Corruptor, rawWords } from './measurement/corruption';
import { readLabeledCalls, type LabeledCall } from './measurement/labeled-call';

/** A call and its file. Files differ in style, so they serve as the folds for cross-validation. */
export interface TrainingCall extends LabeledCall {
  file: string;
}

export const DATA_FOLDER = join(__dirname, 'data');
const RECOGNIZED_CALLS = join(__dirname, 'audio', 'recognized.jsonl');

function listDataFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort();
}

export function loadTrainingCalls(folder = DATA_FOLDER): TrainingCall[] {
  return listDataFiles(folder).flatMap((file) =>
    readLabeledCalls(join(folder, file)).map((call) => ({ ...call, file })),
  );
}

/** Turns of training calls as transcribed by the built-in recognizer from phone-quality audio. */
export type RecognizedTurns = ReadonlyMap<TrainingCall, Turn[][]>;

/** Skips recordings whose transcripts are too poor for the product to judge. */
export function loadRecognizedTurns(calls: readonly TrainingCall[]): RecognizedTurns {
  const recognized = new Map<TrainingCall, Turn[][]>();
  const positions = new Map<string, number>();
  const callByKey = new Map<string, TrainingCall>();
  for (const call of calls) {
    const position = positions.get(call.file) ?? 0;
    positions.set(call.file, position + 1);
    callByKey.set(`${call.file} ${call.id ?? String(position)}`, call);
  }
  for (const entry of readRecognizedCalls(RECOGNIZED_CALLS)) {
    const call = callByKey.get(`${entry.file} ${entry.id}`);
    if (call && isJudged(entry)) recognized.set(call, [...(recognized.get(call) ?? []), toTranscript(entry).segments]);
  }
  return recognized;
}

function isJudged(entry: RecognizedCall): boolean {
  return transcriptQuality(toTranscript(entry), entry.speechSeconds)?.level !== 'poor';
}

/** Hashes the committed calls to check whether a committed model was trained on them. */
export function trainingDataHash(): string {
  return hashFiles(listCallFiles());
}

/** Like `trainingDataHash`, for models that were also trained on the recognized calls. */
export function recognizedDataHash(): string {
  return hashFiles([...listCallFiles(), RECOGNIZED_CALLS]);
}

function listCallFiles(): string[] {
  return listDataFiles(DATA_FOLDER).map((file) => join(DATA_FOLDER, file));
}

function hashFiles(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths)
    hash
      .update(`${basename(path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  return hash.digest('hex');
}

/** Creates a simulated recognizer that confuses words from these calls. */
export function createCorruptor(calls: readonly LabeledCall[]): Corruptor {
  return new Corruptor(calls.flatMap((call) => call.turns.flatMap((turn) => rawWords(turn.text))));
}
