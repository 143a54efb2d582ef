import { samplePath } from '@ringwell/testing/make-audio';

import { expectSoon } from './expect-soon';
import { keepCallsQueued } from './keep-calls-queued';
import { productInBrowser } from './product-in-browser';

describe('dashboard', () => {
  const product = productInBrowser();

  it('follows a call from the queue to its result, and opens its details and recording', async () => {
    const { system, transcription } = product();
    const account = await product().createAccount();
    transcription.respondWithText('Thank you so much. The house is warm again, and I am really happy with the work.');
    const { release } = await keepCallsQueued(system.database.dataSource, account.account.id);
    await system.submit(account, samplePath('positive.wav'), { customerName: 'Dana Whitfield' });
    const tab = await product().openAs(account.email, '/');
    const { page } = tab;
    const call = page.getByRole('listitem').filter({ hasText: 'Dana Whitfield' }).last();
    await expectSoon(call).toContainText('Queued');
    await expectSoon(page.getByRole('definition').first()).toContainText('0');
    const resumeResponses = transcription.pauseResponses();
    try {
      await release();
      await expectSoon(call).toContainText('Processing');
    } finally {
      resumeResponses();
    }
    await expectSoon(call).toContainText('Positive');

    await call.getByRole('button').click();
    const details = page.getByRole('dialog');
    await expectSoon(details.getByRole('heading', { name: "Why it's positive" })).toBeVisible();
    await tab.waitUntilIdle();
    expect(await tab.findAccessibilityProblems()).toEqual([]);
    await details.getByRole('button', { name: 'Play' }).first().click();
    await expectSoon(details.getByRole('button', { name: 'Pause' }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expectSoon(details).toBeHidden();
  });

  it('remembers the selected theme and applies it before the app has loaded', async () => {
    const { email } = await product().createAccount();
    const tab = await product().openAs(email, '/');
    const { page } = tab;
    await page.getByRole('button', { name: /Preferences/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    const darkBackground = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const release = await tab.holdRequests('**/assets/index-*.js');
    await page.goto(tab.url, { waitUntil: 'commit' });
    await expectSoon(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expectSoon(page.locator('body')).toHaveCSS('background-color', darkBackground);
    await expectSoon(page.getByText('Loading Ringwell…')).toBeVisible();
    release();
    await page.getByRole('button', { name: /Preferences/ }).click();
    await page.getByRole('menuitemradio', { name: 'Light' }).click();
    await expectSoon(page.locator('body')).not.toHaveCSS('background-color', darkBackground);
  });
});
