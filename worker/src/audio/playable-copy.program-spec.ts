import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { makeAudio, samplePath } from '@ringwell/testing/make-audio';
import { useToneCheck } from '@ringwell/testing/tone-check';

import { encodePlayableCopy } from './playable-copy';
import { useDecoder } from './testing/use-decoder';

const decoder = useDecoder();
const { directory, decode } = decoder;
const { measureCorrelation, measureSeconds } = useToneCheck();
const wav = samplePath('positive.wav');
const { signal } = new AbortController();

function makeClip(file: string, args: string[]): Promise<string> {
  return makeAudio(join(directory, file), ['-ss', '1', '-t', '3', '-i', wav, ...args]);
}

it.each([
  ['PCM in WAV', 'pcm.wav', []],
  ['MP3', 'a.mp3', ['-b:a', '32k']],
  ['AAC in M4A', 'a.m4a', []],
])('does not require a playable copy of %s', async (_name, file, args) => {
  expect(await decode(await makeClip(file, args))).toMatchObject({ needsCopy: false, isPlain: true });
});

it('copies both sides of a call as AAC in M4A, with the same length as the samples', async () => {
  const { audio } = await decode(
    await makeAudio(join(directory, 'call.wav'), ['-i', wav, '-t', '8', '-c:a', 'adpcm_ms']),
  );
  const path = join(decoder.workDir, 'copy.m4a');
  const bytes = await encodePlayableCopy(audio.channels, path, signal);
  expect(bytes).toBe((await readFile(path)).length);
  const entries = 'stream=codec_name,channels';
  const probeOutput = execFileSync('ffprobe', ['-v', 'error', '-of', 'csv=p=0', '-show_entries', entries, path]);
  expect(probeOutput.toString().trim()).toBe('aac,2');
  expect(Math.abs(measureSeconds(path) - 8)).toBeLessThan(0.1);
  expect(measureCorrelation(wav, path, 0, 500, 3_000)).toBeGreaterThan(0.9);
  expect(measureCorrelation(wav, path, 1, 5_000, 7_000)).toBeGreaterThan(0.9);
});
