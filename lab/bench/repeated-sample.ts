import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A two-channel sample call. */
const SAMPLE = 'samples/positive.wav';

/** Writes a recording of the given length by repeating a sample. */
export async function repeatSample(path: string, seconds: number, channels: number): Promise<void> {
  const input = ['-stream_loop', '-1', '-i', SAMPLE, '-t', String(seconds)];
  await promisify(execFile)('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...input, '-ac', String(channels), path]);
}
