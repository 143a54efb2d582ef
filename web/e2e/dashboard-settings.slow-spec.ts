import { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';

import { SETTINGS_COPY } from '../src/features/settings/settings-copy';
import { expectSoon } from './expect-soon';
import { productInBrowser } from './product-in-browser';

describe("the dashboard's settings", () => {
  const product = productInBrowser();

  it('save a change, and revert one that fails to save', async () => {
    const { account, email } = await product().createAccount();
    const tab = await product().openAs(email, '/');
    const { page } = tab;
    tab.expectMessages(/status of 500.*my\/settings/);
    const loadSettings = (): Promise<AccountSettings> =>
      product().system.database.manager.findOneByOrFail(AccountSettings, { accountId: account.id });
    await page.getByRole('tab', { name: SETTINGS_COPY.limits }).click();
    const concurrentCalls = page.getByLabel('Calls processed at once');
    await concurrentCalls.fill('3');
    await concurrentCalls.press('Enter');
    await expectSoon.poll(async () => (await loadSettings()).maxConcurrentWorkflows).toBe(3);

    await page.route('**/api/my/settings', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    );
    const monthlyLimitSwitch = page.getByRole('switch', { name: 'Monthly limit' });
    await monthlyLimitSwitch.click();
    await expectSoon(page.getByText(SETTINGS_COPY.failed, { exact: true })).toBeVisible();
    await expectSoon(monthlyLimitSwitch).not.toBeChecked();
    await expectSoon(concurrentCalls).toHaveValue('3');
    expect((await loadSettings()).usageLimitEnabled).toBe(false);

    await page.unrouteAll();
    await monthlyLimitSwitch.click();
    await expectSoon.poll(async () => (await loadSettings()).usageLimitEnabled).toBe(true);
    await expectSoon(monthlyLimitSwitch).toBeChecked();
  });
});
