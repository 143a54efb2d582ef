import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { useChildProcesses } from '@ringwell/testing/child-processes';
import { makeIndexBomb, makeMp3WithCovers } from '@ringwell/testing/hostile-audio';
import { makeAudio, makeSound, samplePath } from '@ringwell/testing/make-audio';

import type { DecodedRecording } from './decode-recording';
import { useDecoder } from './testing/use-decoder';

const decoder = useDecoder();
const children = useChildProcesses();
const { directory, decode } = decoder;
const wav = samplePath('positive.wav');

describe('length', () => {
  it('rejects a ten-hour recording without decoding past the limit', async () => {
    const source = await makeSilence('ten-hours.wav', 36_000);
    await expect(decode(source, { maxDurationSeconds: 600 })).rejects.toMatchObject({
      kind: 'invalid',
      code: 'RECORDING_TOO_LONG',
      message: expect.stringContaining('10 minutes') as string,
    });
    expect((await stat(join(decoder.workDir, 'channel-0.pcm'))).size).toBeLessThanOrEqual(601 * 32_000);
  });

  it.each(['flac', 'm4a', 'ogg', 'webm'])(
    'rejects a long recording based on its header, without decoding it: %s',
    async (extension) => {
      const source = await makeAudio(join(directory, `long.${extension}`), [
        '-f',
        'lavfi',
        '-i',
        'anullsrc=r=8000:cl=mono',
        '-t',
        '700',
      ]);
      await expect(decode(source, { maxDurationSeconds: 600 })).rejects.toMatchObject({ code: 'RECORDING_TOO_LONG' });
      await expect(stat(join(decoder.workDir, 'channel-0.pcm'))).rejects.toThrow('ENOENT');
    },
  );

  it('decodes an hour of silence without filling the disk', async () => {
    const { audio, speechSeconds } = await decode(await makeSilence('hour.wav', 3_600));
    expect(audio.durationSeconds).toBe(3_600);
    expect(speechSeconds).toBe(0);
    const { size, blocks } = await stat(audio.channels[0]!.pcmPath);
    expect(size).toBe(3_600 * 32_000);
    expect(blocks * 512).toBeLessThan(1_000_000);
  });
});

describe('abort', () => {
  it("kills ffmpeg and rejects with the signal's reason", async () => {
    const reason = new Error('The deadline has passed.');
    const controller = new AbortController();
    const decoding = decode(await makeSilence('long.wav', 14_000), { signal: controller.signal });
    const result = expect(decoding).rejects.toBe(reason);
    while (!children.listNames().includes('ffmpeg')) await new Promise((resolve) => setTimeout(resolve, 10));
    controller.abort(reason);
    await result;
    expect(children.listNames()).toEqual([]);
  });

  it('does not start a process when already aborted', async () => {
    await expect(decode(wav, { signal: AbortSignal.abort(new Error('Too late.')) })).rejects.toThrow('Too late.');
  });
});

describe('memory', () => {
  const LIMIT_BYTES = 320 * 1_048_576; // 256 MB of data plus the program with its libraries

  it.each([
    ['one cover of 16,000 x 16,000 pixels', 1, '16000x16000'],
    ['800 covers of 1,000 x 1,000 pixels', 800, '1000x1000'],
  ])('decodes an MP3 with %s in bounded memory', async (name, count, size) => {
    const source = await makeMp3WithCovers(samplePath('neutral.mp3'), join(directory, `${name}.mp3`), { count, size });
    const recordings: DecodedRecording[] = [];
    const peakBytes = await children.measurePeakMemory(async () => recordings.push(await decode(source)));
    expect(recordings[0]?.audio.durationSeconds).toBeCloseTo(44.7, 0);
    expect(peakBytes).toBeLessThan(LIMIT_BYTES);
  });

  it('rejects an MP4 whose index declares millions of samples, within bounded memory', async () => {
    const source = await makeIndexBomb(join(directory, 'index.mp4'), { tracks: 10, samples: 4_000_000 });
    const peakBytes = await children.measurePeakMemory(() =>
      expect(decode(source)).rejects.toMatchObject({ retryable: false }),
    );
    expect(peakBytes).toBeLessThan(LIMIT_BYTES);
  });

  it("decodes a 1920 x 1080 video's audio track", async () => {
    const video = await makeAudio(join(directory, 'hd.mp4'), [
      '-f',
      'lavfi',
      '-i',
      'testsrc=s=1920x1080:r=5',
      '-i',
      wav,
      '-t',
      '5',
    ]);
    expect((await decode(video)).speechSeconds).toBeGreaterThan(2);
  });

  it.each([
    ['ffprobe', 'kill -KILL $$', 'DECODER_KILLED', true],
    ['ffprobe', 'exit 126', 'FFMPEG_MISSING', false],
    ['ffprobe', 'kill -ABRT $$', 'DECODER_OUT_OF_MEMORY', false],
    ['ffprobe', 'echo "call.mp3: Cannot allocate memory" >&2; exit 1', 'DECODER_OUT_OF_MEMORY', false],
    ['ffmpeg', 'echo "Failed to allocate a frame" >&2; exit 1', 'DECODER_OUT_OF_MEMORY', false],
    ['ffmpeg', 'kill -TERM $$', 'DECODER_KILLED', true],
    ['ffprobe', 'kill -XCPU $$', 'RECORDING_UNREADABLE', false],
    ['ffmpeg', 'exec dd if=/dev/zero of="$0.out" bs=1000 count=1', 'RECORDING_UNREADABLE', false],
  ])('decides whether to retry when %s exits like this: %s', async (tool, script, code, retryable) => {
    const bin = await mkdtemp(join(directory, 'bin-'));
    await writeFile(join(bin, tool), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const { PATH } = process.env;
    process.env['PATH'] = `${bin}:${PATH}`;
    try {
      const message = expect.not.stringContaining('apt-get') as string; // for operators only
      await expect(decode(wav)).rejects.toMatchObject({ code, retryable, message });
    } finally {
      process.env['PATH'] = PATH;
    }
  });
});

describe('killed by another process', () => {
  it.each([
    ['SIGKILL', 'DECODER_KILLED', true],
    ['SIGTERM', 'DECODER_KILLED', true],
  ] as const)('returns no partial recording when ffmpeg is killed by %s', async (signal, code, retryable) => {
    const recording = await makeSilence(`${signal}.wav`, 14_000, 'sine=r=8000'); // the tone is visible once decoding has started
    const result = expect(decode(recording)).rejects.toMatchObject({ kind: 'internal', code, retryable });
    const decodedPath = join(decoder.workDir, 'channel-0.pcm');
    while (
      !(await stat(decodedPath).then(
        ({ size }) => size > 0,
        () => false,
      ))
    )
      await new Promise((resolve) => setTimeout(resolve, 10));
    children.kill('ffmpeg', signal);
    await result;
  });

  it('does not report the recording as damaged when ffprobe is killed', async () => {
    const endlessPath = join(directory, 'endless.wav');
    execFileSync('mkfifo', [endlessPath]); // ffprobe waits for a writer
    const result = expect(decode(endlessPath)).rejects.toMatchObject({ code: 'DECODER_KILLED', retryable: true });
    while (!children.listNames().includes('ffprobe')) await new Promise((resolve) => setTimeout(resolve, 10));
    children.kill('ffprobe', 'SIGINT');
    await result;
  });
});

// A WAV file (8 kHz, 16 bits) with digital silence after the first second, stored as a hole that takes up no disk
// space.
async function makeSilence(name: string, seconds: number, firstSecond = 'anullsrc=r=8000:cl=mono'): Promise<string> {
  const path = await makeSound(join(directory, name), firstSecond, 1);
  const bytes = await readFile(path);
  const dataOffset = bytes.indexOf('data');
  bytes.writeUInt32LE(bytes.length - 8 + (seconds - 1) * 16_000, 4);
  bytes.writeUInt32LE(seconds * 16_000, dataOffset + 4);
  await writeFile(path, bytes);
  await truncate(path, dataOffset + 8 + seconds * 16_000);
  return path;
}
