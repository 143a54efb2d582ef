import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { decodeRecording } from './decode-recording';
import { Mp3Channel } from './encode-mp3';
import { PCM_BYTES_PER_MS, SAMPLE_RATE } from './frame-track';

const directory = temporaryDirectory();
const { signal } = new AbortController();
const LOUD_LEVEL = 3_000;

/** Three seconds of silence with a tone in this range. */
async function makeChannelWithTone(startMs: number, endMs: number): Promise<Mp3Channel> {
  const folder = await mkdtemp(join(directory, 'channel-'));
  const samples = Int16Array.from({ length: 3 * SAMPLE_RATE }, (_, index) => {
    const ms = (index * 1_000) / SAMPLE_RATE;
    return ms >= startMs && ms < endMs ? Math.sin(index / 4) * 20_000 : 0;
  });
  const pcmPath = join(folder, 'channel-0.pcm');
  await writeFile(pcmPath, new Uint8Array(samples.buffer));
  return Mp3Channel.encode(
    { speaker: 'unknown', pcmPath, sourceChannel: 0, speech: [] },
    join(folder, 'a.mp3'),
    signal,
  );
}

/** A recording's loud range, in milliseconds from the start. */
async function findLoudRange(mp3: Buffer): Promise<{ from: number; to: number }> {
  const workDir = await mkdtemp(join(directory, 'part-'));
  const sourcePath = join(workDir, 'part.mp3');
  await writeFile(sourcePath, mp3);
  const { audio } = await decodeRecording({ sourcePath, workDir, maxDurationSeconds: 60, signal });
  const bytes = await readFile(audio.channels[0]!.pcmPath);
  const samples = new Int16Array(new Uint8Array(bytes).buffer);
  const isLoud = (sample: number): boolean => Math.abs(sample) > LOUD_LEVEL;
  const toMs = (index: number): number => (index * 2) / PCM_BYTES_PER_MS;
  return { from: toMs(samples.findIndex(isLoud)), to: toMs(samples.findLastIndex(isLoud)) };
}

it('reads part of a channel with the sound at the right position', async () => {
  const channel = await makeChannelWithTone(1_000, 1_500);
  for (const startMs of [700, 850, 987]) {
    const { from, to } = await findLoudRange(await channel.read(startMs, 1_800));
    expect(startMs + from).toBeGreaterThan(925);
    expect(startMs + from).toBeLessThan(1_075);
    expect(to - from).toBeGreaterThan(450);
    expect(to - from).toBeLessThan(550);
  }
});

it('reads whole frames of 36 ms, and fewer at the end of the channel', async () => {
  const channel = await makeChannelWithTone(0, 3_000);
  expect(await channel.read(0, 720)).toHaveLength(21 * 144);
  const fullClip = await channel.read(0, 60_000);
  expect(fullClip.length).toBeGreaterThan(3 * 4_000);
  expect(fullClip.length).toBeLessThan(3.3 * 4_000);
  expect(await channel.read(2_000, 60_000)).toEqual(fullClip.subarray((Math.floor(2_069 / 36) - 1) * 144));
});
