import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { makeAudio, samplePath } from '@ringwell/testing/make-audio';

/** What a customer says in every call, so that each gives rise to an alert. */
const UNHAPPY = 'I want to cancel and I want my money back, nobody ever came.';

/** The answer of the recognition service. */
export const SAID = {
  body: {
    task: 'transcribe',
    language: 'english',
    duration: 2,
    text: UNHAPPY,
    segments: [{ id: 0, start: 0.2, end: 1.8, text: ` ${UNHAPPY}`, avg_logprob: -0.1, no_speech_prob: 0.01 }],
  },
};

let made: Promise<Buffer> | undefined;

/** Two seconds of somebody speaking: the least that goes through every step. */
export function shortRecording(): Promise<Buffer> {
  made ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ringwell-short-'));
    try {
      return await readFile(
        await makeAudio(join(folder, 'short.wav'), [
          '-t',
          '3',
          '-i',
          samplePath('positive.wav'),
          '-ac',
          '1',
          '-ar',
          '8000',
        ]),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  })();
  return made;
}
