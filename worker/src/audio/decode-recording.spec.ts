import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { killChildren, peakMemoryOfChildren, runningChildren } from '@ringwell/testing/child-processes';
import { makeIndexBomb, withCovers } from '@ringwell/testing/hostile-audio';
import { makeAmr, makeAudio, makeSound, samplePath } from '@ringwell/testing/make-audio';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { decodeRecording, type DecodedRecording, type DecodeRequest } from './decode-recording';

const directory = temporaryDirectory();
const wav = samplePath('positive.wav');
const left = ['-af', 'pan=mono|c0=c0'];
let runs = 0;

async function decode(sourcePath: string, options: Partial<DecodeRequest> = {}): Promise<DecodedRecording> {
  runs += 1;
  const workDir = join(directory, `run-${runs}`);
  await mkdir(workDir);
  return decodeRecording({
    sourcePath,
    workDir,
    maxDurationSeconds: 4 * 3_600,
    signal: new AbortController().signal,
    ...options,
  });
}

async function loudness(recording: DecodedRecording, channel: number, fromMs: number, toMs: number): Promise<number> {
  const bytes = await readFile(recording.audio.channels[channel]!.pcmPath);
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1).subarray(fromMs * 16, toMs * 16);
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

describe('formats', () => {
  it.each([
    ['PCM in WAV', 'pcm.wav', ['-c:a', 'pcm_s16le'], 'audio/wav'],
    ['24-bit WAV', 'pcm24.wav', ['-c:a', 'pcm_s24le', '-ar', '44100'], 'audio/wav'],
    ['mu-law WAV', 'mulaw.wav', ['-c:a', 'pcm_mulaw'], 'audio/wav'],
    ['A-law WAV', 'alaw.wav', ['-c:a', 'pcm_alaw'], 'audio/wav'],
    ['MP3', 'a.mp3', ['-c:a', 'libmp3lame', '-b:a', '32k'], 'audio/mpeg'],
    ['AAC in M4A', 'a.m4a', ['-c:a', 'aac', '-ar', '16000'], 'audio/mp4'],
    ['AAC in MP4', 'a.mp4', ['-c:a', 'aac', '-ar', '48000'], 'audio/mp4'],
    ['bare AAC', 'a.aac', ['-c:a', 'aac', '-ar', '16000'], 'audio/aac'],
    ['Opus in OGG', 'opus.ogg', ['-c:a', 'libopus'], 'audio/ogg'],
    ['Vorbis in OGG', 'vorbis.ogg', ['-c:a', 'libvorbis', '-ar', '16000'], 'audio/ogg'],
    ['FLAC', 'a.flac', ['-c:a', 'flac'], 'audio/flac'],
    ['Opus in WebM', 'a.webm', ['-c:a', 'libopus'], 'audio/webm'],
  ])('%s', async (_name, file, codecArgs, mimeType) => {
    const source = await makeAudio(join(directory, file), ['-i', wav, '-t', '12', ...codecArgs]);
    const recording = await decode(source);
    expect(recording).toMatchObject({ channelCount: 2, audio: { mimeType } });
    expect(recording.audio.durationSeconds).toBeCloseTo(12, 0);
    expect(recording.audio.channels.map((channel) => channel.speaker)).toEqual(['agent', 'customer']);
    expect(recording.speechSeconds).toBeGreaterThan(8);
  });

  it.each(['narrow', 'wide'] as const)('AMR, %s band', async (kind) => {
    const source = await makeAmr(join(directory, `${kind}.amr`), kind, 5);
    const recording = await decode(source);
    expect(recording).toMatchObject({ channelCount: 1, audio: { mimeType: 'audio/amr' } });
    expect(recording.audio.durationSeconds).toBeCloseTo(5, 1);
  });

  it('decodes the audio track of a video', async () => {
    const video = await makeAudio(join(directory, 'video.mp4'), [
      '-f',
      'lavfi',
      '-i',
      'testsrc=s=64x64:r=5',
      '-i',
      wav,
      '-t',
      '5',
    ]);
    expect((await decode(video)).speechSeconds).toBeGreaterThan(2);
  });

  it('mixes more than two channels into one', async () => {
    const surround = await makeAudio(join(directory, 'surround.wav'), ['-i', wav, '-t', '5', '-ac', '6']);
    const recording = await decode(surround);
    expect(recording.channelCount).toBe(6);
    expect(recording.audio.channels.map((channel) => channel.speaker)).toEqual(['unknown']);
  });
});

describe('channels', () => {
  it('keeps the two sides of a call apart', async () => {
    const recording = await decode(wav);
    const [agent, customer] = recording.audio.channels;
    expect([agent?.speaker, customer?.speaker]).toEqual(['agent', 'customer']);
    expect(agent?.speech[0]?.startMs).toBeLessThan(500);
    expect(customer?.speech[0]?.startMs).toBeGreaterThan(8_000);
    expect(await loudness(recording, 0, 500, 3_000)).toBeGreaterThan(500);
    expect(await loudness(recording, 1, 500, 3_000)).toBeLessThan(5);
  });

  it('assigns the left channel to the customer when requested', async () => {
    const { audio } = await decode(wav, { customerChannel: 0 });
    expect(audio.channels.map(({ speaker, sourceChannel }) => [speaker, sourceChannel])).toEqual([
      ['customer', 0],
      ['agent', 1],
    ]);
  });

  it.each([
    ['both channels alike', 'pan=stereo|c0=c0|c1=c0', [], 0],
    ['alike after a lossy codec', 'pan=stereo|c0=c0|c1=c0', ['-c:a', 'libmp3lame', '-b:a', '24k', '-f', 'mp3'], 0],
    ['one channel louder', 'pan=stereo|c0=c0|c1=0.5*c0', [], 0],
    ['one channel reversed in phase', 'pan=stereo|c0=c0|c1=-1*c0', [], 0],
    ['one channel late', 'pan=stereo|c0=c0|c1=c0,adelay=0|12', [], 0],
    ['right channel silent', 'pan=stereo|c0=c0|c1=0*c0', [], 0],
    ['left channel silent', 'pan=stereo|c0=0*c1|c1=c1', [], 1],
    ['right channel nearly silent', 'pan=stereo|c0=c0|c1=0.002*c1', [], 0],
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

  it('returns one speaker of unknown side for mono', async () => {
    const source = await makeAudio(join(directory, 'mono.wav'), ['-i', wav, '-t', '12', '-ac', '1']);
    expect((await decode(source)).audio.channels).toMatchObject([{ speaker: 'unknown' }]);
  });

  it('does not count the echo of one side as speech of the other', async () => {
    const filter = 'pan=stereo|c0=c0|c1=c1+0.03*c0';
    const source = await makeAudio(join(directory, 'echo.wav'), ['-i', wav, '-t', '12', '-af', filter]);
    const { audio } = await decode(source);
    expect(audio.channels.map((channel) => channel.speaker)).toEqual(['agent', 'customer']);
    expect(audio.channels[1]?.speech[0]?.startMs).toBeGreaterThan(8_000);
  });
});

describe('waveform', () => {
  it('returns 600 points that follow the loudness', async () => {
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
    ['nothing', ''],
    [
      'a WAV header without samples',
      'RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\0\0\0\0',
    ],
  ])('refuses %s named .mp3, whatever files are next to it', async (_name, content) => {
    await copyFile(wav, join(directory, 'neighbor.wav'));
    const source = join(directory, 'playlist.mp3');
    await writeFile(source, content, 'latin1');
    await expect(decode(source)).rejects.toMatchObject({
      kind: 'invalid',
      code: 'RECORDING_UNREADABLE',
      retryable: false,
    });
  });

  it('refuses a video without an audio track', async () => {
    const film = await makeAudio(join(directory, 'film.mp4'), ['-f', 'lavfi', '-i', 'testsrc=s=64x64:r=5', '-t', '2']);
    await expect(decode(film)).rejects.toMatchObject({
      kind: 'invalid',
      code: 'RECORDING_HAS_NO_AUDIO',
      retryable: false,
    });
  });

  it.each(['wav', 'mp3', 'flac', 'ogg'])('decodes a truncated %s as far as possible', async (extension) => {
    const source = await makeAudio(join(directory, `cut.${extension}`), ['-i', wav, '-t', '20', ...left]);
    await truncate(source, Math.floor((await stat(source)).size / 2));
    const { audio, speechSeconds } = await decode(source);
    expect(audio.durationSeconds).toBeGreaterThan(1);
    expect(audio.durationSeconds).toBeLessThan(15);
    expect(speechSeconds).toBeGreaterThan(1);
  });

  it('refuses an M4A whose index is cut off', async () => {
    const source = await makeAudio(join(directory, 'cut.m4a'), ['-i', wav, '-t', '20']);
    await truncate(source, Math.floor((await stat(source)).size / 2));
    await expect(decode(source)).rejects.toMatchObject({ code: 'RECORDING_UNREADABLE' });
  });
});

describe('length', () => {
  it('refuses ten hours without decoding more than the limit', async () => {
    const source = await makeSilence('ten-hours.wav', 36_000);
    await expect(decode(source, { maxDurationSeconds: 600 })).rejects.toMatchObject({
      kind: 'invalid',
      code: 'RECORDING_TOO_LONG',
      message: expect.stringContaining('10 minutes') as string,
    });
    expect((await stat(join(directory, `run-${runs}`, 'channel-0.pcm'))).size).toBeLessThanOrEqual(601 * 32_000);
  });

  it.each(['flac', 'm4a', 'ogg', 'webm'])(
    'refuses a long recording by its header without decoding: %s',
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
      await expect(stat(join(directory, `run-${runs}`, 'channel-0.pcm'))).rejects.toThrow('ENOENT');
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
  it('kills ffmpeg and rejects with the reason', async () => {
    const reason = new Error('The deadline has passed.');
    const abort = new AbortController();
    const decoding = decode(await makeSilence('long.wav', 14_000), { signal: abort.signal });
    const result = expect(decoding).rejects.toBe(reason);
    while (!runningChildren().includes('ffmpeg')) await new Promise((resolve) => setTimeout(resolve, 10));
    abort.abort(reason);
    await result;
    expect(runningChildren()).toEqual([]);
  });

  it('starts no process when aborted before', async () => {
    await expect(decode(wav, { signal: AbortSignal.abort(new Error('Too late.')) })).rejects.toThrow('Too late.');
  });
});

describe('memory', () => {
  const LIMIT_BYTES = 320 * 1_048_576; // 256 MB of data, and the program with its libraries

  it.each([
    ['one cover of 16,000 x 16,000 pixels', 1, '16000x16000'],
    ['800 covers of 1,000 x 1,000 pixels', 800, '1000x1000'],
  ])('decodes the audio of an MP3 within bounded memory when it has %s', async (name, count, size) => {
    const source = await withCovers(samplePath('neutral.mp3'), join(directory, `${name}.mp3`), { count, size });
    const recordings: DecodedRecording[] = [];
    const peakBytes = await peakMemoryOfChildren(async () => recordings.push(await decode(source)));
    expect(recordings[0]?.audio.durationSeconds).toBeCloseTo(40, 0);
    expect(peakBytes).toBeLessThan(LIMIT_BYTES);
  });

  it('refuses an MP4 whose index declares millions of samples, within bounded memory', async () => {
    const source = await makeIndexBomb(join(directory, 'index.mp4'), { tracks: 10, samples: 4_000_000 });
    const peakBytes = await peakMemoryOfChildren(() =>
      expect(decode(source)).rejects.toMatchObject({ retryable: false }),
    );
    expect(peakBytes).toBeLessThan(LIMIT_BYTES);
  });

  it('decodes the audio track of a video of 1920 x 1080 pixels', async () => {
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
  ])('decides whether to retry when %s ends like this: %s', async (tool, script, code, retryable) => {
    const bin = await mkdtemp(join(directory, 'bin-'));
    await writeFile(join(bin, tool), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const { PATH } = process.env;
    process.env['PATH'] = `${bin}:${PATH}`;
    try {
      await expect(decode(wav)).rejects.toMatchObject({ code, retryable });
    } finally {
      process.env['PATH'] = PATH;
    }
  });
});

describe('killed by another process', () => {
  it.each([
    ['SIGKILL', 'DECODER_KILLED', true],
    ['SIGTERM', 'DECODER_KILLED', true],
  ] as const)('rejects instead of returning half a recording: ffmpeg, %s', async (signal, code, retryable) => {
    const recording = await makeSilence(`${signal}.wav`, 14_000, 'sine=r=8000'); // the tone shows when decoding has begun
    const result = expect(decode(recording)).rejects.toMatchObject({ kind: 'internal', code, retryable });
    const decoded = join(directory, `run-${runs}`, 'channel-0.pcm');
    while (
      !(await stat(decoded).then(
        ({ size }) => size > 0,
        () => false,
      ))
    )
      await new Promise((resolve) => setTimeout(resolve, 10));
    killChildren('ffmpeg', signal);
    await result;
  });

  it('does not report the recording as damaged: ffprobe', async () => {
    const endless = join(directory, 'endless.wav');
    execFileSync('mkfifo', [endless]); // ffprobe waits for a writer
    const result = expect(decode(endless)).rejects.toMatchObject({ code: 'DECODER_KILLED', retryable: true });
    while (!runningChildren().includes('ffprobe')) await new Promise((resolve) => setTimeout(resolve, 10));
    killChildren('ffprobe', 'SIGINT');
    await result;
  });
});

// A WAV file of digital silence after its first second, 8 kHz, 16 bits; a hole, so that it takes no disk.
async function makeSilence(name: string, seconds: number, firstSecond = 'anullsrc=r=8000:cl=mono'): Promise<string> {
  const path = await makeSound(join(directory, name), firstSecond, 1);
  const bytes = await readFile(path);
  const dataAt = bytes.indexOf('data');
  bytes.writeUInt32LE(bytes.length - 8 + (seconds - 1) * 16_000, 4);
  bytes.writeUInt32LE(seconds * 16_000, dataAt + 4);
  await writeFile(path, bytes);
  await truncate(path, dataAt + 8 + seconds * 16_000);
  return path;
}
