import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { CallTranscript } from '@ringwell/database/entities/call-transcript.entity';
import { makeSound } from '@ringwell/testing/make-audio';
import { makeCompletedCall } from '@ringwell/testing/make-completed-call';

import { callPath } from '../src/lib/paths';
import { expectSoon } from './expect-soon';
import { productInBrowser } from './product-in-browser';

/** Long enough that the browser does not hold all of it. */
const RECORDING_SECONDS = 600;
const LINES = 80;

describe('the calls', () => {
  const product = productInBrowser();

  /** An account and the path of its call, which has a recording and a transcript of several screens. */
  async function accountWithCall(): Promise<{ email: string; path: string }> {
    const { email, user } = await product().account();
    const { database, storageDir } = product().system;
    const recordingKey = `recordings/${user.id}/call.wav`;
    const file = join(storageDir, recordingKey);
    await mkdir(dirname(file), { recursive: true });
    await makeSound(file, 'sine=f=440:r=8000', RECORDING_SECONDS);
    const { id } = await makeCompletedCall(database.dataSource, user.id, {
      call: { recordingKey, recordingType: 'wav', durationSeconds: String(RECORDING_SECONDS) },
    });
    const segments = Array.from({ length: LINES }, (_, line) => ({
      speaker: line % 2 ? 'customer' as const : 'agent' as const, startMs: line * 5_000, endMs: line * 5_000 + 4_000,
      text: `This is line ${line} of the call.`,
    }));
    await database.dataSource.manager.update(CallTranscript, { callId: id }, { segments });
    return { email, path: callPath(id) };
  }

  it('leaves Space to the control that has the focus, and plays the recording anywhere else', async () => {
    const { email, path } = await accountWithCall();
    const { page } = await product().openAs(email, path);
    const follow = page.getByRole('checkbox', { name: 'Follow' });
    await follow.focus();
    await page.keyboard.press('Space');
    await expectSoon(follow).not.toBeChecked();
    await expectSoon(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    await page.getByRole('button', { name: /Preferences/ }).click();
    await expectSoon(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('k');
    await page.keyboard.press('Escape');
    await expectSoon(page.getByRole('menu')).toHaveCount(0);
    await expectSoon(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    await page.getByRole('heading', { name: 'Transcript' }).click();
    await page.keyboard.press('Space');
    await expectSoon(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    await expectSoon(follow).not.toBeChecked();
  });
});
