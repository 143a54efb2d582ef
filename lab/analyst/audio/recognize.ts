import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Transcript } from '@ringwell/domain/calls/transcript';

import { decodeRecording } from '../../../worker/src/audio/decode-recording';
import { PocketsphinxTranscriber } from '../../../worker/src/transcription/engines/pocketsphinx.transcriber';
import { seededRandom } from '../measurement/corruption';
import { degrade, LINES } from './degrade';
import type { PlannedRecording } from './plan';
import { toTurns, type RecognizedCall } from './recognized-call';
import { fromBytes, rawArgs, runTool, wavFile, WIDE_RATE, type Samples } from './samples';
import { chooseVoices, speakCall } from './speak';
import { splitSpokenWords, wordErrors } from './spoken-words';

const MAX_SECONDS = 3_600;
const transcriber = new PocketsphinxTranscriber({ binary: 'pocketsphinx_continuous', processes: 1 });

/** Synthesizes a call or loads its recording, sends it over its line, and recognizes it as the product does. */
export async function recognizeCall(plannedRecording: PlannedRecording, signal: AbortSignal): Promise<RecognizedCall> {
  const { id, file, call, line } = plannedRecording;
  const folder = mkdtempSync(join(tmpdir(), 'speech-'));
  try {
    const random = seededRandom(computeSeed(`${file} ${id} ${line}`));
    const sourcePath = join(folder, 'call.wav');
    const voices = makeRecording(plannedRecording, { folder, random, sourcePath });
    const decoded = await decodeRecording({ sourcePath, workDir: folder, maxDurationSeconds: MAX_SECONDS, signal });
    const transcript = await transcriber.transcribe(decoded.audio, { signal });
    return {
      id,
      file,
      label: call.label,
      line,
      ...voices,
      ...countErrors(call.turns, transcript),
      durationSeconds: roundToTenths(decoded.audio.durationSeconds),
      speechSeconds: roundToTenths(decoded.speechSeconds),
      turns: toTurns(transcript),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function roundToTenths(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}

interface RecordingOptions {
  folder: string;
  random: () => number;
  sourcePath: string;
}

function makeRecording(
  { call, line, recordingPath }: PlannedRecording,
  { sourcePath, ...options }: RecordingOptions,
): Pick<RecognizedCall, 'voices'> {
  const lineSettings = LINES[line];
  if (!lineSettings) {
    if (recordingPath === undefined) throw new Error(`Unknown line: ${line}.`);
    cpSync(recordingPath, sourcePath);
    return {};
  }
  const voices = recordingPath === undefined ? chooseVoices(options.random) : undefined;
  const sides =
    voices === undefined ? readSides(recordingPath ?? '', options.folder) : speakCall(call.turns, voices, options);
  const { channels, rate } = degrade(sides, lineSettings, options);
  writeFileSync(sourcePath, wavFile(channels, rate));
  return { ...(voices && { voices }) };
}

function readSides(path: string, folder: string): [Samples, Samples] {
  const source = join(folder, 'source.wav');
  cpSync(path, source);
  const readSide = (channel: string): Samples =>
    fromBytes(
      runTool('sox', ['-V1', '-D', source, ...rawArgs(WIDE_RATE), '-', 'remix', channel, 'rate', String(WIDE_RATE)]),
    );
  return [readSide('1'), readSide('2')];
}

function computeSeed(text: string): number {
  let seed = 7;
  for (const character of text) seed = (Math.imul(seed, 31) + character.charCodeAt(0)) >>> 0;
  return seed;
}

function countErrors(
  turns: PlannedRecording['call']['turns'],
  { segments }: Transcript,
): { words: number; errors: number } {
  const sides = segments.some(({ speaker }) => speaker === 'unknown') ? [undefined] : ['agent', 'customer'];
  const wordCounts = sides.map((side) => {
    const listSideWords = (parts: readonly { speaker: string; text: string }[]): string[] =>
      parts.flatMap(({ speaker, text }) => (side === undefined || speaker === side ? splitSpokenWords(text) : []));
    const spokenWords = listSideWords(turns);
    return { words: spokenWords.length, errors: wordErrors(spokenWords, listSideWords(segments)) };
  });
  return {
    words: wordCounts.reduce((sum, { words }) => sum + words, 0),
    errors: wordCounts.reduce((sum, { errors }) => sum + errors, 0),
  };
}
