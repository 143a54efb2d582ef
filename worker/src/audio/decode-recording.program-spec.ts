import { copyFile, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { makeAmr, makeAudio, makeSound, samplePath } from '@ringwell/testing/make-audio';

import { type DecodedRecording } from './decode-recording';
import { totalSpeechSeconds } from './speech-detector';
import { useDecoder } from './testing/use-decoder';

const { directory, decode } = useDecoder();
const wav = samplePath('positive.wav');
const left = ['-af', 'pan=mono|c0=c0'];

async function loudness(recording: DecodedRecording, channel: number, fromMs: number, toMs: number): Promise<number> {
  const bytes = await readFile(recording.audio.channels[channel]!.pcmPath);
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1).subarray(fromMs * 16, toMs * 16);
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

describe('formats', () => {
  it.each([
    ['PCM in WAV', 'pcm.wav', ['-c:a', 'pcm_s16le'], 'audio/wav'],
    ['mu-law WAV', 'mulaw.wav', ['-c:a', 'pcm_mulaw'], 'audio/wav'],
    ['MP3', 'a.mp3', ['-c:a', 'libmp3lame', '-b:a', '32k'], 'audio/mpeg'],
    ['AAC in M4A', 'a.m4a', ['-c:a', 'aac', '-ar', '16000'], 'audio/mp4'],
    ['Opus in OGG', 'opus.ogg', ['-c:a', 'libopus'], 'audio/ogg'],
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
    expect(agent?.speech[0]?.startMs).toBeLessThan(1_000);
    expect(customer?.speech[0]?.startMs).toBeGreaterThan(4_000);
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

  it('keeps both channels and marks the sides as unsure when one channel has both speakers', async () => {
    const filter = 'pan=stereo|c0=c0+c1|c1=c1';
    const source = await makeAudio(join(directory, 'mix.wav'), ['-i', wav, '-t', '10', '-af', filter]);
    expect((await decode(source)).audio).toMatchObject({
      sidesUnsure: true,
      channels: [{ sourceChannel: 0 }, { sourceChannel: 1 }],
    });
  });

  it('uses two tracks as the two sides, with the first one as the left channel', async () => {
    const source = await makeAudio(join(directory, 'tracks.m4a'), [
      ...['-t', '10', '-i', wav, '-filter_complex', '[0:a]pan=mono|c0=c0[l];[0:a]pan=mono|c0=c1,atrim=0:8[s]'],
      ...['-map', '[l]', '-map', '[s]', '-c:a', 'aac'],
    ]);
    const recording = await decode(source);
    const [agent, customer] = recording.audio.channels;
    expect(recording.channelCount).toBe(2);
    expect(recording.audio.durationSeconds).toBeCloseTo(10, 0);
    expect([agent?.speaker, customer?.speaker]).toEqual(['agent', 'customer']);
    expect(agent?.speech[0]?.startMs).toBeLessThan(1_000);
    expect(customer?.speech[0]?.startMs).toBeGreaterThan(4_000);
    expect(await loudness(recording, 0, 500, 3_000)).toBeGreaterThan(500);
  });

  it('mixes all three tracks', async () => {
    const source = await makeAudio(join(directory, 'three.m4a'), [
      ...['-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=mono', '-t', '10', '-i', wav, '-filter_complex'],
      ...[
        '[1:a]pan=mono|c0=c0[l];[1:a]pan=mono|c0=c1[r]',
        '-map',
        '0:a',
        '-map',
        '[l]',
        '-map',
        '[r]',
        '-t',
        '10',
        '-c:a',
        'aac',
      ],
    ]);
    const { audio } = await decode(source);
    expect(audio.channels).toMatchObject([{ speaker: 'unknown' }]);
    expect(totalSpeechSeconds([audio.channels[0]!.speech])).toBeGreaterThan(7);
  });

  it('returns one unknown speaker for mono', async () => {
    const source = await makeAudio(join(directory, 'mono.wav'), ['-i', wav, '-t', '12', '-ac', '1']);
    expect((await decode(source)).audio.channels).toMatchObject([{ speaker: 'unknown' }]);
  });

  it('does not count the echo of one side as speech of the other', async () => {
    const filter = 'pan=stereo|c0=c0|c1=c1+0.03*c0';
    const source = await makeAudio(join(directory, 'echo.wav'), ['-i', wav, '-t', '12', '-af', filter]);
    const { audio } = await decode(source);
    expect(audio.channels.map((channel) => channel.speaker)).toEqual(['agent', 'customer']);
    expect(audio.channels[1]?.speech[0]?.startMs).toBeGreaterThan(4_000);
  });
});

describe('incomplete recordings', () => {
  it.each([
    ['MP3 cut out of a stream', 'middle.mp3', ['-q:a', '6', '-write_xing', '0'], 700],
    ['MP3 after zeros', 'zeros.mp3', ['-b:a', '32k', '-write_xing', '0'], -5_000],
    ['AAC cut out of a stream', 'middle.aac', [], 700],
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
    ['of one format', []],
    ['of several formats', ['-c:a', 'pcm_mulaw', '-ar', '8000', '-ac', '1']],
  ])('reads joined WAV files %s completely', async (name, codecArgs) => {
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

  it('reads joined M4A files completely', async () => {
    const part = await readFile(await makeAudio(join(directory, 'part.m4a'), ['-i', wav, '-t', '6']));
    const source = join(directory, 'joined.m4a');
    await writeFile(source, Buffer.concat([part, part]));
    const recording = await decode(source);
    expect(recording.audio.durationSeconds).toBeCloseTo(12, 0);
    expect(recording).toMatchObject({ isPlain: false, needsCopy: true });
    expect(recording.loss).toBeUndefined();
  });

  it('reports how much of the second of two joined WAV files is missing', async () => {
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
    const at = bytes.indexOf('data') + 4;
    bytes.writeUInt32LE(size ?? (bytes.length - at - 4) / 2, at);
    const source = join(directory, `size ${name}.wav`);
    await writeFile(source, bytes);
    const recording = await decode(source);
    expect(recording.audio.durationSeconds).toBeCloseTo(6, 1);
    expect(recording.loss).toBeUndefined();
    expect(recording.isPlain).toBe(!isStale);
  });

  it('does not mistake metadata after the samples of a WAV file for samples', async () => {
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

it('fills gaps in the clock of a recording with silence', async () => {
  const source = await makeAudio(join(directory, 'paused.webm'), [
    ...['-i', wav, '-t', '12', '-af', 'aselect=lt(t\\,2)+gt(t\\,4)', '-c:a', 'libopus'],
  ]);
  const recording = await decode(source);
  expect(recording.audio.durationSeconds).toBeCloseTo(12, 0);
  expect(recording.loss).toBeUndefined();
  expect(await loudness(recording, 0, 2_200, 3_800)).toBeLessThan(5);
  expect(recording.audio.channels[1]!.speech[0]!.startMs).toBeGreaterThan(4_000);
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
  ])('refuses %s named .mp3, without reading the files next to it', async (_name, content) => {
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
