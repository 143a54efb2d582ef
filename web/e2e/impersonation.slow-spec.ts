import { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';

import { COPY } from '../src/lib/copy';
import { expectSoon } from './expect-soon';
import { productInBrowser } from './product-in-browser';

describe('impersonation', () => {
  const product = productInBrowser();

  it("doesn't save changes from a page that still shows the user's account after impersonation ends in another tab", async () => {
    const { email } = await product().account({ firstName: 'Dana', lastName: 'Reyes', role: 'admin' });
    const tab = await product().openAs(email, '/users');
    const { page, url } = tab;
    await tab.waitUntilIdle();
    const { user: viewedUser } = await product().account({ firstName: 'Kim', lastName: 'Soto' });
    tab.expectMessages(/ERR_FAILED.*impersonation-status/, /status of 409.*api\/(my|follow-ups)/);
    const start = await page.request.post(`${url}/api/admin/impersonate/${viewedUser.id}`, {
      headers: { origin: url },
    });
    expect(start.status()).toBe(200);
    await tab.goto('/');
    const slack = page.getByRole('switch', { name: 'Slack' });
    await expectSoon(slack).not.toBeChecked();
    await expectSoon(page.getByText(COPY.impersonation.viewingAs('Kim Soto'))).toBeVisible();
    await page.route('**/api/admin/impersonation-status', (route) => route.abort());

    const other = await page.context().newPage();
    await other.goto(url);
    await other.getByRole('button', { name: COPY.impersonation.exit }).click();
    await other.waitForURL(`${url}/users`);

    const { manager } = product().system.database.dataSource;
    const settings = (): Promise<AccountSettings[]> => manager.find(AccountSettings, { order: { id: 'asc' } });
    const before = await settings();
    await slack.click();
    await expectSoon(
      page
        .getByRole('region', { name: /Notifications/ })
        .getByText(COPY.accountChanged.notSaved, { exact: true })
        .first(),
    ).toBeVisible();
    await expectSoon(page.getByText('Total Users', { exact: true })).toBeVisible();
    await expectSoon(page.getByText(COPY.impersonation.viewingAs('Kim Soto'))).toBeHidden();
    expect(await settings()).toEqual(before);
  });
});
