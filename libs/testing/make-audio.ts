import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Returns the path to a sample recording from the repository: two-channel calls of about 45 s, or 27 s over a bad
 * line.
 */
export function samplePath(name: 'positive.wav' | 'neutral.mp3' | 'negative.m4a' | 'bad-line.wav'): string {
  return join(__dirname, '../../samples', name);
}

/** Creates a recording with ffmpeg. `path`'s extension selects the format. */
export async function makeAudio(path: string, args: string[]): Promise<string> {
  await run('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args, path]);
  return path;
}

/** `graph` is an ffmpeg filter graph such as `sine=f=440` or `aevalsrc=…`. */
export function makeSound(path: string, graph: string, seconds: number): Promise<string> {
  return makeAudio(path, ['-f', 'lavfi', '-i', graph, '-t', String(seconds)]);
}

// Frame length including the header, for each kind's highest rate (RFC 4867, section 5).
const AMR_KINDS = {
  narrow: { magic: '#!AMR\n', header: 0x3c, frameBytes: 32 }, // mode 7, 12.2 kbit/s
  wide: { magic: '#!AMR-WB\n', header: 0x44, frameBytes: 61 }, // mode 8, 23.85 kbit/s
} as const;
const AMR_FRAMES_PER_SECOND = 50;

/**
 * Writes an AMR file frame by frame, because ffmpeg has no free encoder. The frames are valid but contain arbitrary
 * bits, so the sound is noise.
 */
export async function makeAmr(path: string, kind: keyof typeof AMR_KINDS, seconds: number): Promise<string> {
  const { magic, header, frameBytes } = AMR_KINDS[kind];
  const frames = Array.from({ length: seconds * AMR_FRAMES_PER_SECOND }, (_, frame) => {
    const bytes = Buffer.from(
      Array.from({ length: frameBytes }, (_unused, i) => (frame * 31 + i * 17 + i * i * frame) & 0xff),
    );
    bytes[0] = header;
    return bytes;
  });
  await writeFile(path, Buffer.concat([Buffer.from(magic, 'latin1'), ...frames]));
  return path;
}
