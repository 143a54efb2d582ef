import type { Page } from '@playwright/test';

import { USER_COPY } from '../src/features/users/user-copy';
import { COPY } from '../src/lib/copy';
import { expectSoon } from './expect-soon';
import { productInBrowser } from './product-in-browser';
import type { Tab } from './tab';

describe('an administrator', () => {
  const product = productInBrowser();

  const openAsAdmin = async (path: string): Promise<Tab> => {
    const { email } = await product().createAccount({ firstName: 'Dana', lastName: 'Reyes', role: 'admin' });
    return product().openAs(email, path);
  };

  it('creates a user, edits the name, activates the account, and impersonates the user', async () => {
    const tab = await openAsAdmin('/users');
    const { page, url } = tab;
    tab.tolerateMessages(/status of 409.*api\/my\//); // requests may arrive while the account is being switched
    await page.getByRole('button', { name: USER_COPY.create.open }).click();
    const dialog = page.getByRole('dialog', { name: USER_COPY.create.title });
    await dialog.getByLabel('Email').fill('sam@becker.example');
    await dialog.getByLabel('First Name').fill('Sma');
    await dialog.getByLabel('Last Name').fill('Becker');
    await dialog.getByLabel('Password', { exact: true }).fill('a long enough one');
    await dialog.getByRole('button', { name: USER_COPY.create.open }).click();
    await expectSoon(getVisibleToast(page, USER_COPY.create.succeeded)).toBeVisible();
    await expectSoon(dialog).toBeHidden();

    const row = page.getByRole('row', { name: 'sam@becker.example' });
    await expectSoon(row).toContainText(USER_COPY.status.demo);
    await row.getByRole('button', { name: 'Actions for Sma Becker' }).click();
    await page.getByRole('menuitem', { name: USER_COPY.actions.edit }).click();
    const form = page.getByRole('dialog', { name: USER_COPY.edit.title });
    await form.getByLabel('First Name').fill('Sam');
    await form.getByRole('button', { name: USER_COPY.edit.save }).click();
    await expectSoon(getVisibleToast(page, USER_COPY.edit.succeeded.description)).toBeVisible();
    await expectSoon(row).toContainText('Sam Becker');

    await row.getByRole('button', { name: USER_COPY.actions.activate, exact: true }).click();
    const confirmation = page.getByRole('alertdialog');
    await expectSoon(confirmation).toContainText(USER_COPY.activate.confirm);
    await confirmation.getByRole('button', { name: USER_COPY.actions.activate }).click();
    await expectSoon(getVisibleToast(page, USER_COPY.activate.succeeded)).toBeVisible();
    await expectSoon(row).toContainText(USER_COPY.status.active);

    await row.getByRole('button', { name: 'Actions for Sam Becker' }).click();
    await page.getByRole('menuitem', { name: USER_COPY.actions.impersonate }).click();
    await expectSoon(confirmation).toContainText(COPY.impersonation.confirm('Sam Becker'));
    await confirmation.getByRole('button', { name: USER_COPY.actions.impersonate }).click();
    await expectSoon(page.getByText(COPY.impersonation.viewingAs('Sam Becker'))).toBeVisible();
    await page.waitForURL(`${url}/`);
    await expectSoon(page.getByText('Minutes Processed', { exact: true })).toBeVisible();
    await expectSoon(page.getByText('Total Users', { exact: true })).toBeHidden();

    await page.getByRole('button', { name: COPY.impersonation.exit }).click();
    await expectSoon(getVisibleToast(page, COPY.impersonation.exited)).toBeVisible();
    await page.waitForURL(`${url}/users`);
    await expectSoon(row).toContainText('Sam Becker');
    await expectSoon(page.getByText(COPY.impersonation.viewingAs('Sam Becker'))).toBeHidden();
  });

  it('sees recent activity on the dashboard', async () => {
    const { page } = await openAsAdmin('/');
    const { email } = await product().createAccount({ firstName: 'Lee', lastName: 'Okafor' });
    await page.getByRole('link', { name: COPY.nav.users }).first().click();
    await page.getByRole('searchbox').fill(email);
    const row = page.getByRole('row', { name: email });
    await row.getByRole('button', { name: 'Actions for Lee Okafor' }).click();
    await page.getByRole('menuitem', { name: USER_COPY.actions.remove }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: USER_COPY.actions.remove }).click();
    await expectSoon(getVisibleToast(page, USER_COPY.remove.succeeded)).toBeVisible();
    await expectSoon(page.getByText(COPY.users.empty)).toBeVisible();
    await page.goto(product().system.url);
    await expectSoon(page.getByRole('listitem').filter({ hasText: 'User deleted' }).first()).toContainText('Removed');
    await expectSoon(page.getByText(email)).toBeHidden();
  });
});

// Returns the visible toast, because its copy in the live region for screen readers disappears quickly.
function getVisibleToast(page: Page, text: string): ReturnType<Page['getByText']> {
  return page
    .getByRole('region', { name: /Notifications/ })
    .getByText(text, { exact: true })
    .first();
}
