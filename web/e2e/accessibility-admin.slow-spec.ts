import { SecurityEventsRepository } from '@ringwell/database/accounts/security/security-events.repository';

import { ANALYTICS_COPY } from '../src/features/analytics/analytics-copy';
import { CALL_DETAILS_COPY } from '../src/features/calls/details/call-details-copy';
import { SECURITY_EVENTS_COPY } from '../src/features/security-events/security-events-copy';
import { TOKEN_COPY } from '../src/features/tokens/token-copy';
import { USER_COPY } from '../src/features/users/user-copy';
import { COPY } from '../src/lib/copy';
import { callPath, PATHS } from '../src/lib/paths';
import { checkEveryCombination, checkStates, waitForToast } from './check-accessibility';
import { expectSoon } from './expect-soon';
import { PASSWORD, productInBrowser } from './product-in-browser';
import { DESKTOP, PHONE } from './windows';

describe('accessibility of administrator pages in light and dark mode, on desktop and phone', () => {
  checkEveryCombination();
  const product = productInBrowser();

  it('has no problems in users: menus, sidebar, dialogs, no users found, impersonation', async () => {
    const { email } = await product().createAccount({ firstName: 'Dana', lastName: 'Reyes', role: 'admin' });
    await product().createAccount({ firstName: 'Sam', lastName: 'Wide' });
    const tab = await product().openAs(email, PATHS.users);
    const { page } = tab;
    const chooseAction = async (item: string): Promise<void> => {
      await page.getByRole('button', { name: 'Actions for Sam Wide' }).click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    };
    const openAccountMenu = async (): Promise<void> => {
      await page.getByRole('button', { name: /Preferences/ }).click();
      await expectSoon(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible();
    };
    const openRowMenu = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Actions for Sam Wide' }).click();
      await expectSoon(page.getByRole('menu')).toBeVisible();
    };
    await checkStates(tab, async (check) => {
      for (const [menu, openMenu] of [
        ['account menu', openAccountMenu],
        ['row menu', openRowMenu],
      ] as const) {
        await openMenu();
        await check(menu, [DESKTOP]);
        await page.keyboard.press('Escape');
      }
      await tab.setAppearance('light', PHONE);
      await openRowMenu();
      await check('row menu', [PHONE]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Toggle sidebar' }).click();
      await openAccountMenu();
      await check('account menu', [PHONE]);
      await page.keyboard.press('Escape');
      await check('sidebar', [PHONE]);
      await page.keyboard.press('Escape');
      await tab.setAppearance('light', DESKTOP);

      await page.keyboard.press('?');
      await expectSoon(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      await check('keyboard shortcuts');
      await page.keyboard.press('Escape');
      for (const [item, title] of [
        [USER_COPY.actions.edit, USER_COPY.edit.title],
        [USER_COPY.actions.password, USER_COPY.password.title],
      ] as const) {
        await chooseAction(item);
        await expectSoon(page.getByRole('dialog', { name: title })).toBeVisible();
        await check(title);
        await page.keyboard.press('Escape');
      }
      await page.getByRole('button', { name: USER_COPY.create.open }).click();
      const form = page.getByRole('dialog', { name: USER_COPY.create.title });
      await form.getByRole('button', { name: USER_COPY.create.open }).click();
      await expectSoon(form.getByText(COPY.invalid.email)).toBeVisible();
      await check('new user, invalid');
      await page.keyboard.press('Escape');
      await page.getByRole('searchbox').fill('no such name');
      await expectSoon(page.getByText(COPY.users.empty)).toBeVisible();
      await check('no users found');

      await page.getByRole('searchbox').fill('Wide');
      await chooseAction(USER_COPY.actions.impersonate);
      await expectSoon(page.getByRole('alertdialog')).toBeVisible();
      await check('confirmation');
      await page.getByRole('alertdialog').getByRole('button', { name: USER_COPY.actions.impersonate }).click();
      await expectSoon(page.getByText(COPY.impersonation.viewingAs('Sam Wide'))).toBeVisible();
      await expectSoon(page.getByText('Minutes Processed', { exact: true })).toBeVisible();
      await check('viewing as another user');
    });
  });

  it('has no problems in tokens: none yet, form, new token, confirmation, toast', async () => {
    const { email } = await product().createAccount({ firstName: 'Dana', lastName: 'Reyes', role: 'admin' });
    const { account } = await product().createAccount({ firstName: 'Lee', lastName: 'Tanaka' });
    await product().system.database.query('delete from bearer_tokens where account_id = $1', [account.id]);
    const tab = await product().openAs(email, PATHS.tokens);
    const { page } = tab;
    const card = page.getByRole('group', { name: 'Lee Tanaka' });
    await checkStates(tab, async (check) => {
      await card.getByRole('button', { name: 'Lee Tanaka' }).click();
      await expectSoon(card.getByText('No tokens yet')).toBeVisible();
      await check('no tokens');
      await card.getByRole('button', { name: TOKEN_COPY.generate }).click();
      const form = page.getByRole('dialog', { name: TOKEN_COPY.generateTitle });
      await form.getByPlaceholder(TOKEN_COPY.namePlaceholder).fill('Night shift');
      await check('form');
      await form.getByRole('button', { name: TOKEN_COPY.generate }).click();
      const tokenDialog = page.getByRole('dialog', { name: TOKEN_COPY.created });
      await expectSoon(tokenDialog).toBeVisible();
      await check('new token');
      await tokenDialog.getByRole('button', { name: TOKEN_COPY.copiedIt }).click();
      await card.getByRole('button', { name: 'Delete token Night shift' }).click();
      await expectSoon(page.getByRole('alertdialog')).toBeVisible();
      await check('confirmation');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await waitForToast(page, TOKEN_COPY.deleted.description);
      await check('toast');
    });
  });

  it('has no problems in security events: list, details, invalid address, none found', async () => {
    const { email, user } = await product().createAccount({ firstName: 'Dana', lastName: 'Reyes', role: 'admin' });
    const { database } = product().system;
    const now = new Date();
    const client = { ipAddress: '2001:db8:85a3:1234:5678:8a2e:370:7334', userAgent: 'Mozilla/5.0 Firefox/140.0' };
    await new SecurityEventsRepository(database.manager).insert([
      { kind: 'sign_in', outcome: 'refused', code: 'WRONG_PASSWORD', targetUserId: user.id, count: 1_200, ...client },
      {
        kind: 'rights_changed',
        outcome: 'succeeded',
        action: 'User promoted',
        userId: user.id,
        createdAt: now,
        ...client,
      },
      { kind: 'throttled', outcome: 'refused', code: 'MANY_MORE', count: 9 },
    ]);
    const tab = await product().openAs(email, PATHS.securityEvents);
    const { page } = tab;
    await checkStates(tab, async (check) => {
      await expectSoon(page.getByText('Tried to sign in with an incorrect password.').first()).toBeVisible();
      await check('list');
      await page
        .getByRole('button', { name: /Details: Sign-in/ })
        .last()
        .click();
      await expectSoon(page.getByRole('dialog')).toBeVisible();
      await check('details');
      await page.keyboard.press('Escape');
      await page.getByLabel(SECURITY_EVENTS_COPY.address).fill('office');
      await expectSoon(page.getByText(SECURITY_EVENTS_COPY.invalidAddress)).toBeVisible();
      await check('invalid address');
      await page.getByLabel(SECURITY_EVENTS_COPY.address).fill('198.51.100.99');
      await expectSoon(page.getByText(SECURITY_EVENTS_COPY.noneFound.title)).toBeVisible();
      await check('none found');
    });
  });

  it('has no problems after failures: lists, no usage, page code, page error, not found, no network', async () => {
    const { email } = await product().createAccount({ role: 'admin' });
    const tab = await product().open();
    const { page } = tab;
    tab.expectMessages(/status of 500/, /status of 404/, /ERR_FAILED/, /PartLoadError/, /RangeError/);
    await tab.signIn(email, PASSWORD);
    await page.route('**/api/admin/**', (route) =>
      route.request().url().includes('impersonation') ? route.continue() : route.fulfill({ status: 500, body: '' }),
    );
    await checkStates(tab, async (check) => {
      for (const path of [PATHS.home, PATHS.users, PATHS.tokens, PATHS.analytics, PATHS.securityEvents]) {
        await tab.goto(path);
        await expectSoon(page.getByRole('alert').first()).toBeVisible();
        await check(`${path} not loaded`);
      }
      await page.unrouteAll();
      await page.route('**/api/admin/usage/analytics*', (route) => route.fulfill({ json: [] }));
      await tab.goto(PATHS.analytics);
      await expectSoon(page.getByText(ANALYTICS_COPY.empty)).toBeVisible();
      await check('no usage');

      await page.route(/assets\/users-page-.*\.js/, (route) => route.abort());
      await page.evaluate(
        'sessionStorage.setItem("reloaded-build", document.querySelector("script[type=module]").src)',
      );
      await page.getByRole('link', { name: COPY.nav.users }).click();
      await expectSoon(page.getByText("Couldn't load this section.")).toBeVisible();
      await check('page not loaded');

      await page.route('**/api/admin/users', (route) =>
        route.fulfill({ json: [{ id: 'u1', firstName: 'Half', createdAt: 'never' }] }),
      );
      await page.unroute(/assets\/users-page-.*\.js/);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expectSoon(page.getByRole('heading', { name: "We couldn't show this page" })).toBeVisible();
      await check('page error');

      await tab.goto('/nothing/here');
      await expectSoon(page.getByRole('heading', { name: COPY.notFound })).toBeVisible();
      await check('page not found');
      await tab.goto(callPath('00000000-0000-4000-8000-000000000000'));
      await expectSoon(page.getByText(CALL_DETAILS_COPY.notFound.title)).toBeVisible();
      await check('call not found');
      await page.route('**/api/auth/user', (route) => route.abort());
      await tab.goto(PATHS.users);
      await expectSoon(page.getByRole('heading', { name: "Couldn't reach Ringwell" })).toBeVisible();
      await check('no network');
    });
  });
});
