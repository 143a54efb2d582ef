import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { DecodedAudio } from '../../audio/decoded-audio';
import { SAMPLE_RATE } from '../../audio/frame-track';
import { AMPLITUDES } from './model-parts';
import { SPOKEN_TOKENS } from './tiny-models';

/** One of `SPOKEN_TOKENS`, with its first frame and the frame after its last, in model frames. */
export type Noise = [token: string, startFrame: number, endFrame: number];

/**
 * A deterministic mono recording of silence and noise, with one speech region from start to end. Noise starts and ends
 * mid-frame, so that each frame is clearly one or the other.
 */
export async function makeNoiseRecording(
  directory: string,
  { seconds, frameMs, noise }: { seconds: number; frameMs: number; noise: Noise[] },
): Promise<DecodedAudio> {
  const workDir = await mkdtemp(join(directory, 'run-'));
  const pcmPath = join(workDir, 'channel-0.pcm');
  const samples = new Int16Array(seconds * SAMPLE_RATE);
  for (const [token, startFrame, endFrame] of noise) {
    const [start, end] = [startFrame, endFrame].map((frame) => ((frame + 0.5) * frameMs * SAMPLE_RATE) / 1_000);
    fillWithNoise(samples.subarray(start, end), AMPLITUDES[SPOKEN_TOKENS.indexOf(token)]!);
  }
  await writeFile(pcmPath, Buffer.from(samples.buffer));
  return {
    sourcePath: pcmPath,
    mimeType: 'audio/wav',
    durationSeconds: seconds,
    workDir,
    channels: [{ speaker: 'unknown', pcmPath, sourceChannel: 0, speech: [{ startMs: 0, endMs: seconds * 1_000 }] }],
  };
}

// A Lehmer generator, which is uniformly distributed.
function fillWithNoise(samples: Int16Array, amplitude: number): void {
  let state = 1;
  for (let i = 0; i < samples.length; i += 1) {
    state = (state * 16_807) % (2 ** 31 - 1);
    samples[i] = Math.round((state / 2 ** 30 - 1) * amplitude * 32_767);
  }
}
