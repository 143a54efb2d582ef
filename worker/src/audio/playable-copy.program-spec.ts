import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { makeAmr, makeAudio, samplePath } from '@ringwell/testing/make-audio';
import { useToneCheck } from '@ringwell/testing/tone-check';

import { encodePlayableCopy } from './playable-copy';
import { useDecoder } from './testing/use-decoder';

const decoder = useDecoder();
const { directory, decode } = decoder;
const { correlation, seconds } = useToneCheck();
const wav = samplePath('positive.wav');
const { signal } = new AbortController();

function make(file: string, args: string[]): Promise<string> {
  return makeAudio(join(directory, file), ['-ss', '1', '-t', '3', '-i', wav, ...args]);
}

it.each([
  ['PCM in WAV', 'pcm.wav', []],
  ['MP3', 'a.mp3', ['-b:a', '32k']],
  ['AAC in M4A', 'a.m4a', []],
])('players need no copy of %s', async (_name, file, args) => {
  expect(await decode(await make(file, args))).toMatchObject({ needsCopy: false, isPlain: true });
});

it.each([
  ['GSM in WAV', 'gsm.wav', ['-c:a', 'libgsm_ms', '-ar', '8000', '-ac', '1']],
  ['WMA', 'a.wma', ['-c:a', 'wmav2', '-ar', '44100']],
  ['WebM without a length, as browsers record', 'live.webm', ['-c:a', 'libopus', '-f', 'webm', '-live', '1']],
])('players need a copy of %s', async (_name, file, args) => {
  expect(await decode(await make(file, args))).toMatchObject({ needsCopy: true, isPlain: true });
});

it('players need a copy of AMR', async () => {
  expect(await decode(await makeAmr(join(directory, 'a.amr'), 'narrow', 2))).toMatchObject({ needsCopy: true });
});

// Its first frames contain silence, so that players overestimate its length.
it('players need a copy of MP3 of varying bit rate without a table of contents', async () => {
  const source = await makeAudio(join(directory, 'vbr.mp3'), [
    ...['-t', '6', '-i', wav, '-af', 'adelay=3000|3000', '-q:a', '5', '-write_xing', '0'],
  ]);
  expect(await decode(source)).toMatchObject({ needsCopy: true });
});

it('copies both sides of a call as AAC in M4A, with the length of the samples', async () => {
  const { audio } = await decode(
    await makeAudio(join(directory, 'call.wav'), ['-i', wav, '-t', '8', '-c:a', 'adpcm_ms']),
  );
  const path = join(decoder.workDir, 'copy.m4a');
  const bytes = await encodePlayableCopy(audio.channels, path, signal);
  expect(bytes).toBe((await readFile(path)).length);
  const entries = 'stream=codec_name,channels';
  const probed = execFileSync('ffprobe', ['-v', 'error', '-of', 'csv=p=0', '-show_entries', entries, path]);
  expect(probed.toString().trim()).toBe('aac,2');
  expect(Math.abs(seconds(path) - 8)).toBeLessThan(0.1);
  expect(correlation(wav, path, 0, 500, 3_000)).toBeGreaterThan(0.9);
  expect(correlation(wav, path, 1, 5_000, 7_000)).toBeGreaterThan(0.9);
});

it('copies both of two joined files', async () => {
  const part = await readFile(await make('part.wav', []));
  const source = join(directory, 'joined.wav');
  await writeFile(source, Buffer.concat([part, part]));
  const { audio, needsCopy } = await decode(source);
  expect(needsCopy).toBe(true);
  const path = join(decoder.workDir, 'copy.m4a');
  await encodePlayableCopy(audio.channels, path, signal);
  expect(seconds(path)).toBeCloseTo(6, 1);
});
