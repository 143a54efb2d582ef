import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { REPOSITORY } from './testing/clone';

const NEEDS_LISTEN = { label: 'Needs a listen', sentiment: 'neutral', needsReview: true };
const NOTHING_PROMISED = { needed: false, what: null };
const CALLBACK_PROMISED = { needed: true, what: 'Send the quote.' };

describe('npm run sample', () => {
  it.each([
    [
      'a listen',
      { ...NEEDS_LISTEN, reviewReason: 'too_few_words', followUp: NOTHING_PROMISED },
      /Needs a listen {2}too short to judge\n[^]*Follow-up\nlisten to the call\n/,
    ],
    [
      'the promise in a call that needs a listen',
      { ...NEEDS_LISTEN, reviewReason: 'recording_incomplete', followUp: CALLBACK_PROMISED },
      /part of the recording couldn't be read, probably neutral\n[^]*Follow-up\nSend the quote\.\n/,
    ],
    [
      'calling an unhappy customer',
      { label: 'Negative', sentiment: 'negative', needsReview: false, followUp: NOTHING_PROMISED },
      /Follow-up\ncall the unhappy customer back\n/,
    ],
    [
      'nothing',
      { label: 'Positive', sentiment: 'positive', needsReview: false, followUp: NOTHING_PROMISED },
      /Follow-up\nnone needed\n/,
    ],
  ])('prints %s as the follow-up', async (_title, outcome, expected) => {
    const call = {
      id: 'call',
      state: 'completed',
      result: { ...outcome, confidence: 0.9, summary: '', keyPoints: [], evidence: [] },
      transcript: { segments: [], engineNote: null },
      engines: { transcription: 'pocketsphinx', analysis: 'local' },
      durationSeconds: 27,
      processingSeconds: 2,
      usageMinutes: 0.45,
    };
    const api = createServer((request, response) => {
      request.resume().on('end', () => response.end(JSON.stringify(call)));
    }).listen(0, '127.0.0.1');
    await once(api, 'listening');
    const { port } = api.address() as AddressInfo;
    try {
      const { stdout } = await promisify(execFile)(process.execPath, ['scripts/sample.mjs', 'bad-line.wav'], {
        cwd: REPOSITORY,
        env: {
          RINGWELL_URL: `http://127.0.0.1:${port}`,
          RINGWELL_TOKEN: 'token',
          INIT_CWD: join(REPOSITORY, 'samples'), // npm sets it to the folder in which it was started
        },
      });
      expect(stdout).toMatch(expected);
    } finally {
      api.close();
    }
  });
});
