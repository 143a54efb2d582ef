import { readFile } from 'node:fs/promises';

import type { DecodedRecording } from '../decode-recording';

/** Root mean square of a channel's samples. */
export async function measureLoudness(
  recording: DecodedRecording,
  channel: number,
  fromMs: number,
  toMs: number,
): Promise<number> {
  const bytes = await readFile(recording.audio.channels[channel]!.pcmPath);
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1).subarray(fromMs * 16, toMs * 16);
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}
