import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { makeAudio, makeSound, samplePath } from '@ringwell/testing/make-audio';

import { measureLoudness } from './testing/loudness';
import { useDecoder } from './testing/use-decoder';

const { directory, decode } = useDecoder();
const wav = samplePath('positive.wav');

// Rare formats, damaged files and unusual sides are in decode-recording-*.slow-spec.ts.

describe('formats', () => {
  it.each([
    ['PCM in WAV', 'pcm.wav', ['-c:a', 'pcm_s16le'], 'audio/wav'],
    ['MP3', 'a.mp3', ['-c:a', 'libmp3lame', '-b:a', '32k'], 'audio/mpeg'],
    ['AAC in M4A', 'a.m4a', ['-c:a', 'aac', '-ar', '16000'], 'audio/mp4'],
  ])('decodes %s', async (_name, file, codecArgs, mimeType) => {
    const source = await makeAudio(join(directory, file), ['-i', wav, '-t', '12', ...codecArgs]);
    const recording = await decode(source);
    expect(recording).toMatchObject({ channelCount: 2, audio: { mimeType } });
    expect(recording.audio.durationSeconds).toBeCloseTo(12, 0);
    expect(recording.audio.channels.map((channel) => channel.speaker)).toEqual(['agent', 'customer']);
    expect(recording.speechSeconds).toBeGreaterThan(8);
  });
});

describe('channels', () => {
  it("separates a call's two sides", async () => {
    const recording = await decode(wav);
    const [agent, customer] = recording.audio.channels;
    expect([agent?.speaker, customer?.speaker]).toEqual(['agent', 'customer']);
    expect(agent?.speech[0]?.startMs).toBeLessThan(1_000);
    expect(customer?.speech[0]?.startMs).toBeGreaterThan(4_000);
    expect(await measureLoudness(recording, 0, 500, 3_000)).toBeGreaterThan(500);
    expect(await measureLoudness(recording, 1, 500, 3_000)).toBeLessThan(5);
  });

  it('assigns the left channel to the customer on request', async () => {
    const { audio } = await decode(wav, { customerChannel: 0 });
    expect(audio.channels.map(({ speaker, sourceChannel }) => [speaker, sourceChannel])).toEqual([
      ['customer', 0],
      ['agent', 1],
    ]);
  });

  it.each([
    ['identical channels', 'pan=stereo|c0=c0|c1=c0', [], 0],
    ['a silent right channel', 'pan=stereo|c0=c0|c1=0*c0', [], 0],
  ])('detects duplicated mono: %s', async (name, filter, codecArgs, sourceChannel) => {
    const source = await makeAudio(join(directory, `${name}.wav`), [
      '-i',
      wav,
      '-t',
      '12',
      '-af',
      filter,
      ...codecArgs,
    ]);
    const recording = await decode(source);
    expect(recording.channelCount).toBe(2);
    expect(recording.audio.channels).toMatchObject([{ speaker: 'unknown', sourceChannel }]);
    expect(recording.speechSeconds).toBeGreaterThan(2);
  });

  it('returns one unknown speaker for mono', async () => {
    const source = await makeAudio(join(directory, 'mono.wav'), ['-i', wav, '-t', '12', '-ac', '1']);
    expect((await decode(source)).audio.channels).toMatchObject([{ speaker: 'unknown' }]);
  });
});

describe('waveform', () => {
  it('returns a 600-point waveform that follows the loudness', async () => {
    const source = await makeSound(join(directory, 'half.wav'), 'aevalsrc=0.5*sin(880*PI*t)*gt(t\\,10):s=16000', 20);
    const { peaks } = await decode(source);
    expect(peaks).toHaveLength(600);
    expect(Math.max(...peaks.slice(0, 295))).toBe(0);
    expect(Math.min(...peaks.slice(305))).toBeGreaterThan(40);
    expect(Math.max(...peaks)).toBeLessThan(60);
  });
});

describe('invalid recordings', () => {
  it.each([
    ['an HLS playlist', '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nneighbor.wav\n#EXT-X-ENDLIST\n'],
    ['an ffconcat list', 'ffconcat version 1.0\nfile neighbor.wav\n'],
    ['text', 'Dear customer, please find attached the recording of our call.\n'.repeat(200)],
    ['an empty file', ''],
    [
      'a WAV header without samples',
      'RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\0\0\0\0',
    ],
  ])('rejects %s named .mp3 without reading neighboring files', async (_name, content) => {
    await copyFile(wav, join(directory, 'neighbor.wav'));
    const source = join(directory, 'playlist.mp3');
    await writeFile(source, content, 'latin1');
    await expect(decode(source)).rejects.toMatchObject({
      kind: 'invalid',
      code: 'RECORDING_UNREADABLE',
      retryable: false,
    });
  });

  it('rejects a video without an audio track', async () => {
    const video = await makeAudio(join(directory, 'video.mp4'), [
      '-f',
      'lavfi',
      '-i',
      'testsrc=s=64x64:r=5',
      '-t',
      '2',
    ]);
    await expect(decode(video)).rejects.toMatchObject({
      kind: 'invalid',
      code: 'RECORDING_HAS_NO_AUDIO',
      retryable: false,
    });
  });
});
