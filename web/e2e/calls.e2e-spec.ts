import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Locator, Page } from '@playwright/test';

import { CallTranscript } from '@ringwell/database/calls/call-transcript.entity';
import { makeSound } from '@ringwell/testing/make-audio';
import { makeCompletedCall } from '@ringwell/testing/make-completed-call';

import { CALL_DETAILS_COPY } from '../src/features/calls/details/call-details-copy';
import { COPY } from '../src/lib/copy';
import { callPath, PATHS } from '../src/lib/paths';
import { expectSoon } from './expect-soon';
import { productInBrowser } from './product-in-browser';
import { DESKTOP, PHONE } from './windows';

// Long enough that the browser does not buffer all of it.
const RECORDING_SECONDS = 600;
const TABLET = { width: 1_180, height: 820 };
const ROTATED_TABLET = { width: 820, height: 1_180 };
const LINES = 80;

describe('calls', () => {
  const product = productInBrowser();

  async function accountWithCall(): Promise<{ email: string; path: string; file: string; accountId: string }> {
    const { account, email } = await product().account();
    const { database, storageDir } = product().system;
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
    const { id } = await makeCompletedCall(database.dataSource, account.id, {
      call: { recordingKey, recordingType: 'audio/wav', durationSeconds: String(RECORDING_SECONDS) },
      analysis: { evidence },
    });
    const segments = Array.from({ length: LINES }, (_, line) => ({
      speaker: line % 2 ? ('customer' as const) : ('agent' as const),
      startMs: line * 5_000,
      endMs: line * 5_000 + 4_000,
      text: `This is line ${line} of the call.`,
    }));
    await database.dataSource.manager.update(CallTranscript, { callId: id }, { segments });
    return { email, path: callPath(id), file, accountId: account.id };
  }

  it("shows and exports times in the account's time zone, wherever the browser is", async () => {
    const { account, email } = await product().account({}, { timeZone: null });
    const { dataSource } = product().system.database;
    const { id } = await makeCompletedCall(dataSource, account.id, {
      call: { occurredAt: new Date('2026-03-31T02:30:00Z'), customerName: 'Dana Whitfield', recordingKey: null },
    });
    const atHome = await product().openAs(email, callPath(id), { timezoneId: 'America/New_York' });
    await expectSoon(atHome.page.getByText('Mon, Mar 30, 10:30 PM EDT').first()).toBeVisible();
    const inCalifornia = await product().openAs(email, callPath(id), { timezoneId: 'America/Los_Angeles' });
    await expectSoon(inCalifornia.page.getByText('Mon, Mar 30, 10:30 PM EDT').first()).toBeVisible();
    await inCalifornia.goto(`${PATHS.calls}?from=2026-03-30&to=2026-03-30`);
    await expectSoon(inCalifornia.page.getByRole('link', { name: /Dana Whitfield/ })).toBeVisible();
    const [download] = await Promise.all([
      inCalifornia.page.waitForEvent('download'),
      inCalifornia.page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain('2026-03-30');
  });

  it('gives Space to the focused control, and otherwise plays the recording', async () => {
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

  it('continues playback at the same position and speed when a tablet is rotated', async () => {
    const { email, path } = await accountWithCall();
    const { page } = await product().openAs(email, path, { viewport: TABLET });
    await page.getByRole('button', { name: '1.5 times' }).click();
    await page.getByRole('button', { name: 'Go to 5:00' }).click();
    await expectSoon.poll(async () => (await playbackState(page)).time).toBeGreaterThan(300);
    await page.setViewportSize(ROTATED_TABLET);
    await expectSoon(page.getByRole('tab', { name: 'Summary' })).toBeVisible();
    const rotated = await playbackState(page);
    expect(rotated).toMatchObject({ rate: 1.5, isPaused: false });
    expect(rotated.time).toBeGreaterThan(300);
    await expectSoon(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    await page.setViewportSize(TABLET);
    await expectSoon(page.getByRole('tab')).toHaveCount(0);
    const rotatedBack = await playbackState(page);
    expect(rotatedBack).toMatchObject({ rate: 1.5, isPaused: false });
    expect(rotatedBack.time).toBeGreaterThanOrEqual(rotated.time);
  });

  it('continues at the same position after a failed recording is reloaded, and says when it is gone', async () => {
    const { email, path, file } = await accountWithCall();
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
    await expectSoon.poll(async () => (await playbackState(page)).time).toBeGreaterThan(300);

    await rm(file);
    await page.reload();
    await expectSoon(notice).toHaveText(CALL_DETAILS_COPY.recordingGone);
  });

  it('does not scroll beyond the content of a call on desktop and phone', async () => {
    const { email, path } = await accountWithCall();
    const tab = await product().openAs(email, path);
    const { page } = tab;
    const excess: Record<string, number> = {};
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      await expectSoon(page.getByText('The heater works again.')).toBeVisible();
      await tab.waitUntilIdle();
      excess[`call, ${viewport.width} px`] = await tab.excessHeightPx();
    }
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await expectSoon(page.getByText('This is line 0 of')).toBeVisible();
    excess['transcript on a phone'] = await tab.excessHeightPx();
    expect(Object.entries(excess).filter(([, pixels]) => pixels > 0)).toEqual([]);
  });

  it('shares a call by a link, for people who are not signed in, until the link is revoked', async () => {
    const { email, path } = await accountWithCall();
    const tab = await product().openAs(email, path);
    const { page } = tab;
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: CALL_DETAILS_COPY.share.title });
    await dialog.getByRole('radio', { name: CALL_DETAILS_COPY.share.scopes.whole }).check();
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const url = await dialog.getByText(/\/shared\//).textContent();
    await expectSoon(dialog.getByText('Not opened yet')).toBeVisible();
    expect(await tab.accessibilityProblems()).toEqual([]);

    const visitor = await product().open();
    await visitor.goto(new URL(url ?? '').pathname);
    await expectSoon(visitor.page.getByText('This is line 3 of the call.')).toBeVisible();
    expect(await visitor.accessibilityProblems()).toEqual([]);
    await visitor.page.emulateMedia({ media: 'print' });
    await expectSoon(visitor.page.getByRole('button', { name: 'Print' })).toBeHidden();

    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Share' }).click();
    await expectSoon(dialog.getByText(/^Opened once/)).toBeVisible();
    await dialog.getByRole('button', { name: /^Revoke/ }).click();
    await expectSoon(dialog.getByText(CALL_DETAILS_COPY.share.none)).toBeVisible();
    visitor.expectMessages(/status of 404/);
    await visitor.page.reload();
    await expectSoon(visitor.page.getByText("This link doesn't work anymore")).toBeVisible();
  });

  it('keeps the player in sight in a low window, as at 200 % zoom', async () => {
    const { email, path } = await accountWithCall();
    const { page } = await product().openAs(email, path, { viewport: { width: 683, height: 360 } });
    const play = page.getByRole('button', { name: 'Play', exact: true });
    await expectSoon(play).toBeInViewport({ ratio: 1 });
    await page.getByRole('tab', { name: 'Transcript' }).click();
    const lineAt = (time: string): Locator => page.getByRole('button', { name: `Go to ${time}`, exact: true });
    const line = lineAt('2:00');
    await lineAt('0:00').focus();
    for (let step = 0; step < 24; step += 1) await page.keyboard.press('ArrowDown');
    await expectSoon(line).toBeFocused();
    const [lineBox, playBox] = [await line.boundingBox(), await play.boundingBox()];
    expect((lineBox?.y ?? Infinity) + (lineBox?.height ?? 0)).toBeLessThan(playBox?.y ?? 0);
    await expectSoon(play).toBeInViewport({ ratio: 1 });
  });

  it('restores the scroll position when going back, and opens links at the top', async () => {
    const { accountId, email } = await accountWithCall();
    const { dataSource } = product().system.database;
    const call = { recordingKey: null };
    for (let more = 1; more < 25; more += 1) await makeCompletedCall(dataSource, accountId, { call });
    const tab = await product().openAs(email, PATHS.home);
    const { page } = tab;
    const top = (): Promise<number> => page.evaluate('Math.round(window.scrollY)');
    const title = (name: string): Locator => page.getByRole('heading', { name, exact: true });
    await page.getByRole('link', { name: COPY.calls.viewAll, exact: true }).click();
    const calls = page.getByRole('list', { name: COPY.calls.title }).getByRole('link');
    await calls.nth(20).scrollIntoViewIfNeeded();
    const previousTop = await top();
    expect(previousTop).toBeGreaterThan(500);
    await calls.nth(20).click();
    await expectSoon(title(COPY.calls.one)).toBeFocused();
    expect(await top()).toBe(0);
    await page.goBack();
    await expectSoon(title(COPY.calls.title)).toBeFocused();
    await expectSoon.poll(top).toBe(previousTop);

    await page.goForward();
    await page.reload();
    await expectSoon(title(COPY.calls.one)).toBeVisible();
    const release = await tab.holdRequests('**/api/calls*');
    await page.goBack();
    await expectSoon(page.getByText('Loading calls')).toBeAttached();
    expect(await top()).toBeLessThan(previousTop);
    release();
    await expectSoon.poll(top).toBe(previousTop);
    await page.reload();
    await expectSoon(calls).toHaveCount(25);
    await expectSoon.poll(top).toBe(previousTop);
  });
});

function playbackState(page: Page): Promise<{ time: number; rate: number; isPaused: boolean }> {
  return page.evaluate(`(({ currentTime, playbackRate, paused }) => (
    { time: currentTime, rate: playbackRate, isPaused: paused }
  ))(document.querySelector('audio'))`);
}
