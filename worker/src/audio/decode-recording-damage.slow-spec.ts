import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { makeAudio, samplePath } from '@ringwell/testing/make-audio';

import { useDecoder } from './testing/use-decoder';

const { directory, decode } = useDecoder();
const wav = samplePath('positive.wav');

const truncateRecording = async (source: string, fraction: number): Promise<string> => {
  await truncate(source, Math.floor((await stat(source)).size * fraction));
  return source;
};
const overwriteMiddle = async (source: string): Promise<string> => {
  const bytes = await readFile(source);
  for (let index = Math.floor(bytes.length / 3); index < (bytes.length * 2) / 3; index += 1)
    bytes[index] = (index * 7919) >> 5;
  await writeFile(source, bytes);
  return source;
};

it.each([
  ['damaged FLAC', 'damaged.flac', [], overwriteMiddle],
  ['damaged Opus in OGG', 'damaged.ogg', ['-c:a', 'libopus'], overwriteMiddle],
  ['damaged Opus in WebM', 'damaged.webm', ['-c:a', 'libopus'], overwriteMiddle],
  ['damaged AAC in M4A', 'damaged.m4a', ['-movflags', '+faststart'], overwriteMiddle],
  ['damaged AAC', 'damaged.aac', [], overwriteMiddle],
  ['damaged MP3', 'damaged.mp3', ['-b:a', '32k'], overwriteMiddle],
  ['damaged MP3 without a table of contents', 'bare.mp3', ['-q:a', '6', '-write_xing', '0'], overwriteMiddle],
  ['a truncated WAV', 'cut-off.wav', [], (source: string) => truncateRecording(source, 0.5)],
  ['a truncated M4A', 'cut-off.m4a', ['-movflags', '+faststart'], (source: string) => truncateRecording(source, 0.5)],
  ['a truncated FLAC', 'cut-off.flac', [], (source: string) => truncateRecording(source, 0.5)],
] as const)('reports how much of %s could be read', async (_name, file, codecArgs, damageFile) => {
  const source = await makeAudio(join(directory, file), ['-i', wav, '-t', '9', ...codecArgs]);
  const { loss } = await decode(await damageFile(source));
  expect(loss!.statedSeconds).toBeGreaterThan(8);
  expect(loss!.statedSeconds).toBeLessThan(11);
  expect(loss!.readSeconds).toBeGreaterThan(2);
  expect(loss!.readSeconds).toBeLessThan(7);
});

it('keeps the position of audio after the damaged part of an OGG file', async () => {
  const source = await makeAudio(join(directory, 'hole.ogg'), ['-i', wav, '-t', '12', '-c:a', 'libopus']);
  const { audio, loss } = await decode(await overwriteMiddle(source));
  expect(audio.durationSeconds).toBeCloseTo(12, 0);
  expect(loss!.readSeconds).toBeGreaterThan(6);
  expect(loss!.readSeconds).toBeLessThan(10);
  expect(Math.max(...audio.channels.flatMap(({ speech }) => speech.map(({ endMs }) => endMs)))).toBeGreaterThan(10_000);
});
