import { rm } from 'node:fs/promises';

import type { Locator, Page } from '@playwright/test';

import { CALL_DETAILS_COPY } from '../src/features/calls/details/call-details-copy';
import { createAccountWithRecording, type CallWithRecording } from './account-with-recording';
import { expectSoon } from './expect-soon';
import { productInBrowser } from './product-in-browser';
import { DESKTOP, PHONE } from './windows';

const TABLET = { width: 1_180, height: 820 };
const ROTATED_TABLET = { width: 820, height: 1_180 };

describe('the call page', () => {
  const product = productInBrowser();
  const makeAccountWithCall = (): Promise<CallWithRecording> => createAccountWithRecording(product());

  it('continues playback at the same position and speed when a tablet is rotated', async () => {
    const { email, path } = await makeAccountWithCall();
    const { page } = await product().openAs(email, path, { viewport: TABLET });
    await page.getByRole('button', { name: '1.5 times' }).click();
    await page.getByRole('button', { name: 'Go to 5:00' }).click();
    await expectSoon.poll(async () => (await readPlaybackState(page)).time).toBeGreaterThan(300);
    await page.setViewportSize(ROTATED_TABLET);
    await expectSoon(page.getByRole('tab', { name: 'Summary' })).toBeVisible();
    const rotatedState = await readPlaybackState(page);
    expect(rotatedState).toMatchObject({ rate: 1.5, isPaused: false });
    expect(rotatedState.time).toBeGreaterThan(300);
    await expectSoon(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    await page.setViewportSize(TABLET);
    await expectSoon(page.getByRole('tab')).toHaveCount(0);
    const restoredState = await readPlaybackState(page);
    expect(restoredState).toMatchObject({ rate: 1.5, isPaused: false });
    expect(restoredState.time).toBeGreaterThanOrEqual(rotatedState.time);
  });

  it('resumes at the same position after retrying a failed recording, and reports a deleted recording', async () => {
    const { email, path, file } = await makeAccountWithCall();
    const tab = await product().openAs(email, path);
    const { page } = tab;
    tab.expectMessages(/status of 503/, /status of 404/);
    await expectSoon(page.getByRole('button', { name: 'Go to 5:00' })).toBeVisible();
    await page.route('**/audio', (route) =>
      route.request().method() === 'GET' ? route.fulfill({ status: 503 }) : route.continue(),
    );
    await page.getByRole('button', { name: 'Go to 5:00' }).click();
    const notice = page.getByRole('region', { name: 'Recording' }).getByRole('alert');
    await expectSoon(notice).toContainText(CALL_DETAILS_COPY.recordingNotLoaded);
    await page.unrouteAll();
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expectSoon(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    await expectSoon.poll(async () => (await readPlaybackState(page)).time).toBeGreaterThan(300);

    await rm(file);
    await page.reload();
    await expectSoon(notice).toHaveText(CALL_DETAILS_COPY.recordingGone);
  });

  it("does not scroll beyond the call's content on desktop and phone", async () => {
    const { email, path } = await makeAccountWithCall();
    const tab = await product().openAs(email, path);
    const { page } = tab;
    const overflowByPage: Record<string, number> = {};
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      await expectSoon(page.getByText('The heater works again.')).toBeVisible();
      await tab.waitUntilIdle();
      overflowByPage[`call, ${viewport.width} px`] = await tab.measureExcessHeightPx();
    }
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await expectSoon(page.getByText('This is line 0 of')).toBeVisible();
    overflowByPage['transcript on a phone'] = await tab.measureExcessHeightPx();
    expect(Object.entries(overflowByPage).filter(([, pixels]) => pixels > 0)).toEqual([]);
  });

  it('keeps the player visible in a short window, as at 200% zoom', async () => {
    const { email, path } = await makeAccountWithCall();
    const { page } = await product().openAs(email, path, { viewport: { width: 683, height: 360 } });
    const playButton = page.getByRole('button', { name: 'Play', exact: true });
    await expectSoon(playButton).toBeInViewport({ ratio: 1 });
    await page.getByRole('tab', { name: 'Transcript' }).click();
    const lineAt = (time: string): Locator => page.getByRole('button', { name: `Go to ${time}`, exact: true });
    const line = lineAt('2:00');
    await lineAt('0:00').focus();
    for (let step = 0; step < 24; step += 1) await page.keyboard.press('ArrowDown');
    await expectSoon(line).toBeFocused();
    const [lineBox, playBox] = [await line.boundingBox(), await playButton.boundingBox()];
    expect((lineBox?.y ?? Infinity) + (lineBox?.height ?? 0)).toBeLessThan(playBox?.y ?? 0);
    await expectSoon(playButton).toBeInViewport({ ratio: 1 });
  });
});

function readPlaybackState(page: Page): Promise<{ time: number; rate: number; isPaused: boolean }> {
  return page.evaluate(`(({ currentTime, playbackRate, paused }) => (
    { time: currentTime, rate: playbackRate, isPaused: paused }
  ))(document.querySelector('audio'))`);
}
