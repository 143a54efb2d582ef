import { join } from 'node:path';

import { makeAmr, makeAudio, samplePath } from '@ringwell/testing/make-audio';

import { useDecoder } from './testing/use-decoder';

const { directory, decode } = useDecoder();
const wav = samplePath('positive.wav');

it.each([
  ['24-bit WAV', 'pcm24.wav', ['-c:a', 'pcm_s24le', '-ar', '44100'], 'audio/wav'],
  ['mu-law WAV', 'mulaw.wav', ['-c:a', 'pcm_mulaw'], 'audio/wav'],
  ['A-law WAV', 'alaw.wav', ['-c:a', 'pcm_alaw'], 'audio/wav'],
  ['AAC in MP4', 'a.mp4', ['-c:a', 'aac', '-ar', '48000'], 'audio/mp4'],
  ['bare AAC', 'a.aac', ['-c:a', 'aac', '-ar', '16000'], 'audio/aac'],
  ['Vorbis in OGG', 'vorbis.ogg', ['-c:a', 'libvorbis', '-ar', '16000'], 'audio/ogg'],
  ['Opus in OGG', 'opus.ogg', ['-c:a', 'libopus'], 'audio/ogg'],
  ['FLAC', 'a.flac', ['-c:a', 'flac'], 'audio/flac'],
  ['Opus in WebM', 'a.webm', ['-c:a', 'libopus'], 'audio/webm'],
])('decodes %s', async (_name, file, codecArgs, mimeType) => {
  const source = await makeAudio(join(directory, file), ['-i', wav, '-t', '12', ...codecArgs]);
  const recording = await decode(source);
  expect(recording).toMatchObject({ channelCount: 2, audio: { mimeType } });
  expect(recording.audio.durationSeconds).toBeCloseTo(12, 0);
  expect(recording.audio.channels.map((channel) => channel.speaker)).toEqual(['agent', 'customer']);
  expect(recording.speechSeconds).toBeGreaterThan(8);
});

it.each(['narrow', 'wide'] as const)('decodes %s-band AMR', async (kind) => {
  const source = await makeAmr(join(directory, `${kind}.amr`), kind, 5);
  const recording = await decode(source);
  expect(recording).toMatchObject({ channelCount: 1, audio: { mimeType: 'audio/amr' } });
  expect(recording.audio.durationSeconds).toBeCloseTo(5, 1);
});

it("decodes a video's audio track", async () => {
  const video = await makeAudio(join(directory, 'video.mp4'), [
    '-f',
    'lavfi',
    '-i',
    'testsrc=s=64x64:r=5',
    '-i',
    wav,
    '-t',
    '5',
  ]);
  expect((await decode(video)).speechSeconds).toBeGreaterThan(2);
});

it('mixes more than two channels into one', async () => {
  const surround = await makeAudio(join(directory, 'surround.wav'), ['-i', wav, '-t', '5', '-ac', '6']);
  const recording = await decode(surround);
  expect(recording.channelCount).toBe(6);
  expect(recording.audio.channels.map((channel) => channel.speaker)).toEqual(['unknown']);
});
