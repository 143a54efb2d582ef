import { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';

import { SETTINGS_COPY } from '../src/features/settings/settings-copy';
import { expectSoon } from './expect-soon';
import { productInBrowser } from './product-in-browser';

describe("the dashboard's settings", () => {
  const product = productInBrowser();

  it('save a change, and revert one that fails to save', async () => {
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
