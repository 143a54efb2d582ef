import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { CurrentUser } from '../api/types';
import { CHECKOUT_COPY } from '../features/checkout/checkout-copy';
import { subscriptionQuery } from '../lib/billing/api';
import { formatTime } from '../lib/format';
import { createQueryClient } from '../lib/query-client';
import { userQuery } from '../lib/session';
import { fakeApi } from '../testing/fake-api';
import { setViewportWidth } from '../testing/fake-browser';
import { renderWithProviders } from '../testing/render-with-providers';
import { responsesFor, TEST_USERS } from '../testing/test-users';
import { Shell } from './shell';

function openShell(user: CurrentUser): void {
  fakeApi(responsesFor(user));
  const client = createQueryClient();
  client.setQueryData(userQuery.queryKey, user);
  client.setQueryData(subscriptionQuery(user.id).queryKey, {
    status: null,
    plan: null,
    addOns: [],
    currentPeriodEnd: null,
    canManage: false,
  });
  renderWithProviders(
    <Shell title="A title" subtitle="A subtitle">
      <label>
        Notes
        <input />
      </label>
    </Shell>,
    client,
  );
}

const sidebar = (): HTMLElement => screen.getByRole('complementary', { name: 'Sidebar' });
const pressCtrlB = (target: Element): boolean => fireEvent.keyDown(target, { key: 'b', ctrlKey: true });

describe('sidebar', () => {
  it('links administrators to their pages, and to the documentation in a new tab', () => {
    openShell(TEST_USERS.admin);
    const links = within(screen.getByRole('navigation', { name: 'Main' }))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['Admin Dashboard', '/'],
      ['User Management', '/users'],
      ['API Tokens', '/tokens'],
      ['Usage Analytics', '/analytics'],
      ['Activity', '/activity'],
      ['Messages', '/messages'],
    ]);
    const docs = screen.getByRole('link', { name: 'API Docs' });
    expect([docs.getAttribute('href'), docs.getAttribute('target'), docs.getAttribute('rel')]).toEqual([
      '/docs',
      '_blank',
      'noopener',
    ]);
    expect(screen.getByText('Administrator')).toBeVisible();
  });

  it('links users only to their dashboard', () => {
    openShell(TEST_USERS.user);
    expect(
      within(screen.getByRole('navigation', { name: 'Main' }))
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Dashboard']);
    expect(screen.queryByRole('link', { name: 'API Docs' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Subscribe' })).not.toBeInTheDocument();
  });

  it('offers a plan to demo users', async () => {
    openShell(TEST_USERS.demo);
    await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
    expect(await screen.findByRole('dialog', { name: CHECKOUT_COPY.title })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('toggles between 16 rem and an icon rail of 3 rem with Ctrl+B, and remembers it in a cookie for seven days', () => {
    const cookies = jest.spyOn(document, 'cookie', 'set');
    openShell(TEST_USERS.admin);
    expect(sidebar()).toHaveStyle({ width: '16rem' });
    pressCtrlB(document.body);
    expect(sidebar()).toHaveStyle({ width: '3rem' });
    expect(cookies).toHaveBeenLastCalledWith('sidebar_state=false; path=/; max-age=604800; samesite=lax');
    fireEvent.keyDown(document.body, { key: 'b', metaKey: true });
    expect(sidebar()).toHaveStyle({ width: '16rem' });
  });

  it('starts in the remembered state', () => {
    document.cookie = 'sidebar_state=false; path=/';
    openShell(TEST_USERS.admin);
    expect(sidebar()).toHaveStyle({ width: '3rem' });
  });

  it('does not toggle when Ctrl+B is pressed in a field', () => {
    openShell(TEST_USERS.admin);
    expect(pressCtrlB(screen.getByLabelText('Notes'))).toBe(true);
    expect(sidebar()).toHaveStyle({ width: '16rem' });
  });

  it('is a sheet of 18 rem below 768 px', async () => {
    setViewportWidth(767);
    openShell(TEST_USERS.admin);
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Toggle sidebar' }));
    expect(await screen.findByRole('dialog', { name: 'Menu' })).toHaveStyle({ width: '18rem' });
    await userEvent.click(screen.getByRole('link', { name: 'Usage Analytics' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('header', () => {
  it('shows title, subtitle and the time of the last response', () => {
    jest.useFakeTimers({ now: new Date(2026, 10, 20, 14, 5) });
    openShell(TEST_USERS.user);
    act(() => jest.advanceTimersByTime(0));
    expect(screen.getByRole('heading', { level: 1, name: 'A title' })).toBeVisible();
    expect(screen.getByText('A subtitle')).toBeVisible();
    expect(screen.getByText('Last sync')).toHaveTextContent(`Last sync ${formatTime(new Date(2026, 10, 20, 14, 5))}`);
  });
});
