import { COPY } from '../src/lib/copy';
import { expectSoon } from './expect-soon';
import { PASSWORD, productInBrowser } from './product-in-browser';

describe('unreliable network', () => {
  const product = productInBrowser();

  it('shows a loading screen and requests the user before the app has loaded', async () => {
    const { email } = await product().createAccount();
    const tab = await product().open();
    const { page } = tab;
    await tab.signIn(email, PASSWORD);
    const userRequests: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/user')) userRequests.push(request.url());
    });
    const releaseScripts = await tab.holdRequests('**/assets/*.js');
    await page.goto(tab.url, { waitUntil: 'commit' });
    await expectSoon(page.getByText('Loading Ringwell…')).toBeVisible();
    await expectSoon.poll(() => userRequests.length).toBe(1);
    releaseScripts();
    await expectSoon(page.getByText('Minutes Processed', { exact: true })).toBeVisible();
    expect(userRequests).toHaveLength(1);
  });

  it('shows placeholders while the API is slow', async () => {
    const { email } = await product().createAccount({ role: 'admin' });
    const tab = await product().open();
    const { page } = tab;
    await tab.signIn(email, PASSWORD);
    const releaseUser = await tab.holdRequests('**/api/auth/user');
    const releaseUsage = await tab.holdRequests('**/api/admin/usage/system*');
    await page.goto(tab.url, { waitUntil: 'commit' });
    await expectSoon(page.getByText('Loading Ringwell…')).toBeVisible();
    releaseUser();
    await expectSoon(page.getByText('Loading Total Users')).toBeAttached();
    releaseUsage();
    await expectSoon(page.getByText('Loading Total Users')).toBeHidden();
    await expectSoon(page.getByText('Total Users', { exact: true }).locator('..').getByRole('definition')).toHaveText(
      /^\d+$/,
    );
  });

  it('shows what failed to load and loads it on retry', async () => {
    const { email } = await product().createAccount({ role: 'admin' });
    const tab = await product().open();
    const { page } = tab;
    tab.expectMessages(/ERR_FAILED.*activity/, /status of 500.*usage\/system/);
    await tab.signIn(email, PASSWORD);
    await page.route('**/api/admin/activity*', (route) => route.abort());
    await page.route('**/api/admin/usage/system*', (route) => route.fulfill({ status: 500, body: '' }));
    await tab.goto('/');
    await expectSoon(page.getByText("Couldn't load activity.")).toBeVisible();
    const usageError = page.getByRole('alert').filter({ hasText: "Couldn't load the numbers." });
    await expectSoon(usageError).toBeVisible();
    await page.unrouteAll();
    await usageError.getByRole('button', { name: 'Try again' }).click();
    await expectSoon(page.getByText('Total Users', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectSoon(page.getByRole('listitem').filter({ hasText: 'Signed in' }).first()).toBeVisible();
  });

  it('keeps the app on screen while offline and continues when back online', async () => {
    const { email } = await product().createAccount({ role: 'admin' });
    const tab = await product().openAs(email, '/', { locale: 'en-US' }); // a window that hasn't loaded the page before
    const { page } = tab;
    tab.expectMessages(/ERR_INTERNET_DISCONNECTED/, /PartLoadError/);
    await expectSoon(page.getByText('Total Users', { exact: true })).toBeVisible();
    await tab.setOffline(true);
    await page.getByRole('link', { name: COPY.nav.users }).click();
    const notice = page.getByRole('main').getByRole('alert').filter({ hasText: "Couldn't load this section." });
    await expectSoon(notice).toBeVisible();
    await expectSoon(page.getByRole('heading', { name: COPY.users.title })).toBeVisible();
    await tab.setOffline(false);
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expectSoon(page.getByRole('row', { name: email })).toBeVisible();
  });

  it('offers a retry when the user cannot be loaded', async () => {
    const { email } = await product().createAccount();
    const tab = await product().open();
    const { page } = tab;
    tab.expectMessages(/ERR_FAILED/);
    await tab.signIn(email, PASSWORD);
    await page.route('**/api/auth/user', (route) => route.abort());
    await tab.goto('/');
    await expectSoon(page.getByRole('heading', { name: "Couldn't reach Ringwell" })).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectSoon(page.getByText('Minutes Processed', { exact: true })).toBeVisible();
  });
});
