import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { createQueryClient } from '../lib/query-client';
import { userQuery } from '../lib/session';
import { shortcutList } from '../lib/shortcuts';
import { fakeApi } from '../testing/fake-api';
import { setViewportWidth } from '../testing/fake-browser';
import { renderWithProviders } from '../testing/render-with-providers';
import { responsesFor, TEST_USERS } from '../testing/test-users';
import { Shell } from './shell';

const PAGE_SCRIPT = readFileSync(join(__dirname, '../../public/theme.js'), 'utf8');

function openShell(): void {
  fakeApi(responsesFor(TEST_USERS.user));
  const client = createQueryClient();
  client.setQueryData(userQuery.queryKey, TEST_USERS.user);
  renderWithProviders(
    <Shell title="A title">
      <label>
        Notes
        <input />
      </label>
    </Shell>,
    client,
  );
}

async function openMenu(): Promise<HTMLElement> {
  await userEvent.click(screen.getByRole('button', { name: /Preferences/ }));
  return screen.findByRole('menu');
}

// Runs the script of the page, as before the first paint.
function startPage(): void {
  window.eval(PAGE_SCRIPT);
}

const theme = (): string | undefined => document.documentElement.dataset['theme'];
const themeColorMedia = (): string[] =>
  [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].map(({ media }) => media);

afterEach(() => {
  shortcutList.set(false);
  delete document.documentElement.dataset['theme'];
  document.head.replaceChildren();
});

describe('theme', () => {
  beforeEach(() => {
    document.head.innerHTML =
      '<meta name="theme-color" data-scheme="light" media="(prefers-color-scheme: light)">' +
      '<meta name="theme-color" data-scheme="dark" media="(prefers-color-scheme: dark)">';
  });

  it('follows the system until the user chooses one, which later visits keep', async () => {
    startPage();
    openShell();
    const menu = within(await openMenu());
    expect(theme()).toBeUndefined();
    expect(menu.getByRole('menuitemradio', { name: 'Match system' })).toBeChecked();
    await userEvent.click(menu.getByRole('menuitemradio', { name: 'Dark' }));
    expect(theme()).toBe('dark');
    expect(themeColorMedia()).toEqual(['not all', 'all']);

    delete document.documentElement.dataset['theme'];
    startPage();
    expect(theme()).toBe('dark');
    expect(within(await openMenu()).getByRole('menuitemradio', { name: 'Dark' })).toBeChecked();
  });

  it('follows the system again when the user chooses that', async () => {
    localStorage.setItem('theme', 'light');
    startPage();
    expect(theme()).toBe('light');
    openShell();
    await userEvent.click(within(await openMenu()).getByRole('menuitemradio', { name: 'Match system' }));
    expect(theme()).toBeUndefined();
    expect(themeColorMedia()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
    startPage();
    expect(theme()).toBeUndefined();
  });

  it('changes when it is changed in another tab', () => {
    startPage();
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }));
    expect(theme()).toBe('dark');
    window.dispatchEvent(new StorageEvent('storage', { key: 'something else', newValue: 'light' }));
    expect(theme()).toBe('dark');
  });

  it('lasts until the page is closed when storage is blocked', async () => {
    const refuse = (): never => {
      throw new DOMException('denied', 'SecurityError');
    };
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    startPage();
    openShell();
    await userEvent.click(within(await openMenu()).getByRole('menuitemradio', { name: 'Dark' }));
    expect(theme()).toBe('dark');
  });
});

describe('list of keyboard shortcuts', () => {
  const pressQuestionMark = (target: Element): boolean => fireEvent.keyDown(target, { key: '?', shiftKey: true });
  const list = (): HTMLElement | null => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' });

  it('opens with ? and lists every shortcut', async () => {
    openShell();
    pressQuestionMark(document.body);
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(
      within(dialog)
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual(['CtrlB', 'CtrlK', '/', 'F8', '?', 'SpaceorK', 'JorL', '←or→', 'ShiftPorShiftN', '↑or↓', 'Esc']);
    await userEvent.keyboard('{Escape}');
    expect(list()).not.toBeInTheDocument();
  });

  it('does not open when ? is typed in a field', () => {
    openShell();
    expect(pressQuestionMark(screen.getByLabelText('Notes'))).toBe(true);
    expect(shortcutList.get()).toBe(false);
  });

  it('opens from the account menu, and on phones closes the sheet', async () => {
    setViewportWidth(390);
    openShell();
    await userEvent.click(screen.getByRole('button', { name: 'Toggle sidebar' }));
    await screen.findByRole('dialog', { name: 'Menu' });
    await userEvent.click(within(await openMenu()).getByRole('menuitem', { name: 'Keyboard shortcuts' }));
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Menu' })).not.toBeInTheDocument();
  });
});
