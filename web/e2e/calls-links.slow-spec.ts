import type { Locator } from '@playwright/test';

import { CALL_DETAILS_COPY } from '../src/features/calls/details/call-details-copy';
import { COPY } from '../src/lib/copy';
import { PATHS } from '../src/lib/paths';
import { createAccountWithRecording, type CallWithRecording } from './account-with-recording';
import { expectSoon } from './expect-soon';
import { productInBrowser } from './product-in-browser';

describe('a link to a call', () => {
  const product = productInBrowser();
  const makeAccountWithCall = (): Promise<CallWithRecording> => createAccountWithRecording(product());

  it('shows the call to signed-out visitors until the link is revoked', async () => {
    const { email, path } = await makeAccountWithCall();
    const tab = await product().openAs(email, path);
    const { page } = tab;
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: CALL_DETAILS_COPY.share.title });
    await dialog.getByRole('radio', { name: CALL_DETAILS_COPY.share.scopes.whole }).check();
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const url = await dialog.getByText(/\/shared\//).textContent();
    await expectSoon(dialog.getByText('Not opened yet')).toBeVisible();
    expect(await tab.findAccessibilityProblems()).toEqual([]);

    const visitor = await product().open();
    await visitor.goto(new URL(url ?? '').pathname);
    await expectSoon(visitor.page.getByText('This is line 3 of the call.')).toBeVisible();
    expect(await visitor.findAccessibilityProblems()).toEqual([]);
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

  it('opens at the top of the page, and going back restores the scroll position', async () => {
    const { accountId, email } = await makeAccountWithCall();
    const { database } = product().system;
    const call = { recordingKey: null };
    for (let index = 1; index < 25; index += 1) await database.makeCompletedCall(accountId, { call });
    const tab = await product().openAs(email, PATHS.home);
    const { page } = tab;
    const getScrollTop = (): Promise<number> => page.evaluate('Math.round(window.scrollY)');
    const getPageHeading = (name: string): Locator => page.getByRole('heading', { name, exact: true });
    await page.getByRole('link', { name: COPY.calls.viewAll, exact: true }).click();
    const calls = page.getByRole('list', { name: COPY.calls.title }).getByRole('link');
    await calls.nth(20).scrollIntoViewIfNeeded();
    const previousTop = await getScrollTop();
    expect(previousTop).toBeGreaterThan(500);
    await calls.nth(20).click();
    await expectSoon(getPageHeading(COPY.calls.one)).toBeFocused();
    expect(await getScrollTop()).toBe(0);
    await page.goBack();
    await expectSoon(getPageHeading(COPY.calls.title)).toBeFocused();
    await expectSoon.poll(getScrollTop).toBe(previousTop);

    await page.goForward();
    await page.reload();
    await expectSoon(getPageHeading(COPY.calls.one)).toBeVisible();
    const release = await tab.holdRequests('**/api/calls*');
    await page.goBack();
    await expectSoon(page.getByText('Loading calls')).toBeAttached();
    expect(await getScrollTop()).toBeLessThan(previousTop);
    release();
    await expectSoon.poll(getScrollTop).toBe(previousTop);
    await page.reload();
    await expectSoon(calls).toHaveCount(25);
    await expectSoon.poll(getScrollTop).toBe(previousTop);
  });
});
