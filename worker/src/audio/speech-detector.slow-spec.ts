import { join } from 'node:path';

import { makeAudio, makeSound, samplePath } from '@ringwell/testing/make-audio';

import { totalSpeechSeconds } from './speech-detector';
import { useDecoder } from './testing/use-decoder';

const { directory, decode } = useDecoder();
const measureSpeechSeconds = async (path: string): Promise<number> => (await decode(path)).speechSeconds;

it.each([
  ['rumble', 'anoisesrc=r=8000:a=0.2:c=brown:seed=1'],
  ['hiss that comes and goes', 'aevalsrc=0.3*(random(0)-0.5)*lt(mod(t\\,4)\\,2):s=8000'],
  ['50 Hz power-line hum', 'aevalsrc=0.3*sin(2*PI*50*t)+0.1*sin(2*PI*150*t)+0.05*sin(2*PI*250*t):s=8000'],
  ['busy tone', 'aevalsrc=(0.3*sin(2*PI*480*t)+0.3*sin(2*PI*620*t))*lt(mod(t\\,1)\\,0.5):s=8000'],
  ['beeps', 'aevalsrc=0.3*sin(2*PI*1400*t)*lt(mod(t\\,5)\\,0.4):s=8000'],
  [
    'ringback tone on a noisy line',
    'aevalsrc=(0.3*sin(2*PI*440*t)+0.3*sin(2*PI*480*t))*lt(mod(t\\,6)\\,2)+0.005*random(0):s=8000',
  ],
])('does not detect speech in %s', async (name, graph) => {
  expect(await measureSpeechSeconds(await makeSound(join(directory, `${name}.wav`), graph, 20))).toBe(0);
});

it('does not detect speech on a channel that the other side leaks into', async () => {
  const detectSpeechPerSide = async (name: string, filter: string): Promise<number[]> => {
    const path = await makeAudio(join(directory, `${name}.wav`), ['-i', samplePath('positive.wav'), '-af', filter]);
    const { audio } = await decode(path);
    return audio.channels.map(({ speech }) => totalSpeechSeconds([speech]));
  };
  const separateSpeech = await detectSpeechPerSide('apart', 'anull');
  const leakedSpeech = await detectSpeechPerSide('leaking', 'pan=stereo|c0=c0+0.25*c1|c1=c1+0.25*c0');
  expect(separateSpeech).toHaveLength(2);
  leakedSpeech.forEach((seconds, side) => expect(Math.abs(seconds - (separateSpeech[side] ?? 0))).toBeLessThan(1));
});
