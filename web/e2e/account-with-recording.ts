import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { CallTranscript } from '@ringwell/database/calls/call-transcript.entity';
import { makeSound } from '@ringwell/testing/make-audio';

import { callPath } from '../src/lib/paths';
import type { ProductInBrowser } from './product-in-browser';

// Too long for the browser to buffer in full.
const RECORDING_SECONDS = 600;
const LINE_COUNT = 80;

export interface CallWithRecording {
  email: string;
  /** Path to the call page. */
  path: string;
  file: string;
  accountId: string;
}

/** Creates an account with a ten-minute call that has a recording and a long transcript. */
export async function createAccountWithRecording(product: ProductInBrowser): Promise<CallWithRecording> {
  const { account, email } = await product.createAccount();
  const { database, storageDir } = product.system;
  const recordingKey = `recordings/${account.id}/call.wav`;
  const file = join(storageDir, recordingKey);
  await mkdir(dirname(file), { recursive: true });
  await makeSound(file, 'sine=f=440:r=8000', RECORDING_SECONDS);
  const evidence = Array.from({ length: 30 }, (_, segment) => ({
    claim: 'Positive',
    segment,
    startMs: segment * 5_000,
    endMs: segment * 5_000 + 4_000,
    quote: `line ${segment}`,
  }));
  const { id } = await database.makeCompletedCall(account.id, {
    call: { recordingKey, recordingType: 'audio/wav', durationSeconds: String(RECORDING_SECONDS) },
    analysis: { evidence },
  });
  const segments = Array.from({ length: LINE_COUNT }, (_, line) => ({
    speaker: line % 2 ? ('customer' as const) : ('agent' as const),
    startMs: line * 5_000,
    endMs: line * 5_000 + 4_000,
    text: `This is line ${line} of the call.`,
  }));
  await database.manager.update(CallTranscript, { callId: id }, { segments });
  return { email, path: callPath(id), file, accountId: account.id };
}
