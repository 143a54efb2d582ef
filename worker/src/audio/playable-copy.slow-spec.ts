import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { makeAmr, makeAudio, samplePath } from '@ringwell/testing/make-audio';
import { useToneCheck } from '@ringwell/testing/tone-check';

import { encodePlayableCopy } from './playable-copy';
import { useDecoder } from './testing/use-decoder';

const decoder = useDecoder();
const { directory, decode } = decoder;
const { measureSeconds } = useToneCheck();
const wav = samplePath('positive.wav');

function makeClip(file: string, args: string[]): Promise<string> {
  return makeAudio(join(directory, file), ['-ss', '1', '-t', '3', '-i', wav, ...args]);
}

it.each([
  ['mu-law in WAV', 'mulaw.wav', ['-c:a', 'pcm_mulaw', '-ar', '8000']],
  ['constant-bit-rate MP3 without a table of contents', 'cbr.mp3', ['-b:a', '32k', '-write_xing', '0']],
  ['Opus in OGG', 'opus.ogg', ['-c:a', 'libopus']],
  ['FLAC', 'a.flac', []],
  ['Opus in WebM', 'a.webm', ['-c:a', 'libopus']],
])('does not require a playable copy of %s', async (_name, file, args) => {
  expect(await decode(await makeClip(file, args))).toMatchObject({ needsCopy: false, isPlain: true });
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
  ['large-file WAV', 'rf64.wav', ['-rf64', 'always']],
  ['PCM in Matroska', 'a.mkv', ['-c:a', 'pcm_s16le']],
])('requires a playable copy of %s', async (_name, file, args) => {
  expect(await decode(await makeClip(file, args))).toMatchObject({ needsCopy: true, isPlain: true });
});

it.each([
  ['GSM in WAV', 'gsm.wav', ['-c:a', 'libgsm_ms', '-ar', '8000', '-ac', '1']],
  ['WMA', 'a.wma', ['-c:a', 'wmav2', '-ar', '44100']],
  ['WebM without a length, as browsers record', 'live.webm', ['-c:a', 'libopus', '-f', 'webm', '-live', '1']],
])('requires a playable copy of %s', async (_name, file, args) => {
  expect(await decode(await makeClip(file, args))).toMatchObject({ needsCopy: true, isPlain: true });
});

it('requires a playable copy of AMR', async () => {
  expect(await decode(await makeAmr(join(directory, 'a.amr'), 'narrow', 2))).toMatchObject({ needsCopy: true });
});

// The first frames contain silence, which makes players overestimate the length.
it('requires a playable copy of variable-bit-rate MP3 without a table of contents', async () => {
  const source = await makeAudio(join(directory, 'vbr.mp3'), [
    ...['-t', '6', '-i', wav, '-af', 'adelay=3000|3000', '-q:a', '5', '-write_xing', '0'],
  ]);
  expect(await decode(source)).toMatchObject({ needsCopy: true });
});

it('copies both joined files', async () => {
  const part = await readFile(await makeClip('part.wav', []));
  const source = join(directory, 'joined.wav');
  await writeFile(source, Buffer.concat([part, part]));
  const { audio, needsCopy } = await decode(source);
  expect(needsCopy).toBe(true);
  const path = join(decoder.workDir, 'copy.m4a');
  await encodePlayableCopy(audio.channels, path, new AbortController().signal);
  expect(measureSeconds(path)).toBeCloseTo(6, 1);
});
