import { join } from 'node:path';

import { makeAudio, samplePath } from '@ringwell/testing/make-audio';

import { totalSpeechSeconds } from './speech-detector';
import { measureLoudness } from './testing/loudness';
import { useDecoder } from './testing/use-decoder';

const { directory, decode } = useDecoder();
const wav = samplePath('positive.wav');

// Sounds that both sides hear: an announcement and music.
const ANNOUNCEMENT = ['-ss', '1', '-t', '9', '-i', samplePath('neutral.mp3')];
const MUSIC = [
  ...['-f', 'lavfi', '-t', '9', '-i'],
  'aevalsrc=0.25*sin(2*PI*(220+55*floor(mod(t*3\\,7)))*t)*(0.6+0.4*sin(9*t))+0.15*sin(660*PI*t):s=16000',
];

it.each([
  ['an announcement', 'before', 'a call', 0, ANNOUNCEMENT],
  ['an announcement', 'before', 'a quiet call', -24, ANNOUNCEMENT],
  ['an announcement', 'after', 'a quiet call', -12, ANNOUNCEMENT],
  ['hold music', 'before', 'a call', 0, MUSIC],
  ['hold music', 'before', 'a quiet call', -24, MUSIC],
  ['hold music', 'after', 'a quiet call', -12, MUSIC],
] as const)('separates the sides even if both hear %s %s %s', async (_label, order, call, level, sound) => {
  const source = await makeAudio(join(directory, `${order} ${call} ${level} ${sound.length}.wav`), [
    ...['-t', '10', '-i', wav, ...sound, '-filter_complex'],
    `[0:a]volume=${level}dB[call];[1:a]aresample=16000,pan=stereo|c0=c0|c1=c0[both];` +
      `${order === 'before' ? '[both][call]' : '[call][both]'}concat=n=2:v=0:a=1`,
  ]);
  const { audio } = await decode(source);
  const startMs = order === 'before' ? 9_000 : 0;
  expect(audio.channels.map(({ speaker }) => speaker)).toEqual(['agent', 'customer']);
  expect(audio.areSidesUnclear).toBe(false);
  const ownSpeechMs = audio.channels[1]!.speech.find((speech) => speech.startMs >= startMs + 4_000)?.startMs;
  expect(ownSpeechMs).toBeLessThan(startMs + 6_000);
  expect(audio.shared!.every((range) => range.endMs <= startMs || range.startMs >= startMs + 9_000)).toBe(true);
  if (sound === ANNOUNCEMENT) expect(audio.shared!.length).toBeGreaterThan(0);
});

it.each([
  ['hiss on the right', 'pan=stereo|c0=c0+c1|c1=0*c1,aeval=val(0)|0.02*(random(0)-0.5)', 0],
  ['a constant offset on the right', 'pan=stereo|c0=c0+c1|c1=0*c1,aeval=val(0)|0.2', 0],
  ['hum on the left', 'pan=stereo|c0=0*c0|c1=c0+c1,aeval=0.1*sin(2*PI*60*t)+0.05*sin(2*PI*180*t)|val(1)', 1],
  ['hiss and an echo on the left', 'pan=stereo|c0=0.02*c1|c1=c0+c1,aeval=val(0)+0.01*(random(0)-0.5)|val(1)', 1],
  ['a copy with a constant offset', 'pan=stereo|c0=c0|c1=c0,aeval=val(0)|val(1)+0.2', 0],
  ['a delayed and quieter copy', 'pan=stereo|c0=c0|c1=0.7*c0,adelay=0|120', 0],
])('does not treat an idle channel as a side: %s', async (name, filter, sourceChannel) => {
  const source = await makeAudio(join(directory, `${name}.wav`), ['-i', wav, '-t', '10', '-af', filter]);
  expect((await decode(source)).audio.channels).toMatchObject([{ speaker: 'unknown', sourceChannel }]);
});

it.each([
  ['identical before MP3 encoding', 'pan=stereo|c0=c0|c1=c0', ['-c:a', 'libmp3lame', '-b:a', '24k', '-f', 'mp3'], 0],
  ['one channel louder', 'pan=stereo|c0=c0|c1=0.5*c0', [], 0],
  ['one channel phase-inverted', 'pan=stereo|c0=c0|c1=-1*c0', [], 0],
  ['one channel delayed', 'pan=stereo|c0=c0|c1=c0,adelay=0|12', [], 0],
  ['left channel silent', 'pan=stereo|c0=0*c1|c1=c1', [], 1],
  ['right channel nearly silent', 'pan=stereo|c0=c0|c1=0.002*c1', [], 0],
])('detects duplicated mono: %s', async (name, filter, codecArgs, sourceChannel) => {
  const source = await makeAudio(join(directory, `${name}.wav`), ['-i', wav, '-t', '12', '-af', filter, ...codecArgs]);
  const recording = await decode(source);
  expect(recording.channelCount).toBe(2);
  expect(recording.audio.channels).toMatchObject([{ speaker: 'unknown', sourceChannel }]);
  expect(recording.speechSeconds).toBeGreaterThan(2);
});

it('keeps both channels and marks the sides as unsure when one channel contains both speakers', async () => {
  const filter = 'pan=stereo|c0=c0+c1|c1=c1';
  const source = await makeAudio(join(directory, 'mix.wav'), ['-i', wav, '-t', '10', '-af', filter]);
  expect((await decode(source)).audio).toMatchObject({
    areSidesUnclear: true,
    channels: [{ sourceChannel: 0 }, { sourceChannel: 1 }],
  });
});

it('treats two tracks as the two sides, with the first track on the left', async () => {
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
  expect(await measureLoudness(recording, 0, 500, 3_000)).toBeGreaterThan(500);
});

it('keeps the audio of all three tracks', async () => {
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

it("does not mistake one side's echo for the other side's speech", async () => {
  const filter = 'pan=stereo|c0=c0|c1=c1+0.03*c0';
  const source = await makeAudio(join(directory, 'echo.wav'), ['-i', wav, '-t', '12', '-af', filter]);
  const { audio } = await decode(source);
  expect(audio.channels.map((channel) => channel.speaker)).toEqual(['agent', 'customer']);
  expect(audio.channels[1]?.speech[0]?.startMs).toBeGreaterThan(4_000);
});
