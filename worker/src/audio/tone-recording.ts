import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { internal, type AppError } from '@ringwell/domain/errors/app-error';
import { mergeRanges, type TimeRange } from '@ringwell/domain/redaction/time-range';
import { fileInput, runEncoder, runFfmpeg } from '@ringwell/platform/media/media-tools';

import { isAmr, addTonesToAmr } from './amr-tones';
import { decodeRecording } from './decode-recording';
import { findParts, isSingleFile } from './file-parts';
import { clockFilter } from './input-filter';
import { copyIntactPages } from './ogg-pages';
import { outputEncoding } from './output-encoding';
import { pcmInputs } from './pcm-inputs';
import { probeRecording, type RecordingProbe } from './probe-recording';

export interface ToneRequest {
  sourcePath: string;
  /** A file in the same private folder. */
  outputPath: string;
  /** Positions in the samples counted by `decodeRecording`. */
  tones: readonly TimeRange[];
  signal: AbortSignal;
}

const TONE_HZ = 1_000;
// Relative to full scale; about as loud as speech.
const TONE_LEVEL = 0.12;
// Tones start and end at multiples of this.
const STEP_MS = 10;
// The tones' positions are passed in one argument, and Linux limits an argument to 128 KiB.
const MAX_TONES = 1_000;
// Samples that the AAC encoder adds before the first one. Only MP4 and its relatives can tell players to skip them.
const AAC_PRIMING_SAMPLES = 1_024;
// Generous, because the recording has already been decoded within its call's limits.
const MAX_SECONDS = 86_400;

/**
 * Writes a copy of a recording with the given ranges replaced by a 1 kHz tone on all channels, because each side leaks
 * into the other. Container, codec, rate, channels, tracks and length are kept; video is dropped, and clock gaps become
 * silence. AMR, which ffmpeg can't write, gets a steady hum, and its other frames stay unchanged. Joined files become a
 * single file.
 * @throws AppError as `probeRecording` and `runFfmpeg` do, REDACTION_FAILED (retryable) if the tones can't be added
 */
export async function addTonesToRecording({ sourcePath, outputPath, tones, signal }: ToneRequest): Promise<void> {
  const ranges = mergeTones(tones);
  const probe = await probeRecording(sourcePath, signal);
  if (!isSingleFile(await findParts(sourcePath, probe)))
    return addTonesToRecording({
      sourcePath: await writePlainFile(sourcePath, probe, signal),
      outputPath,
      tones,
      signal,
    });
  if (probe.format.container === 'amr') {
    const bytes = await readFile(sourcePath);
    if (!isAmr(bytes)) throw redactionError(new Error('The AMR file has several channels.'));
    await writeFile(outputPath, addTonesToAmr(bytes, ranges), { mode: 0o600 });
    return;
  }
  const undamagedPath = join(dirname(sourcePath), 'undamaged');
  const source =
    probe.format.container === 'ogg' && (await copyIntactPages(sourcePath, undamagedPath)) ? undamagedPath : sourcePath;
  const { muxer, args } = outputEncoding(probe);
  // The exit code is ignored, as in `decodeRecording`: a damaged ending is also an error. The caller compares lengths.
  const { exitCode, stderr } = await runFfmpeg(
    [
      ...['-threads', '1', '-i', fileInput(source), '-map', '0:a', '-af', toneFilter(probe, ranges), ...args],
      ...(muxer === 'ipod' || muxer === 'mp4' || muxer === 'mov' ? ['-movflags', '+faststart'] : []),
      ...['-f', muxer, '-y', fileInput(outputPath)],
    ],
    { signal, workDir: dirname(sourcePath), outputName: basename(outputPath) },
  );
  const size = await stat(outputPath).then(
    (file) => file.size,
    () => 0,
  );
  if (size === 0) throw redactionError(new Error(`ffmpeg wrote nothing (${exitCode}): ${stderr}`));
}

// Writes WAV as 16 kHz µ-law, so an hour of two-channel audio stays below the tools' output limit.
async function writePlainFile(sourcePath: string, { format }: RecordingProbe, signal: AbortSignal): Promise<string> {
  const workDir = dirname(sourcePath);
  const { audio } = await decodeRecording({ sourcePath, workDir, maxDurationSeconds: MAX_SECONDS, signal });
  const path = join(workDir, 'joined');
  const encoding = format.container === 'wav' ? ['-c:a', 'pcm_mulaw', '-f', 'wav'] : ['-c:a', 'aac', '-f', 'ipod'];
  await runEncoder([...pcmInputs(audio.channels), ...encoding, fileInput(path)], {
    signal,
    workDir,
    outputName: basename(path),
  });
  return path;
}

// Times refer to the samples counted by `decodeRecording`.
function toneFilter(probe: RecordingProbe, ranges: readonly TimeRange[]): string {
  const { sampleRate, container, codec } = probe.format;
  const includesPriming = codec === 'aac' && (container === 'aac' || container === 'matroska,webm');
  const enableExpression = ranges
    .map(({ startMs, endMs }) => `between(t,${(startMs - STEP_MS) / 1_000},${endMs / 1_000})`)
    .join('+');
  return [
    ...clockFilter(probe),
    'asetpts=N/SR/TB',
    `asetnsamples=n=${Math.round((sampleRate * STEP_MS) / 1_000)}:p=0`,
    `aeval=exprs='${TONE_LEVEL}*sin(2*PI*${TONE_HZ}*t)':c=same:enable='${enableExpression}'`,
    ...(includesPriming ? [`atrim=start_sample=${AAC_PRIMING_SAMPLES}`, 'asetpts=N/SR/TB'] : []),
  ].join(',');
}

function mergeTones(tones: readonly TimeRange[]): TimeRange[] {
  let ranges = mergeRanges(tones);
  for (let gapMs = STEP_MS; ranges.length > MAX_TONES; gapMs *= 2) ranges = mergeRanges(ranges, gapMs);
  return ranges;
}

/** @param cause must not contain words from the call */
export function redactionError(cause: Error): AppError {
  return internal(
    'REDACTION_FAILED',
    "Adding the tone to the recording failed, so it can't be played yet. Reprocess the call.",
    { retryable: true, cause },
  );
}
