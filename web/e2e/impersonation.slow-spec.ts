import { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';

import { COPY } from '../src/lib/copy';
import { expectSoon } from './expect-soon';
import { productInBrowser } from './product-in-browser';

describe('impersonation', () => {
  const product = productInBrowser();

  it("doesn't save changes from a page that still shows the user's account after impersonation ends in another tab", async () => {
    const { email } = await product().createAccount({ firstName: 'Dana', lastName: 'Reyes', role: 'admin' });
    const tab = await product().openAs(email, '/users');
    const { page, url } = tab;
    await tab.waitUntilIdle();
    const { user: viewedUser } = await product().createAccount({ firstName: 'Kim', lastName: 'Soto' });
    tab.expectMessages(/ERR_FAILED.*impersonation-status/, /status of 409.*api\/(my|follow-ups)/);
    const startResponse = await page.request.post(`${url}/api/admin/impersonate/${viewedUser.id}`, {
      headers: { origin: url },
    });
    expect(startResponse.status()).toBe(200);
    await tab.goto('/');
    const slack = page.getByRole('switch', { name: 'Slack' });
    await expectSoon(slack).not.toBeChecked();
    await expectSoon(page.getByText(COPY.impersonation.viewingAs('Kim Soto'))).toBeVisible();
    await page.route('**/api/admin/impersonation-status', (route) => route.abort());

    const otherPage = await page.context().newPage();
    await otherPage.goto(url);
    await otherPage.getByRole('button', { name: COPY.impersonation.exit }).click();
    await otherPage.waitForURL(`${url}/users`);

    const { manager } = product().system.database;
    const loadSettings = (): Promise<AccountSettings[]> => manager.find(AccountSettings, { order: { id: 'asc' } });
    const settingsBefore = await loadSettings();
    await slack.click();
    await expectSoon(
      page
        .getByRole('region', { name: /Notifications/ })
        .getByText(COPY.accountChanged.notSaved, { exact: true })
        .first(),
    ).toBeVisible();
    await expectSoon(page.getByText('Total Users', { exact: true })).toBeVisible();
    await expectSoon(page.getByText(COPY.impersonation.viewingAs('Kim Soto'))).toBeHidden();
    expect(await loadSettings()).toEqual(settingsBefore);
  });
});
