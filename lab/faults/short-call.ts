import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { makeAudio, samplePath } from '@ringwell/testing/make-audio';

/** What the customer says in every call: negative, so that each call triggers an alert. */
const UNHAPPY_TEXT = 'I want to cancel and I want my money back, nobody ever came.';

export const TRANSCRIPTION_RESPONSE = {
  body: {
    task: 'transcribe',
    language: 'english',
    duration: 2,
    text: UNHAPPY_TEXT,
    segments: [{ id: 0, start: 0.2, end: 1.8, text: ` ${UNHAPPY_TEXT}`, avg_logprob: -0.1, no_speech_prob: 0.01 }],
  },
};

let recording: Promise<Buffer> | undefined;

/** Makes a recording with three seconds of speech: enough for every step of the pipeline. */
export function makeShortRecording(): Promise<Buffer> {
  recording ??= (async () => {
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
  return recording;
}
