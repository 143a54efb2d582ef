import { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { samplePath } from '@ringwell/testing/make-audio';

import { SETTINGS_COPY } from '../src/features/settings/settings-copy';
import { expectSoon } from './expect-soon';
import { holdTurn } from './hold-turn';
import { productInBrowser } from './product-in-browser';

describe('dashboard', () => {
  const product = productInBrowser();

  it('follows a call from the queue to its result, and opens its details and recording', async () => {
    const { system, transcription } = product();
    const account = await product().account();
    transcription.hear('Thank you so much. The house is warm again, and I am really happy with the work.');
    const { release } = await holdTurn(system.database.dataSource, account.account.id);
    await system.submit(account, samplePath('positive.wav'), { customerName: 'Dana Whitfield' });
    const tab = await product().openAs(account.email, '/');
    const { page } = tab;
    const call = page.getByRole('listitem').filter({ hasText: 'Dana Whitfield' }).last();
    await expectSoon(call).toContainText('Queued');
    await expectSoon(page.getByRole('definition').first()).toContainText('0');
    const respond = transcription.hold();
    try {
      await release();
      await expectSoon(call).toContainText('Processing');
    } finally {
      respond();
    }
    await expectSoon(call).toContainText('Positive');

    await call.getByRole('button').click();
    const details = page.getByRole('dialog');
    await expectSoon(details.getByRole('heading', { name: "Why it's positive" })).toBeVisible();
    await tab.waitUntilIdle();
    expect(await tab.accessibilityProblems()).toEqual([]);
    await details.getByRole('button', { name: 'Play' }).first().click();
    await expectSoon(details.getByRole('button', { name: 'Pause' }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expectSoon(details).toBeHidden();
  });

  it('keeps the chosen theme and applies it before the app has loaded', async () => {
    const { email } = await product().account();
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

  it('saves a setting and reverts one that could not be saved', async () => {
    const { account, email } = await product().account();
    const tab = await product().openAs(email, '/');
    const { page } = tab;
    tab.expectMessages(/status of 500.*my\/settings/);
    const settings = (): Promise<AccountSettings> =>
      product().system.database.dataSource.manager.findOneByOrFail(AccountSettings, { accountId: account.id });
    await page.getByRole('tab', { name: SETTINGS_COPY.limits }).click();
    const concurrentCalls = page.getByLabel('Calls processed at once');
    await concurrentCalls.fill('3');
    await concurrentCalls.press('Enter');
    await expectSoon.poll(async () => (await settings()).maxConcurrentWorkflows).toBe(3);

    await page.route('**/api/my/settings', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    );
    const monthly = page.getByRole('switch', { name: 'Monthly limit' });
    await monthly.click();
    await expectSoon(page.getByText(SETTINGS_COPY.failed, { exact: true })).toBeVisible();
    await expectSoon(monthly).not.toBeChecked();
    await expectSoon(concurrentCalls).toHaveValue('3');
    expect((await settings()).usageLimitEnabled).toBe(false);

    await page.unrouteAll();
    await monthly.click();
    await expectSoon.poll(async () => (await settings()).usageLimitEnabled).toBe(true);
    await expectSoon(monthly).toBeChecked();
  });
});
