import type { Page } from '@playwright/test';

import { makeCompletedCall } from '@ringwell/testing/make-completed-call';

import { ANALYTICS_COPY } from '../src/features/analytics/analytics-copy';
import { CALL_DETAILS_COPY } from '../src/features/calls/details/call-details-copy';
import { CHECKOUT_COPY } from '../src/features/checkout/checkout-copy';
import { SETTINGS_COPY } from '../src/features/settings/settings-copy';
import { TOKEN_COPY } from '../src/features/tokens/token-copy';
import { USER_COPY } from '../src/features/users/user-copy';
import { COPY } from '../src/lib/copy';
import { callPath, PATHS } from '../src/lib/paths';
import { expectSoon } from './expect-soon';
import { DESKTOP, PASSWORD, PHONE, productInBrowser } from './product-in-browser';
import type { Tab } from './tab';

type Size = typeof DESKTOP;
/** Names what is on the screen, and checks it: in both sizes unless it is there in one of them only. */
type Check = (state: string, sizes?: readonly Size[]) => Promise<void>;

const SIZES = [DESKTOP, PHONE] as const;
const THEMES = ['light', 'dark'] as const;

describe('what opens, is empty or has failed, light and dark, wide and narrow', () => {
  const product = productInBrowser();

  /** Goes through states of one page, which is wide and light at first; every problem of every state is in the one failure. */
  const walk = async (tab: Tab, steps: (check: Check) => Promise<void>): Promise<void> => {
    const problems: string[] = [];
    await steps(async (state, sizes = SIZES) => {
      let about: 'everything' | 'looks' = 'everything';
      for (const viewport of sizes) {
        for (const theme of THEMES) {
          await tab.look(theme, viewport);
          const found = await tab.accessibilityProblems(about);
          if ((await tab.overflow()) > 0) found.push('wider than the window');
          if ((await tab.excessHeight()) > 0) found.push('scrolls beyond its content');
          problems.push(...found.map((problem) => `${state}, ${theme}, ${viewport.width} px: ${problem}`));
          about = 'looks'; // nothing else differs
        }
      }
      if (sizes.length > 1) await tab.look('light', DESKTOP);
      else await tab.light('light');
    });
    expect(problems).toEqual([]);
  };

  it("users: the menus, the sheet, every dialog, no users found, somebody else's view", async () => {
    const { email } = await product().account({ firstName: 'Dana', lastName: 'Reyes', role: 'admin' });
    await product().account({ firstName: 'Sam', lastName: 'Wide' });
    const tab = await product().openAs(email, PATHS.users);
    const { page } = tab;
    const choose = async (item: string): Promise<void> => {
      await page.getByRole('button', { name: 'Actions for Sam Wide' }).click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    };
    const openMenuOfAccount = async (): Promise<void> => {
      await page.getByRole('button', { name: /Preferences/ }).click();
      await expectSoon(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible();
    };
    const openMenuOfRow = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Actions for Sam Wide' }).click();
      await expectSoon(page.getByRole('menu')).toBeVisible();
    };
    await walk(tab, async (check) => {
      for (const [menu, open] of [
        ['menu of the account', openMenuOfAccount],
        ['menu of a row', openMenuOfRow],
      ] as const) {
        await open();
        await check(menu, [DESKTOP]);
        await page.keyboard.press('Escape');
      }
      await tab.look('light', PHONE);
      await openMenuOfRow();
      await check('menu of a row', [PHONE]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Toggle sidebar' }).click();
      await openMenuOfAccount();
      await check('menu of the account', [PHONE]);
      await page.keyboard.press('Escape');
      await check('sheet', [PHONE]);
      await page.keyboard.press('Escape');
      await tab.look('light', DESKTOP);

      await page.keyboard.press('?');
      await expectSoon(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      await check('list of shortcuts');
      await page.keyboard.press('Escape');
      for (const [item, title] of [
        [USER_COPY.actions.edit, USER_COPY.edit.title],
        [USER_COPY.actions.password, USER_COPY.password.title],
      ] as const) {
        await choose(item);
        await expectSoon(page.getByRole('dialog', { name: title })).toBeVisible();
        await check(title);
        await page.keyboard.press('Escape');
      }
      await page.getByRole('button', { name: USER_COPY.create.open }).click();
      const form = page.getByRole('dialog', { name: USER_COPY.create.title });
      await form.getByRole('button', { name: USER_COPY.create.open }).click();
      await expectSoon(form.getByText(COPY.invalid.email)).toBeVisible();
      await check('new user, refused');
      await page.keyboard.press('Escape');
      await page.getByRole('searchbox').fill('nobody is called that');
      await expectSoon(page.getByText(COPY.users.empty)).toBeVisible();
      await check('no users found');

      await page.getByRole('searchbox').fill('Wide');
      await choose(USER_COPY.actions.impersonate);
      await expectSoon(page.getByRole('alertdialog')).toBeVisible();
      await check('question');
      await page.getByRole('alertdialog').getByRole('button', { name: USER_COPY.actions.impersonate }).click();
      await expectSoon(page.getByText(COPY.impersonation.viewingAs('Sam Wide'))).toBeVisible();
      await expectSoon(page.getByText('Minutes Processed', { exact: true })).toBeVisible();
      await check('viewing as somebody else');
    });
  });

  it('tokens: none yet, the form, the new token, the question, the toast', async () => {
    const { email } = await product().account({ firstName: 'Dana', lastName: 'Reyes', role: 'admin' });
    const { user } = await product().account({ firstName: 'Lee', lastName: 'Tanaka' });
    await product().system.database.dataSource.query('delete from bearer_tokens where user_id = $1', [user.id]);
    const tab = await product().openAs(email, PATHS.tokens);
    const { page } = tab;
    const card = page.getByRole('group', { name: 'Lee Tanaka' });
    await walk(tab, async (check) => {
      await card.getByRole('button', { name: 'Lee Tanaka' }).click();
      await expectSoon(card.getByText('No tokens yet')).toBeVisible();
      await check('no tokens');
      await card.getByRole('button', { name: TOKEN_COPY.generate }).click();
      const form = page.getByRole('dialog', { name: TOKEN_COPY.generateTitle });
      await form.getByPlaceholder(TOKEN_COPY.namePlaceholder).fill('Night shift');
      await check('form');
      await form.getByRole('button', { name: TOKEN_COPY.generate }).click();
      const created = page.getByRole('dialog', { name: TOKEN_COPY.created });
      await expectSoon(created).toBeVisible();
      await check('new token');
      await created.getByRole('button', { name: TOKEN_COPY.copiedIt }).click();
      await card.getByRole('button', { name: 'Delete token Night shift' }).click();
      await expectSoon(page.getByRole('alertdialog')).toBeVisible();
      await check('question');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await stayingToast(page, TOKEN_COPY.deleted.description);
      await check('toast');
    });
  });

  it('settings: a failed save, the new secret, the question, a secret that is replaced', async () => {
    const { email } = await product().account();
    const tab = await product().openAs(email, PATHS.home);
    const { page } = tab;
    tab.expects(/status of 500/);
    await walk(tab, async (check) => {
      await page.route('**/api/my/settings', (route) =>
        route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
      );
      await page.getByRole('switch', { name: 'Slack' }).click();
      await stayingToast(page, SETTINGS_COPY.failed);
      await check('failed save');
      await page.unrouteAll();
      await page.getByRole('tab', { name: SETTINGS_COPY.connections }).click();
      const section = page.getByRole('region', { name: 'Your own system' });
      await expectSoon(section.getByRole('button', { name: /Not connected/ })).toBeVisible();
      await check('connections that are folded up');
      await section.getByRole('heading').getByRole('button').click();
      await section.getByRole('button', { name: 'Generate secret' }).click();
      const secret = page.getByRole('dialog', { name: 'Your new signing secret' });
      await expectSoon(secret).toBeVisible();
      await check('new secret');
      await secret.getByRole('button', { name: SETTINGS_COPY.copiedIt }).click();
      await section.getByRole('button', { name: 'Replace' }).click();
      await expectSoon(page.getByRole('alertdialog')).toBeVisible();
      await check('question');
      await page.keyboard.press('Escape');
      await section.getByLabel('Outgoing webhook URL').fill('https://example.com/hook');
      await section.getByRole('button', { name: 'Save Outgoing webhook URL' }).click();
      await section
        .getByRole('group', { name: 'Outgoing webhook URL' })
        .getByRole('button', { name: 'Replace' })
        .click();
      await expectSoon(section.getByLabel('Outgoing webhook URL')).toBeFocused();
      await check('secret that is replaced');
    });
  });

  it('calls: none yet, none found, the details over the dashboard, the question in them, on paper', async () => {
    const { user, email } = await product().account();
    const tab = await product().openAs(email, PATHS.home);
    const { page } = tab;
    const ask = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Reprocess' }).click();
      await expectSoon(page.getByRole('alertdialog')).toBeVisible();
    };
    await walk(tab, async (check) => {
      await expectSoon(page.getByText(COPY.calls.none.title)).toBeVisible();
      await check('dashboard without calls');
      await page.getByRole('link', { name: COPY.calls.viewAll }).click();
      await expectSoon(page.getByRole('heading', { name: COPY.calls.title, exact: true })).toBeVisible();
      await expectSoon(page.getByText(COPY.calls.none.title)).toBeVisible();
      await check('list without calls');
      await tab.goto(`${PATHS.calls}?search=nothing`);
      await expectSoon(page.getByText(COPY.calls.noneFound)).toBeVisible();
      await check('no calls found');
      await makeCompletedCall(product().system.database.dataSource, user.id, { call: { recordingKey: null } });
      await tab.goto(PATHS.home);
      await page.getByRole('button', { name: /Positive/ }).click();
      const details = page.getByRole('dialog', { name: COPY.calls.one });
      await expectSoon(details.getByText('The heater works again.')).toBeVisible();
      await check('details');
      await ask();
      await check('question', [DESKTOP]);
      await page.keyboard.press('Escape');
      await tab.look('light', PHONE);
      await details.getByRole('tab', { name: 'Delivery' }).click();
      await ask();
      await check('question', [PHONE]);
      await page.keyboard.press('Escape');

      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await page.evaluate('window.dispatchEvent(new Event("beforeprint"))');
      await expectSoon(page.getByRole('article')).toContainText('Thank you so much.');
      await expectSoon(page.getByRole('navigation')).toHaveCount(0);
      expect(await tab.accessibilityProblems('looks')).toEqual([]);
      await page.evaluate('window.dispatchEvent(new Event("afterprint"))');
      await expectSoon(page.getByRole('article')).toHaveCount(0);
    });
  });

  it('a demo account: its plans, a tooltip', async () => {
    const { email } = await product().account({ status: 'demo', activatedAt: null });
    const tab = await product().openAs(email, PATHS.home);
    const { page } = tab;
    await walk(tab, async (check) => {
      await page.getByRole('button', { name: COPY.landing.subscribe, exact: true }).click();
      await expectSoon(page.getByRole('dialog', { name: CHECKOUT_COPY.title })).toBeVisible();
      await check('plans');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Toggle sidebar' }).click();
      await page.getByRole('button', { name: 'Log out' }).hover();
      await expectSoon(page.getByRole('tooltip')).toBeAttached();
      await check('tooltip', [DESKTOP]);
    });
  });

  it('failures: lists, usage that is not there, parts, a page that breaks, no such page, no network', async () => {
    const { email } = await product().account({ role: 'admin' });
    const tab = await product().open();
    const { page } = tab;
    tab.expects(/status of 500/, /status of 404/, /ERR_FAILED/, /PartNotLoaded/, /RangeError/);
    await tab.signIn(email, PASSWORD);
    await page.route('**/api/admin/**', (route) =>
      route.request().url().includes('impersonation') ? route.continue() : route.fulfill({ status: 500, body: '' }),
    );
    await walk(tab, async (check) => {
      for (const path of [PATHS.home, PATHS.users, PATHS.tokens, PATHS.analytics]) {
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
      await check('page broken');

      await tab.goto('/nothing/here');
      await expectSoon(page.getByRole('heading', { name: COPY.notFound })).toBeVisible();
      await check('no such page');
      await tab.goto(callPath('00000000-0000-4000-8000-000000000000'));
      await expectSoon(page.getByText(CALL_DETAILS_COPY.notFound.title)).toBeVisible();
      await check('no such call');
      await page.route('**/api/auth/user', (route) => route.abort());
      await tab.goto(PATHS.users);
      await expectSoon(page.getByRole('heading', { name: "Couldn't reach Ringwell" })).toBeVisible();
      await check('no network');
    });
  });
});

/** Waits for a toast, and holds it: it does not leave while it has the focus. */
async function stayingToast(page: Page, words: string): Promise<void> {
  await expectSoon(
    page
      .getByRole('region', { name: /Notifications/ })
      .getByText(words, { exact: true })
      .first(),
  ).toBeVisible();
  await page.keyboard.press('F8');
}
