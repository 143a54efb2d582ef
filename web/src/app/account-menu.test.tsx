import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { shortcutListOpen } from '../lib/browser/shortcuts';
import { COPY } from '../lib/copy';
import { callSummary } from '../testing/calls';
import { fakeApi, type FakeApi, FakeResponse } from '../testing/fake-api';
import { setViewportWidth } from '../testing/fake-browser';
import { getTexts } from '../testing/get-texts';
import { renderApp } from '../testing/render-app';
import { renderWithProviders } from '../testing/render-with-providers';
import { responsesFor, TEST_USERS } from '../testing/test-users';
import { Shell } from './shell';

const PAGE_SCRIPT = readFileSync(join(__dirname, '../../public/theme.js'), 'utf8');

function openShell(): void {
  fakeApi(responsesFor(TEST_USERS.user));
  renderWithProviders(
    <Shell title="A title">
      <label>
        Notes
        <input />
      </label>
    </Shell>,
    { user: TEST_USERS.user },
  );
}

async function openMenu(): Promise<HTMLElement> {
  await userEvent.click(screen.getByRole('button', { name: /Preferences/ }));
  return screen.findByRole('menu');
}

// Runs the page's script, like the browser before the first paint.
function startPage(): void {
  window.eval(PAGE_SCRIPT);
}

const getTheme = (): string | undefined => document.documentElement.dataset['theme'];
const getThemeColorMedia = (): string[] =>
  [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].map(({ media }) => media);

afterEach(() => {
  shortcutListOpen.set(false);
  delete document.documentElement.dataset['theme'];
  document.head.replaceChildren();
});

describe('accounts', () => {
  const VIEWER = { ...TEST_USERS.user, accountId: 'account-2', accountName: 'Ortiz Electric', memberRole: 'viewer' };
  const ACCOUNTS = [
    { id: 'account-u1', name: 'Becker Plumbing', role: 'owner', isCurrent: true },
    { id: 'account-2', name: 'Ortiz Electric', role: 'viewer', isCurrent: false },
  ];
  const OPEN_ACCOUNT = 'POST /api/my/accounts/account-2/open';

  function openCalls(responses: Record<string, unknown>): FakeApi {
    const api = fakeApi({
      ...responsesFor(TEST_USERS.user),
      'GET /api/my/accounts': ACCOUNTS,
      'GET /api/my/saved-filters': [],
      'GET /api/calls': { items: [callSummary()], nextCursor: null },
      ...responses,
    });
    renderApp('/calls');
    return api;
  }

  it('are offered only to users with several accounts', async () => {
    openShell();
    expect(screen.getByText('User').parentElement).toHaveTextContent(/^User · Owner$/);
    const menu = within(await openMenu());
    expect(menu.queryByRole('group', { name: 'Account' })).not.toBeInTheDocument();
  });

  it("can be switched, which shows the new account's dashboard and nothing from the previous account", async () => {
    const api = openCalls({});
    api.set(OPEN_ACCOUNT, () => {
      api.set('GET /api/auth/user', VIEWER);
      return new FakeResponse(204);
    });
    expect(await screen.findByText('Becker Plumbing')).toBeVisible();
    expect(await screen.findByText('Marlene Ortiz')).toBeVisible();
    api.set('GET /api/my/accounts', [{ ...ACCOUNTS[0], name: 'Becker and Sons' }, ACCOUNTS[1]]);
    const menu = within(await openMenu());
    expect(await menu.findByRole('menuitemradio', { name: 'Becker and Sons Owner' })).toBeChecked();
    await userEvent.click(menu.getByRole('menuitemradio', { name: 'Ortiz Electric Viewer' }));
    expect(await screen.findByText('Ortiz Electric')).toBeVisible();
    expect(screen.getByText('User').parentElement).toHaveTextContent(/^User · Viewer$/);
    expect(await screen.findByRole('heading', { name: 'Recent Calls' })).toBeVisible();
    expect(screen.queryByText('Marlene Ortiz')).not.toBeInTheDocument();
    expect(screen.queryByText(COPY.accountChanged.title)).not.toBeInTheDocument();
  });

  it('stay unchanged when the API rejects a switch, and the reason is shown', async () => {
    openCalls({ [OPEN_ACCOUNT]: new FakeResponse(404, { code: 'ACCOUNT_NOT_FOUND', message: 'Account not found.' }) });
    await screen.findByText('Becker Plumbing');
    await userEvent.click(within(await openMenu()).getByRole('menuitemradio', { name: 'Ortiz Electric Viewer' }));
    expect((await screen.findAllByText('Account not found.'))[0]).toBeVisible();
    expect(screen.getByText('Becker Plumbing')).toBeVisible();
  });

  it('cannot be switched by administrators who are viewing as a user', async () => {
    openCalls({ 'GET /api/auth/user': { ...TEST_USERS.user, isImpersonated: true } });
    await screen.findByText('Becker Plumbing');
    expect(within(await openMenu()).queryByRole('group', { name: 'Account' })).not.toBeInTheDocument();
  });
});

describe('theme', () => {
  beforeEach(() => {
    document.head.innerHTML =
      '<meta name="theme-color" data-scheme="light" media="(prefers-color-scheme: light)">' +
      '<meta name="theme-color" data-scheme="dark" media="(prefers-color-scheme: dark)">';
  });

  it('follows the system until the user chooses a theme, which is remembered on later visits', async () => {
    startPage();
    openShell();
    const menu = within(await openMenu());
    expect(getTheme()).toBeUndefined();
    expect(menu.getByRole('menuitemradio', { name: 'Match system' })).toBeChecked();
    await userEvent.click(menu.getByRole('menuitemradio', { name: 'Dark' }));
    expect(getTheme()).toBe('dark');
    expect(getThemeColorMedia()).toEqual(['not all', 'all']);

    delete document.documentElement.dataset['theme'];
    startPage();
    expect(getTheme()).toBe('dark');
    expect(within(await openMenu()).getByRole('menuitemradio', { name: 'Dark' })).toBeChecked();
  });

  it('follows the system again when the user chooses "Match system"', async () => {
    localStorage.setItem('theme', 'light');
    startPage();
    expect(getTheme()).toBe('light');
    openShell();
    await userEvent.click(within(await openMenu()).getByRole('menuitemradio', { name: 'Match system' }));
    expect(getTheme()).toBeUndefined();
    expect(getThemeColorMedia()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
    startPage();
    expect(getTheme()).toBeUndefined();
  });

  it('changes when another tab changes it', () => {
    startPage();
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }));
    expect(getTheme()).toBe('dark');
    window.dispatchEvent(new StorageEvent('storage', { key: 'something else', newValue: 'light' }));
    expect(getTheme()).toBe('dark');
  });

  it('lasts until the page is closed when storage is blocked', async () => {
    const throwSecurityError = (): never => {
      throw new DOMException('denied', 'SecurityError');
    };
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(throwSecurityError);
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(throwSecurityError);
    startPage();
    openShell();
    await userEvent.click(within(await openMenu()).getByRole('menuitemradio', { name: 'Dark' }));
    expect(getTheme()).toBe('dark');
  });
});

describe('list of keyboard shortcuts', () => {
  const pressQuestionMark = (target: Element): boolean => fireEvent.keyDown(target, { key: '?', shiftKey: true });
  const queryShortcutsDialog = (): HTMLElement | null => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' });

  it('opens with ? and lists every shortcut', async () => {
    openShell();
    pressQuestionMark(document.body);
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(getTexts(dialog, 'definition')).toEqual([
      'CtrlB',
      'CtrlK',
      '/',
      'F8',
      '?',
      'JorK',
      'O',
      'Enter',
      'T',
      'E',
      'S',
      'N',
      'Esc',
      'SpaceorK',
      'JorL',
      '←or→',
      'ShiftPorShiftN',
      '↑or↓',
      'Esc',
    ]);
    await userEvent.keyboard('{Escape}');
    expect(queryShortcutsDialog()).not.toBeInTheDocument();
  });

  it('does not open when ? is typed in a field', () => {
    openShell();
    expect(pressQuestionMark(screen.getByLabelText('Notes'))).toBe(true);
    expect(shortcutListOpen.get()).toBe(false);
  });

  it('opens from the account menu, which also closes the sheet on phones', async () => {
    setViewportWidth(390);
    openShell();
    await userEvent.click(screen.getByRole('button', { name: 'Toggle sidebar' }));
    await screen.findByRole('dialog', { name: 'Menu' });
    await userEvent.click(within(await openMenu()).getByRole('menuitem', { name: 'Keyboard shortcuts' }));
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Menu' })).not.toBeInTheDocument();
  });
});
