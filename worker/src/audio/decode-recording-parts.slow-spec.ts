import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { makeAudio, samplePath } from '@ringwell/testing/make-audio';

import { measureLoudness } from './testing/loudness';
import { useDecoder } from './testing/use-decoder';

const { directory, decode } = useDecoder();
const wav = samplePath('positive.wav');
const leftChannelArgs = ['-af', 'pan=mono|c0=c0'];

describe('incomplete recordings', () => {
  it.each([
    ['an MP3 captured mid-stream', 'middle.mp3', ['-q:a', '6', '-write_xing', '0'], 700],
    ['an MP3 that starts with zeros', 'zeros.mp3', ['-b:a', '32k', '-write_xing', '0'], -5_000],
    ['an AAC captured mid-stream', 'middle.aac', [], 700],
  ] as const)('reads all of %s', async (_name, file, codecArgs, skipped) => {
    const source = await makeAudio(join(directory, file), ['-i', wav, '-t', '9', ...codecArgs]);
    const bytes = await readFile(source);
    await writeFile(source, skipped > 0 ? bytes.subarray(skipped) : Buffer.concat([Buffer.alloc(-skipped), bytes]));
    const recording = await decode(source);
    expect(recording.loss).toBeUndefined();
    expect(recording.audio.durationSeconds).toBeGreaterThan(8);
  });

  const makeWav = async (name: string, start: number, seconds: number, codecArgs: string[] = []): Promise<Buffer> => {
    const args = ['-ss', String(start), '-t', String(seconds), '-i', wav, ...codecArgs];
    return readFile(await makeAudio(join(directory, `${name}.wav`), args));
  };

  it.each([
    ['in the same format', []],
    ['in different formats', ['-c:a', 'pcm_mulaw', '-ar', '8000', '-ac', '1']],
  ])('reads all of the joined WAV files %s', async (name, codecArgs) => {
    const source = join(directory, `joined ${name}.wav`);
    await writeFile(
      source,
      Buffer.concat([await makeWav('first', 0, 4.51), await makeWav('second', 4.51, 5, codecArgs)]),
    );
    const recording = await decode(source);
    expect(recording.audio.durationSeconds).toBeCloseTo(9.51, 1);
    expect(recording).toMatchObject({ isPlain: false, audio: { channels: [{}, {}] } });
    expect(recording.loss).toBeUndefined();
    expect(recording.audio.channels[1]!.speech[0]!.startMs).toBeGreaterThan(4_000);
  });

  it('numbers the only channel with speech as in the copy sent to recognizers', async () => {
    const part = await makeWav('right', 0, 5, ['-af', 'pan=stereo|c0=0*c0|c1=c0+c1']);
    const source = join(directory, 'joined right.wav');
    await writeFile(source, Buffer.concat([part, part]));
    expect((await decode(source)).audio.channels).toMatchObject([{ speaker: 'unknown', sourceChannel: 0 }]);
  });

  it('reads all of the joined WAV files, even if there are too many to read their headers', async () => {
    const source = join(directory, 'many joined.wav');
    await writeFile(source, Buffer.concat(Array<Buffer>(25).fill(await makeWav('part', 0, 1))));
    const recording = await decode(source);
    expect(recording.audio.durationSeconds).toBeCloseTo(25, 0);
    expect(recording.loss).toBeUndefined();
  });

  it('reads all of the joined M4A files', async () => {
    const part = await readFile(await makeAudio(join(directory, 'part.m4a'), ['-i', wav, '-t', '6']));
    const source = join(directory, 'joined.m4a');
    await writeFile(source, Buffer.concat([part, part]));
    const recording = await decode(source);
    expect(recording.audio.durationSeconds).toBeCloseTo(12, 0);
    expect(recording).toMatchObject({ isPlain: false, needsCopy: true });
    expect(recording.loss).toBeUndefined();
  });

  it('reports how much of the second joined WAV file is missing', async () => {
    const [first, second] = [await makeWav('whole', 0, 4), await makeWav('torn', 4, 6)];
    const source = join(directory, 'joined and cut.wav');
    await writeFile(source, Buffer.concat([first, second.subarray(0, second.length / 2)]));
    const { loss } = await decode(source);
    expect(loss!.readSeconds).toBeCloseTo(7, 0);
    expect(loss!.statedSeconds).toBeCloseTo(10, 0);
  });

  it.each([
    ['0', 0, true],
    ['that of an unfinished file', 0xffff_ffff, false],
    ['that of its first half', undefined, true],
  ])('reads all of a WAV file whose declared size is %s', async (name, size, isStale) => {
    const bytes = await makeWav(name, 0, 6, ['-fflags', '+bitexact']);
    const sizeOffset = bytes.indexOf('data') + 4;
    bytes.writeUInt32LE(size ?? (bytes.length - sizeOffset - 4) / 2, sizeOffset);
    const source = join(directory, `size ${name}.wav`);
    await writeFile(source, bytes);
    const recording = await decode(source);
    expect(recording.audio.durationSeconds).toBeCloseTo(6, 1);
    expect(recording.loss).toBeUndefined();
    expect(recording.isPlain).toBe(!isStale);
  });

  it('does not mistake metadata after the samples in a WAV file for audio', async () => {
    const source = join(directory, 'noted.wav');
    const note = Buffer.alloc(8 + 501, 'x');
    note.write('LIST', 0);
    note.writeUInt32LE(501, 4);
    await writeFile(source, Buffer.concat([await makeWav('plain', 0, 3), note]));
    const recording = await decode(source);
    expect(recording.audio.durationSeconds).toBeCloseTo(3, 1);
    expect(recording.isPlain).toBe(true);
  });
});

it("fills gaps in a recording's clock with silence", async () => {
  const source = await makeAudio(join(directory, 'paused.webm'), [
    ...['-i', wav, '-t', '12', '-af', 'aselect=lt(t\\,2)+gt(t\\,4)', '-c:a', 'libopus'],
  ]);
  const recording = await decode(source);
  expect(recording.audio.durationSeconds).toBeCloseTo(12, 0);
  expect(recording.loss).toBeUndefined();
  expect(await measureLoudness(recording, 0, 2_200, 3_800)).toBeLessThan(5);
  expect(recording.audio.channels[1]!.speech[0]!.startMs).toBeGreaterThan(4_000);
});

it.each(['wav', 'mp3', 'flac', 'ogg'])('decodes a truncated %s as far as possible', async (extension) => {
  const source = await makeAudio(join(directory, `cut.${extension}`), ['-i', wav, '-t', '20', ...leftChannelArgs]);
  await truncate(source, Math.floor((await stat(source)).size / 2));
  const { audio, speechSeconds } = await decode(source);
  expect(audio.durationSeconds).toBeGreaterThan(1);
  expect(audio.durationSeconds).toBeLessThan(15);
  expect(speechSeconds).toBeGreaterThan(1);
});

it('rejects an M4A whose index is cut off', async () => {
  const source = await makeAudio(join(directory, 'cut.m4a'), ['-i', wav, '-t', '20']);
  await truncate(source, Math.floor((await stat(source)).size / 2));
  await expect(decode(source)).rejects.toMatchObject({ code: 'RECORDING_UNREADABLE' });
});
