import { join } from 'node:path';

import { makeAudio, samplePath } from '@ringwell/testing/make-audio';

import { useDecoder } from './testing/use-decoder';

const { directory, decode } = useDecoder();

it.each([
  ['24-bit WAV', 'pcm24.wav', ['-c:a', 'pcm_s24le', '-ar', '44100'], 'audio/wav'],
  ['A-law WAV', 'alaw.wav', ['-c:a', 'pcm_alaw'], 'audio/wav'],
  ['AAC in MP4', 'a.mp4', ['-c:a', 'aac', '-ar', '48000'], 'audio/mp4'],
  ['bare AAC', 'a.aac', ['-c:a', 'aac', '-ar', '16000'], 'audio/aac'],
  ['Vorbis in OGG', 'vorbis.ogg', ['-c:a', 'libvorbis', '-ar', '16000'], 'audio/ogg'],
  ['FLAC', 'a.flac', ['-c:a', 'flac'], 'audio/flac'],
  ['Opus in WebM', 'a.webm', ['-c:a', 'libopus'], 'audio/webm'],
])('decodes %s', async (_name, file, codecArgs, mimeType) => {
  const source = await makeAudio(join(directory, file), ['-i', samplePath('positive.wav'), '-t', '12', ...codecArgs]);
  const recording = await decode(source);
  expect(recording).toMatchObject({ channelCount: 2, audio: { mimeType } });
  expect(recording.audio.durationSeconds).toBeCloseTo(12, 0);
  expect(recording.audio.channels.map((channel) => channel.speaker)).toEqual(['agent', 'customer']);
  expect(recording.speechSeconds).toBeGreaterThan(8);
});
