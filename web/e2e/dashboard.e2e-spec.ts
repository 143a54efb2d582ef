import { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import { samplePath } from '@ringwell/testing/make-audio';

import { SETTINGS_COPY } from '../src/features/settings/settings-copy';
import { expectSoon } from './expect-soon';
import { productInBrowser } from './product-in-browser';

/** Recognising 40 s of speech beside other tests. */
const ANALYSIS_TIMEOUT_MS = 60_000;

describe('the dashboard', () => {
  const product = productInBrowser();

  it('follows a call from the queue to its result, which opens with its summary, its transcript and its sound', async () => {
    const { system } = product();
    const account = await product().account();
    await system.workers[0]?.stop();
    await system.submit(account, samplePath('positive.wav'), { customerName: 'Dana Whitfield' });
    const tab = await product().openAs(account.email, '/');
    const { page } = tab;
    const call = page.getByRole('listitem').filter({ hasText: 'Dana Whitfield' });
    await expectSoon(call).toContainText('Queued');
    await expectSoon(page.getByRole('definition').first()).toContainText('0');
    await system.startWorker();
    await expectSoon(call).toContainText('Processing');
    await expectSoon(call).toContainText('Positive', { timeout: ANALYSIS_TIMEOUT_MS });

    await call.getByRole('button').click();
    const details = page.getByRole('dialog');
    await expectSoon(details.getByRole('heading', { name: 'Summary' })).toBeVisible();
    await expectSoon(details.getByRole('heading', { name: "Why it's positive" })).toBeVisible();
    await tab.settled();
    expect(await tab.accessibilityProblems()).toEqual([]);
    await details.getByRole('button', { name: 'Play' }).first().click();
    await expectSoon(details.getByRole('button', { name: 'Pause' }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expectSoon(details).toBeHidden();
  });

  it('keeps the theme that was chosen, and shows it before the app itself is there', async () => {
    const { email } = await product().account();
    const tab = await product().openAs(email, '/');
    const { page } = tab;
    await page.getByRole('button', { name: /Preferences/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    const darkGround = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const letGo = await tab.hold('**/assets/index-*.js');
    await page.goto(tab.url, { waitUntil: 'commit' });
    await expectSoon(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expectSoon(page.locator('body')).toHaveCSS('background-color', darkGround);
    await expectSoon(page.getByText('Loading Ringwell…')).toBeVisible();
    letGo();
    await page.getByRole('button', { name: /Preferences/ }).click();
    await page.getByRole('menuitemradio', { name: 'Light' }).click();
    await expectSoon(page.locator('body')).not.toHaveCSS('background-color', darkGround);
  });

  it('saves a setting, and takes back one that could not be saved', async () => {
    const { email, user } = await product().account();
    const tab = await product().openAs(email, '/');
    const { page } = tab;
    tab.expects(/status of 500.*my\/settings/);
    const settings = (): Promise<AccountSettings> =>
      product().system.database.dataSource.manager.findOneByOrFail(AccountSettings, { userId: user.id });
    await page.getByRole('tab', { name: SETTINGS_COPY.limits }).click();
    const atOnce = page.getByLabel('Calls processed at once');
    await atOnce.fill('3');
    await atOnce.press('Enter');
    await expectSoon.poll(async () => (await settings()).maxConcurrentWorkflows).toBe(3);

    await page.route('**/api/my/settings', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    );
    const monthly = page.getByRole('switch', { name: 'Monthly limit' });
    await monthly.click();
    await expectSoon(page.getByText(SETTINGS_COPY.failed, { exact: true })).toBeVisible();
    await expectSoon(monthly).not.toBeChecked();
    await expectSoon(atOnce).toHaveValue('3');
    expect((await settings()).usageLimitEnabled).toBe(false);

    await page.unrouteAll();
    await monthly.click();
    await expectSoon.poll(async () => (await settings()).usageLimitEnabled).toBe(true);
    await expectSoon(monthly).toBeChecked();
  });
});
