import { SessionsRepository } from '@ringwell/database/accounts/sign-in/sessions.repository';

import { COPY } from '../src/lib/copy';
import { expectSoon } from './expect-soon';
import { PASSWORD, productInBrowser } from './product-in-browser';
import type { Tab } from './tab';

describe('sign-in', () => {
  const product = productInBrowser();

  const openPath = async (path: string): Promise<Tab> => {
    const tab = await product().open();
    await tab.goto(path);
    return tab;
  };

  it('signs in from the landing page to the dashboard, and out again', async () => {
    const { email } = await product().createAccount({ firstName: 'Sam', lastName: 'Becker' });
    const tab = await openPath('/');
    const { page } = tab;
    tab.expectMessages(/status of 401/); // the rejected password
    await page.getByRole('banner').getByRole('link', { name: COPY.landing.signIn }).click();
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill('not my password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expectSoon(page.getByRole('alert')).toHaveText('Wrong email or password.');
    expect(await tab.findAccessibilityProblems()).toEqual([]);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();

    await expectSoon(page.getByRole('heading', { level: 1, name: COPY.nav.dashboard })).toBeVisible();
    await expectSoon(page.getByText('Minutes Processed', { exact: true })).toBeVisible();
    await expectSoon(page.getByRole('complementary', { name: 'Sidebar' })).toContainText('Sam Becker');
    await tab.goto('/auth');
    await expectSoon(page).toHaveURL(`${tab.url}/`);

    await page.getByRole('button', { name: 'Log out' }).click();
    await expectSoon(page.getByRole('heading', { level: 1, name: COPY.landing.headline })).toBeVisible();
  });

  it('opens the linked page after signing in', async () => {
    const { email } = await product().createAccount();
    const { page, url } = await openPath('/calls?label=negative');
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expectSoon(page).toHaveURL(`${url}/calls?label=negative`);
    await expectSoon(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible();
  });

  it('shows the sign-in page and a notice when the session is ended elsewhere', async () => {
    const { email, user } = await product().createAccount({ role: 'admin' });
    const tab = await product().openAs(email, '/');
    const { page } = tab;
    tab.expectMessages(/status of 401/);
    await expectSoon(page.getByText('Total Users', { exact: true })).toBeVisible();
    const noticeShown = tab.waitForText(COPY.unauthorized.description);
    await new SessionsRepository(product().system.database.manager).endByUser(user.id);
    await noticeShown; // at the next poll, at most five seconds later
    await page.waitForURL(`${tab.url}/api/login`);
    await expectSoon(page.getByLabel('Password')).toBeVisible();
  });
});
