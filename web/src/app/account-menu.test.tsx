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

function open(): void {
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

/** What the page does before it is drawn. */
function startPage(): void {
  window.eval(PAGE_SCRIPT);
}

const theme = (): string | undefined => document.documentElement.dataset['theme'];
const bars = (): string[] =>
  [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].map(({ media }) => media);

afterEach(() => {
  shortcutList.set(false);
  delete document.documentElement.dataset['theme'];
  document.head.replaceChildren();
});

describe('the theme', () => {
  beforeEach(() => {
    document.head.innerHTML =
      '<meta name="theme-color" data-scheme="light" media="(prefers-color-scheme: light)"><meta name="theme-color" data-scheme="dark" media="(prefers-color-scheme: dark)">';
  });

  it("is the device's own until one is chosen, which later visits begin with", async () => {
    startPage();
    open();
    const menu = within(await openMenu());
    expect(theme()).toBeUndefined();
    expect(menu.getByRole('menuitemradio', { name: 'Match system' })).toBeChecked();
    await userEvent.click(menu.getByRole('menuitemradio', { name: 'Dark' }));
    expect(theme()).toBe('dark');
    expect(bars()).toEqual(['not all', 'all']);

    delete document.documentElement.dataset['theme'];
    startPage();
    expect(theme()).toBe('dark');
    expect(within(await openMenu()).getByRole('menuitemradio', { name: 'Dark' })).toBeChecked();
  });

  it('can be given back to the device', async () => {
    localStorage.setItem('theme', 'light');
    startPage();
    expect(theme()).toBe('light');
    open();
    await userEvent.click(within(await openMenu()).getByRole('menuitemradio', { name: 'Match system' }));
    expect(theme()).toBeUndefined();
    expect(bars()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
    startPage();
    expect(theme()).toBeUndefined();
  });

  it('follows a choice in another tab', () => {
    startPage();
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }));
    expect(theme()).toBe('dark');
    window.dispatchEvent(new StorageEvent('storage', { key: 'something else', newValue: 'light' }));
    expect(theme()).toBe('dark');
  });

  it('holds as long as the page in a browser that keeps nothing', async () => {
    const refuse = (): never => {
      throw new DOMException('denied', 'SecurityError');
    };
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    startPage();
    open();
    await userEvent.click(within(await openMenu()).getByRole('menuitemradio', { name: 'Dark' }));
    expect(theme()).toBe('dark');
  });
});

describe('the list of keyboard shortcuts', () => {
  const pressQuestionMark = (target: Element): boolean => fireEvent.keyDown(target, { key: '?', shiftKey: true });
  const list = (): HTMLElement | null => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' });

  it('opens with ? and names every shortcut', async () => {
    open();
    pressQuestionMark(document.body);
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(
      within(dialog)
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual(['CtrlB', '/', 'F8', '?', 'SpaceorK', 'JorL', '←or→', 'ShiftPorShiftN']);
    await userEvent.keyboard('{Escape}');
    expect(list()).not.toBeInTheDocument();
  });

  it('leaves ? to the field that somebody writes in', () => {
    open();
    expect(pressQuestionMark(screen.getByLabelText('Notes'))).toBe(true);
    expect(shortcutList.get()).toBe(false);
  });

  it('is in the menu of the account as well, and on phones in the sheet, which it closes', async () => {
    setViewportWidth(390);
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Toggle sidebar' }));
    await screen.findByRole('dialog', { name: 'Menu' });
    await userEvent.click(within(await openMenu()).getByRole('menuitem', { name: 'Keyboard shortcuts' }));
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Menu' })).not.toBeInTheDocument();
  });
});
