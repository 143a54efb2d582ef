import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

import { fileInput, runEncoder } from '@ringwell/platform/media/media-tools';

import type { AudioChannel } from './decoded-audio';
import { pcmInputs } from './pcm-inputs';
import type { RecordingProbe } from './probe-recording';

// Formats that Chrome, Firefox and Safari can play, including on phones, by ffmpeg's name for the container.
const PLAYABLE_CODECS: Partial<Record<string, ReadonlySet<string>>> = {
  mp3: new Set(['mp3']),
  wav: new Set(['pcm_s16le', 'pcm_u8', 'pcm_s24le', 'pcm_f32le', 'pcm_mulaw', 'pcm_alaw']),
  'mov,mp4,m4a,3gp,3g2,mj2': new Set(['aac']),
  ogg: new Set(['opus', 'vorbis']),
  flac: new Set(['flac']),
  aac: new Set(['aac']),
  'matroska,webm': new Set(['opus', 'vorbis']),
};
// Maximum difference between a player's clock and the samples, in seconds and as a fraction of the length.
const CLOCK_TOLERANCE_SECONDS = 0.5;
const CLOCK_TOLERANCE_FRACTION = 0.01;
// More than enough for speech at 16 kHz.
const BIT_RATE_PER_CHANNEL = 32_000;

/**
 * Whether every browser plays the original file with the correct length and positions. MP3 files without a table of
 * contents and browser recordings without a length play but don't seek correctly.
 */
export function isPlayable({ format, playerSeconds }: RecordingProbe, durationSeconds: number): boolean {
  const { container, codec } = format;
  if (!PLAYABLE_CODECS[container]?.has(codec) || playerSeconds === undefined) return false;
  const tolerance = Math.max(CLOCK_TOLERANCE_SECONDS, durationSeconds * CLOCK_TOLERANCE_FRACTION);
  return Math.abs(playerSeconds - durationSeconds) <= tolerance;
}

/**
 * Writes the decoded audio as AAC in M4A, which every browser plays and seeks correctly.
 * @param outputPath in the channels' folder
 * @returns the copy's size in bytes
 */
export async function encodePlayableCopy(
  channels: readonly AudioChannel[],
  outputPath: string,
  signal: AbortSignal,
): Promise<number> {
  await runEncoder(
    [
      ...[...pcmInputs(channels), '-c:a', 'aac', '-b:a', String(BIT_RATE_PER_CHANNEL * channels.length)],
      ...['-movflags', '+faststart', '-f', 'ipod', fileInput(outputPath)],
    ],
    { signal, workDir: dirname(outputPath), outputName: basename(outputPath) },
  );
  return (await stat(outputPath)).size;
}
