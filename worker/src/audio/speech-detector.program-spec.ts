import { join } from 'node:path';

import { makeAudio, makeSound, samplePath } from '@ringwell/testing/make-audio';

import { totalSpeechSeconds } from './speech-detector';
import { useDecoder } from './testing/use-decoder';

const { directory, decode } = useDecoder();
const measureSpeechSeconds = async (path: string): Promise<number> => (await decode(path)).speechSeconds;

describe('audio without speech', () => {
  it.each([
    ['digital silence', 'anullsrc=r=8000'],
    ['hiss', 'anoisesrc=r=8000:a=0.1:c=white:seed=1'],
    ['60 Hz power-line hum', 'aevalsrc=0.3*sin(2*PI*60*t)+0.1*sin(2*PI*180*t)+0.05*sin(2*PI*300*t):s=8000'],
    ['ringback tone', 'aevalsrc=(0.3*sin(2*PI*440*t)+0.3*sin(2*PI*480*t))*lt(mod(t\\,6)\\,2):s=8000'],
    [
      'dialing',
      'aevalsrc=(0.3*sin(2*PI*(697+floor(mod(t*4\\,4))*80)*t)+0.3*sin(2*PI*(1209+floor(mod(t*4\\,3))*130)*t))*lt(mod(t*4\\,1)\\,0.5):s=8000',
    ],
  ])('is not mistaken for speech: %s', async (name, graph) => {
    expect(await measureSpeechSeconds(await makeSound(join(directory, `${name}.wav`), graph, 20))).toBe(0);
  });
});

describe('speech', () => {
  const sample = samplePath('positive.wav');

  it.each([
    ['on a clean line', 'anull'],
    ['at a low volume', 'volume=-30dB'],
    ['at a high volume', 'volume=8dB'],
  ])('is detected %s', async (name, filter) => {
    const seconds = await measureSpeechSeconds(
      await makeAudio(join(directory, `${name}.wav`), ['-i', sample, '-t', '15', '-ac', '1', '-af', filter]),
    );
    expect(seconds).toBeGreaterThan(9);
    expect(seconds).toBeLessThan(15);
  });

  it.each([
    ['hiss', 'anoisesrc=r=8000:a=0.02:seed=1'],
    ['hum', 'aevalsrc=0.2*sin(2*PI*50*t):s=8000'],
  ])('is detected over %s', async (name, noise) => {
    const graph = [
      '-filter_complex',
      '[0:a]pan=mono|c0=c0+c1[voice];[voice][1:a]amix=inputs=2:duration=shortest:normalize=0',
    ];
    const source = await makeAudio(join(directory, `over ${name}.wav`), [
      '-i',
      sample,
      '-f',
      'lavfi',
      '-i',
      noise,
      ...graph,
      '-t',
      '15',
    ]);
    expect(await measureSpeechSeconds(source)).toBeGreaterThan(8);
  });
});

test('counts time when both sides are talking only once', () => {
  expect(
    totalSpeechSeconds([
      [
        { startMs: 0, endMs: 2_000 },
        { startMs: 5_000, endMs: 6_000 },
      ],
      [
        { startMs: 1_000, endMs: 3_000 },
        { startMs: 5_200, endMs: 5_400 },
      ],
    ]),
  ).toBe(4);
});
