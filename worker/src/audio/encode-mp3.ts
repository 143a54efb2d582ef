import { basename, dirname } from 'node:path';

import { fileInput, runEncoder } from '@ringwell/platform/media/media-tools';

import type { AudioChannel } from './decoded-audio';
import { SAMPLE_RATE } from './frame-track';

/** Ample for one voice at 16 kHz; an hour takes 14.4 MB. */
export const MP3_BYTES_PER_SECOND = 4_000;

export interface Mp3Request {
  channel: AudioChannel;
  startMs: number;
  endMs: number;
  /** In the folder of the channel's samples. */
  outputPath: string;
  signal: AbortSignal;
}

/** Encodes a part of a channel as MP3, which every recognition service accepts. */
export async function encodeMp3({ channel, startMs, endMs, outputPath, signal }: Mp3Request): Promise<void> {
  await runEncoder(
    [
      '-f',
      's16le',
      '-ar',
      String(SAMPLE_RATE),
      '-ac',
      '1',
      '-ss',
      String(startMs / 1_000),
      '-t',
      String((endMs - startMs) / 1_000),
      '-i',
      fileInput(channel.pcmPath),
      '-c:a',
      'libmp3lame',
      '-b:a',
      `${(MP3_BYTES_PER_SECOND * 8) / 1_000}k`,
      '-f',
      'mp3',
      fileInput(outputPath),
    ],
    { signal, workDir: dirname(channel.pcmPath), outputName: basename(outputPath) },
  );
}
