import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { fromBytes, rawArgs, runTool, speechLevel, WIDE_RATE, type Samples } from './samples';
import { toSpokenText } from './spoken-words';

export interface SpokenTurn {
  speaker: string;
  text: string;
}

// flite's voices come first because they sound most natural; kal16 and espeak-ng represent voices that are hard to
// recognize.
const VOICES = ['slt', 'rms', 'awb', 'slt', 'rms', 'awb', 'kal16', 'espeak:en-us+f3', 'espeak:en-us+m3'];
const SPEECH_LEVEL = 0.08; // -22 dBFS
const PAUSE_SECONDS = { min: 0.25, max: 0.9 };

/** Chooses two different voices, agent first. */
export function chooseVoices(random: () => number): [string, string] {
  const agent = VOICES[Math.floor(random() * VOICES.length)] ?? 'slt';
  const otherVoices = VOICES.filter((voice) => voice !== agent);
  return [agent, otherVoices[Math.floor(random() * otherVoices.length)] ?? 'rms'];
}

/** Synthesizes a call turn by turn. Both sides have the same length, and each is silent while the other is speaking. */
export function speakCall(
  turns: readonly SpokenTurn[],
  voices: readonly [string, string],
  { folder, random }: { folder: string; random: () => number },
): [Samples, Samples] {
  const parts: { isAgent: boolean; samples: Samples }[] = [];
  for (const { speaker, text } of turns) {
    const spokenText = toSpokenText(text);
    if (!/\p{L}/u.test(spokenText)) continue;
    const isAgent = speaker === 'agent';
    const stretch = 0.92 + random() * 0.16;
    parts.push({ isAgent, samples: speak(spokenText, isAgent ? voices[0] : voices[1], stretch, folder) });
    const pause = PAUSE_SECONDS.min + random() * (PAUSE_SECONDS.max - PAUSE_SECONDS.min);
    parts.push({ isAgent, samples: new Float32Array(Math.round(pause * WIDE_RATE)) });
  }
  const length = parts.reduce((sum, { samples }) => sum + samples.length, 0);
  const sides: [Samples, Samples] = [new Float32Array(length), new Float32Array(length)];
  let offset = 0;
  for (const { isAgent, samples } of parts) {
    sides[isAgent ? 0 : 1].set(samples, offset);
    offset += samples.length;
  }
  return sides;
}

function speak(text: string, voice: string, stretch: number, folder: string): Samples {
  const [textPath, wavPath] = [join(folder, 'turn.txt'), join(folder, 'turn.wav')];
  writeFileSync(textPath, text);
  const [engine, variant] = voice.split(':');
  if (engine === 'espeak')
    runTool('espeak-ng', ['-v', variant ?? '', '-s', String(Math.round(165 / stretch)), '-f', textPath, '-w', wavPath]);
  else
    runTool('flite', [
      '-voice',
      voice,
      '--setf',
      `duration_stretch=${stretch.toFixed(2)}`,
      '-f',
      textPath,
      '-o',
      wavPath,
    ]);
  const samples = fromBytes(
    runTool('sox', ['-V1', '-D', wavPath, ...rawArgs(WIDE_RATE), '-', 'rate', String(WIDE_RATE)]),
  );
  const level = speechLevel(samples);
  return level === 0 ? samples : samples.map((value) => (value * SPEECH_LEVEL) / level);
}
