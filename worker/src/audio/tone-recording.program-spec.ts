import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { makeAmr, makeAudio, samplePath } from '@ringwell/testing/make-audio';

import { useToner } from './testing/use-toner';

const { directory, toned, expectTonesIn, toneShare, loudness, seconds } = useToner();
const wav = samplePath('positive.wav');

// The other formats are in tone-recording.slow-spec.ts.
it.each([
  ['PCM in WAV', 'pcm.wav', ['-c:a', 'pcm_s16le']],
  ['mu-law WAV', 'mulaw.wav', ['-c:a', 'pcm_mulaw', '-ar', '8000']],
  ['MP3', 'a.mp3', ['-c:a', 'libmp3lame', '-b:a', '32k', '-ar', '8000']],
  ['AAC in M4A', 'a.m4a', ['-c:a', 'aac', '-ar', '16000']],
  ['Opus in OGG', 'opus.ogg', ['-c:a', 'libopus']],
  ['FLAC', 'a.flac', ['-c:a', 'flac']],
  ['Opus in WebM', 'a.webm', ['-c:a', 'libopus']],
])('puts a tone into %s, and keeps everything else', async (_name, file, codecArgs) => {
  await expectTonesIn(file, codecArgs);
});

it.each(['pcm_s16le', 'flac'])('changes no other sample of lossless audio: %s', async (codec) => {
  const file = join(directory, codec === 'flac' ? 'exact.flac' : 'exact.wav');
  const source = await makeAudio(file, ['-i', wav, '-t', '12', '-c:a', codec]);
  const output = await toned(source);
  expect(loudness(source, output, 0, 4_980)).toBe(0);
  expect(loudness(source, output, 7_365, 9_090)).toBe(0);
  expect(loudness(source, output, 10_040, 12_000)).toBe(0);
});

it.each(['narrow', 'wide'] as const)('replaces frames of AMR, %s band', async (kind) => {
  const source = await makeAmr(join(directory, `${kind}.amr`), kind, 5);
  const output = await toned(source, [{ startMs: 2_000, endMs: 4_000 }]);
  const [before, after] = [await readFile(source), await readFile(output)];
  const frame = kind === 'narrow' ? 32 : 61;
  const at = (ms: number): number => (kind === 'narrow' ? 6 : 9) + (ms / 20) * frame;
  expect(after).toHaveLength(before.length);
  expect(after.subarray(0, at(2_000))).toEqual(before.subarray(0, at(2_000)));
  expect(after.subarray(at(4_000))).toEqual(before.subarray(at(4_000)));
  expect(toneShare(output, 0, 2_300, 3_900)).toBeGreaterThan(0.9);
});

it('keeps the length of a file with a gap in its clock', async () => {
  const source = await makeAudio(join(directory, 'gap.mkv'), [
    ...['-i', wav, '-t', '12', '-af', 'aselect=lt(t\\,2)+gt(t\\,4)', '-c:a', 'pcm_s16le'],
  ]);
  const output = await toned(source, [{ startMs: 5_000, endMs: 6_000 }]);
  expect(seconds(output)).toBeCloseTo(12, 1);
  expect(toneShare(output, 0, 5_000, 6_000)).toBeGreaterThan(0.9);
  expect(loudness(source, output, 0, 1_900)).toBe(0);
});

it('rejects a file that is not a recording', async () => {
  const source = join(directory, 'text.mp3');
  await writeFile(source, 'Dear customer');
  await expect(toned(source)).rejects.toMatchObject({ code: 'RECORDING_UNREADABLE' });
});
