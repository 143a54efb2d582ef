import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { makeAmr, makeAudio, makeSound, samplePath } from '@ringwell/testing/make-audio';

import { probeStream, useToneAdder } from './testing/use-tone-adder';

const { directory, addTones, expectTonesIn, measureToneFraction, measureDifference, measureSeconds } = useToneAdder();
const wav = samplePath('positive.wav');

it.each([
  ['mu-law WAV', 'mulaw.wav', ['-c:a', 'pcm_mulaw', '-ar', '8000']],
  ['Opus in OGG', 'opus.ogg', ['-c:a', 'libopus']],
  ['FLAC', 'a.flac', ['-c:a', 'flac']],
  ['Opus in WebM', 'a.webm', ['-c:a', 'libopus']],
  ['24-bit WAV', 'pcm24.wav', ['-c:a', 'pcm_s24le', '-ar', '44100']],
  ['A-law WAV', 'alaw.wav', ['-c:a', 'pcm_alaw', '-ar', '8000']],
  ['ADPCM in WAV', 'adpcm.wav', ['-c:a', 'adpcm_ms', '-ar', '8000']],
  ['variable-bit-rate MP3', 'vbr.mp3', ['-c:a', 'libmp3lame', '-q:a', '5', '-ar', '44100']],
  ['ALAC in M4A', 'alac.m4a', ['-c:a', 'alac', '-ar', '16000']],
  ['AAC in MP4', 'a.mp4', ['-c:a', 'aac', '-ar', '48000']],
  ['AAC in MOV', 'a.mov', ['-c:a', 'aac', '-ar', '48000']],
  ['bare AAC', 'a.aac', ['-c:a', 'aac', '-ar', '16000']],
  ['Vorbis in OGG', 'vorbis.ogg', ['-c:a', 'libvorbis', '-ar', '16000']],
  ['Speex in OGG', 'speex.ogg', ['-c:a', 'libspeex', '-ar', '16000']],
  ['24-bit FLAC', '24.flac', ['-c:a', 'flac', '-sample_fmt', 's32', '-ar', '44100']],
  ['AAC in Matroska', 'a.mkv', ['-c:a', 'aac', '-ar', '16000']],
])('puts a tone into %s, and keeps everything else', async (_name, file, codecArgs) => {
  await expectTonesIn(file, codecArgs);
});

// ffmpeg loses a 46 ms frame at the start with every re-encoding.
it('puts a tone into WMA', async () => {
  const source = await makeAudio(join(directory, 'a.wma'), ['-i', wav, '-t', '12', '-c:a', 'wmav2', '-ar', '44100']);
  const output = await addTones(source);
  expect(probeStream(output)).toEqual(probeStream(source));
  expect(measureToneFraction(output, 1, 5_000, 7_250)).toBeGreaterThan(0.9);
});

it('puts a tone into both tracks in a file', async () => {
  const source = await makeAudio(join(directory, 'tracks.m4a'), [
    ...[
      '-t',
      '6',
      '-i',
      wav,
      '-filter_complex',
      '[0:a]pan=mono|c0=c0[l];[0:a]pan=mono|c0=c1[r]',
      '-map',
      '[l]',
      '-map',
      '[r]',
      '-c:a',
      'aac',
    ],
  ]);
  const output = await addTones(source, [{ startMs: 2_000, endMs: 3_000 }]);
  expect(probeStream(output)).toEqual(probeStream(source));
  for (const track of [0, 1]) {
    const trackPath = await makeAudio(join(directory, `track-${track}.wav`), ['-i', output, '-map', `0:a:${track}`]);
    expect(measureToneFraction(trackPath, 0, 2_000, 3_000)).toBeGreaterThan(0.8);
  }
});

it('puts a tone into the second of two joined WAV files', async () => {
  const part = await readFile(await makeAudio(join(directory, 'part.wav'), ['-t', '3', '-i', wav]));
  const source = join(directory, 'joined.wav');
  await writeFile(source, Buffer.concat([part, part]));
  const output = await addTones(source, [{ startMs: 4_000, endMs: 5_000 }]);
  expect(measureSeconds(output)).toBeCloseTo(6, 1);
  expect(measureToneFraction(output, 0, 4_000, 5_000)).toBeGreaterThan(0.9);
});

it('drops the video stream, and accepts thousands of ranges', async () => {
  const video = await makeAudio(join(directory, 'video.mp4'), [
    ...['-f', 'lavfi', '-i', 'testsrc=s=64x64:r=5', '-i', wav, '-t', '12'],
  ]);
  const tones = Array.from({ length: 3_000 }, (_, index) => ({ startMs: index * 4, endMs: index * 4 + 1 }));
  const output = await addTones(video, tones);
  expect(probeStream(output)).toMatchObject({ streams: [{ codec_name: 'aac' }] });
  expect(measureToneFraction(output, 0, 100, 11_900)).toBeGreaterThan(0.9);
});

it('puts a tone over an earlier tone', async () => {
  const source = await makeSound(join(directory, 'noise.wav'), 'anoisesrc=r=8000:a=0.3', 4);
  const recordingWithBothTones = await addTones(await addTones(source, [{ startMs: 1_000, endMs: 2_000 }]), [
    { startMs: 1_000, endMs: 3_000 },
  ]);
  expect(measureToneFraction(recordingWithBothTones, 0, 1_000, 3_000)).toBeGreaterThan(0.9);
  expect(measureToneFraction(recordingWithBothTones, 0, 3_050, 3_900)).toBeLessThan(0.1);
});

it.each(['narrow', 'wide'] as const)('replaces AMR frames (%s band)', async (kind) => {
  const source = await makeAmr(join(directory, `${kind}.amr`), kind, 5);
  const output = await addTones(source, [{ startMs: 2_000, endMs: 4_000 }]);
  const [before, after] = [await readFile(source), await readFile(output)];
  const frame = kind === 'narrow' ? 32 : 61;
  const frameOffset = (ms: number): number => (kind === 'narrow' ? 6 : 9) + (ms / 20) * frame;
  expect(after).toHaveLength(before.length);
  expect(after.subarray(0, frameOffset(2_000))).toEqual(before.subarray(0, frameOffset(2_000)));
  expect(after.subarray(frameOffset(4_000))).toEqual(before.subarray(frameOffset(4_000)));
  expect(measureToneFraction(output, 0, 2_300, 3_900)).toBeGreaterThan(0.9);
});

it('keeps the length of a file with a clock gap', async () => {
  const source = await makeAudio(join(directory, 'gap.mkv'), [
    ...['-i', wav, '-t', '12', '-af', 'aselect=lt(t\\,2)+gt(t\\,4)', '-c:a', 'pcm_s16le'],
  ]);
  const output = await addTones(source, [{ startMs: 5_000, endMs: 6_000 }]);
  expect(measureSeconds(output)).toBeCloseTo(12, 1);
  expect(measureToneFraction(output, 0, 5_000, 6_000)).toBeGreaterThan(0.9);
  expect(measureDifference(source, output, 0, 1_900)).toBe(0);
});
