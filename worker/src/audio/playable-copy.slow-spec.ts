import { join } from 'node:path';

import { makeAudio, samplePath } from '@ringwell/testing/make-audio';

import type { DecodedRecording } from './decode-recording';
import { useDecoder } from './testing/use-decoder';

const { directory, decode } = useDecoder();

async function decodeThreeSeconds(file: string, args: string[]): Promise<DecodedRecording> {
  const of = ['-ss', '1', '-t', '3', '-i', samplePath('positive.wav')];
  return decode(await makeAudio(join(directory, file), [...of, ...args]));
}

it.each([
  ['mu-law in WAV', 'mulaw.wav', ['-c:a', 'pcm_mulaw', '-ar', '8000']],
  ['MP3 of one bit rate without a table of contents', 'cbr.mp3', ['-b:a', '32k', '-write_xing', '0']],
  ['Opus in OGG', 'opus.ogg', ['-c:a', 'libopus']],
  ['FLAC', 'a.flac', []],
  ['Opus in WebM', 'a.webm', ['-c:a', 'libopus']],
])('players need no copy of %s', async (_name, file, args) => {
  expect(await decodeThreeSeconds(file, args)).toMatchObject({ needsCopy: false, isPlain: true });
});

it.each([
  ['ADPCM in WAV', 'adpcm.wav', ['-c:a', 'adpcm_ima_wav', '-ar', '8000']],
  ['G.722 in WAV', 'g722.wav', ['-c:a', 'g722', '-ar', '16000', '-ac', '1']],
  ['G.726 in WAV', 'g726.wav', ['-c:a', 'g726', '-ar', '8000', '-ac', '1']],
  ['G.723.1 in WAV', 'g723.wav', ['-c:a', 'g723_1', '-ar', '8000', '-ac', '1', '-b:a', '6300']],
  ['MP3 in WAV', 'mp3.wav', ['-c:a', 'libmp3lame']],
  ['MP2', 'a.mp2', ['-c:a', 'mp2']],
  ['ALAC', 'alac.m4a', ['-c:a', 'alac']],
  ['Speex', 'speex.ogg', ['-c:a', 'libspeex', '-ar', '8000', '-ac', '1']],
  ['WAV for large files', 'rf64.wav', ['-rf64', 'always']],
  ['PCM in Matroska', 'a.mkv', ['-c:a', 'pcm_s16le']],
])('players need a copy of %s', async (_name, file, args) => {
  expect(await decodeThreeSeconds(file, args)).toMatchObject({ needsCopy: true, isPlain: true });
});
