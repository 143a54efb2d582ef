import { open, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

import { fileInput, runEncoder } from '@ringwell/platform/media/media-tools';

import type { AudioChannel } from './decoded-audio';
import { pcmInputs } from './pcm-inputs';

/** More than enough for one voice at 16 kHz; an hour takes 14.4 MB. */
export const MP3_BYTES_PER_SECOND = 4_000;

// A frame has 576 samples, and all frames have the same size at this bit rate.
const FRAME_MS = 36;
const FRAME_BYTES = (MP3_BYTES_PER_SECOND * FRAME_MS) / 1_000;
// Measured: libmp3lame adds 1,105 samples before the sound.
const DELAY_MS = 69;

/** A channel as MP3, which every recognition service accepts and which can be cut without re-encoding. */
export class Mp3Channel {
  private constructor(private readonly path: string) {}

  /** @param path in the same folder as the channel's samples */
  static async encode(channel: AudioChannel, path: string, signal: AbortSignal): Promise<Mp3Channel> {
    await runEncoder(
      [
        ...pcmInputs([channel]),
        '-c:a',
        'libmp3lame',
        '-b:a',
        `${(MP3_BYTES_PER_SECOND * 8) / 1_000}k`,
        // Makes frames independent of each other, and writes only frames.
        '-reservoir',
        '0',
        '-write_xing',
        '0',
        '-id3v2_version',
        '0',
        '-f',
        'mp3',
        fileInput(path),
      ],
      { signal, workDir: dirname(channel.pcmPath), outputName: basename(path) },
    );
    return new Mp3Channel(path);
  }

  /** Returns the frames that cover this part. Together they're up to 72 ms longer. */
  async read(startMs: number, endMs: number): Promise<Buffer> {
    const position = Math.floor((startMs + DELAY_MS) / FRAME_MS) * FRAME_BYTES;
    const end = Math.ceil((endMs + DELAY_MS) / FRAME_MS) * FRAME_BYTES;
    const file = await open(this.path);
    try {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(end - position), position });
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  async delete(): Promise<void> {
    await rm(this.path, { force: true });
  }
}
