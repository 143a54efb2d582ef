import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { makeAudio, samplePath } from '@ringwell/testing/make-audio';

import { useToneAdder } from './testing/use-tone-adder';

const { directory, addTones, expectTonesIn, measureDifference } = useToneAdder();
const wav = samplePath('positive.wav');

// The other formats are in tone-recording.slow-spec.ts.
it.each([
  ['PCM in WAV', 'pcm.wav', ['-c:a', 'pcm_s16le']],
  ['MP3', 'a.mp3', ['-c:a', 'libmp3lame', '-b:a', '32k', '-ar', '8000']],
  ['AAC in M4A', 'a.m4a', ['-c:a', 'aac', '-ar', '16000']],
])('puts a tone into %s, and keeps everything else', async (_name, file, codecArgs) => {
  await expectTonesIn(file, codecArgs);
});

it.each(['pcm_s16le', 'flac'])('does not change any other samples of lossless audio: %s', async (codec) => {
  const file = join(directory, codec === 'flac' ? 'exact.flac' : 'exact.wav');
  const source = await makeAudio(file, ['-i', wav, '-t', '12', '-c:a', codec]);
  const output = await addTones(source);
  expect(measureDifference(source, output, 0, 4_980)).toBe(0);
  expect(measureDifference(source, output, 7_365, 9_090)).toBe(0);
  expect(measureDifference(source, output, 10_040, 12_000)).toBe(0);
});

it('rejects a file that is not a recording', async () => {
  const source = join(directory, 'text.mp3');
  await writeFile(source, 'Dear customer');
  await expect(addTones(source)).rejects.toMatchObject({ code: 'RECORDING_UNREADABLE' });
});
