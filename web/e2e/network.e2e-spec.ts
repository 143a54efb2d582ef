import { COPY } from '../src/lib/copy';
import { expectSoon } from './expect-soon';
import { PASSWORD, productInBrowser } from './product-in-browser';

describe('a bad network', () => {
  const product = productInBrowser();

  it('shows something before the app has come, and has asked by then who is there', async () => {
    const { email } = await product().account();
    const tab = await product().open();
    const { page } = tab;
    await tab.signIn(email, PASSWORD);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/user')) asked.push(request.url());
    });
    const letCodeCome = await tab.hold('**/assets/*.js');
    await page.goto(tab.url, { waitUntil: 'commit' });
    await expectSoon(page.getByText('Loading Ringwell…')).toBeVisible();
    await expectSoon.poll(() => asked.length).toBe(1);
    letCodeCome();
    await expectSoon(page.getByText('Minutes Processed', { exact: true })).toBeVisible();
    expect(asked).toHaveLength(1);
  });

  it('shows what is on its way while the API is slow, and then the answer', async () => {
    const { email } = await product().account({ role: 'admin' });
    const tab = await product().open();
    const { page } = tab;
    await tab.signIn(email, PASSWORD);
    const [tellWho, tellFigures] = [await tab.hold('**/api/auth/user'), await tab.hold('**/api/admin/usage/system')];
    await page.goto(tab.url, { waitUntil: 'commit' });
    await expectSoon(page.getByText('Loading Ringwell…')).toBeVisible();
    tellWho();
    await expectSoon(page.getByText('Loading Total Users')).toBeAttached();
    tellFigures();
    await expectSoon(page.getByText('Loading Total Users')).toBeHidden();
    await expectSoon(page.getByRole('definition').first()).toHaveText(/^\d+$/);
  });

  it('says what could not be loaded, and loads it when asked again', async () => {
    const { email } = await product().account({ role: 'admin' });
    const tab = await product().open();
    const { page } = tab;
    tab.expects(/ERR_FAILED.*activity/, /status of 500.*usage\/system/);
    await tab.signIn(email, PASSWORD);
    await page.route('**/api/admin/activity*', (route) => route.abort());
    await page.route('**/api/admin/usage/system*', (route) => route.fulfill({ status: 500, body: '' }));
    await tab.goto('/');
    await expectSoon(page.getByText("Couldn't load activity.")).toBeVisible();
    const figures = page.getByRole('alert').filter({ hasText: "Couldn't load the numbers." });
    await expectSoon(figures).toBeVisible();
    await page.unrouteAll();
    await figures.getByRole('button', { name: 'Try again' }).click();
    await expectSoon(page.getByText('Total Users', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectSoon(page.getByRole('listitem').filter({ hasText: 'Signed in' }).first()).toBeVisible();
  });

  it('keeps the app on the screen without a network, and goes on when it is back', async () => {
    const { email } = await product().account({ role: 'admin' });
    const tab = await product().openAs(email, '/');
    const { page } = tab;
    tab.expects(/ERR_INTERNET_DISCONNECTED/, /PartNotLoaded/);
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

  it('asks for another try when it cannot be found out who is there', async () => {
    const { email } = await product().account();
    const tab = await product().open();
    const { page } = tab;
    tab.expects(/ERR_FAILED/);
    await tab.signIn(email, PASSWORD);
    await page.route('**/api/auth/user', (route) => route.abort());
    await tab.goto('/');
    await expectSoon(page.getByRole('heading', { name: "Couldn't reach Ringwell" })).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectSoon(page.getByText('Minutes Processed', { exact: true })).toBeVisible();
  });
});
