import { useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';

import type { CurrentUser } from '../api/types';
import { CHECKOUT_COPY } from '../features/checkout/checkout-copy';
import { subscriptionQuery } from '../lib/billing/api';
import { COPY } from '../lib/copy';
import { formatTime } from '../lib/format/format';
import { createQueryClient } from '../lib/queries/query-client';
import { ACCOUNT_SETTINGS } from '../testing/account-settings';
import { fakeApi, type FakeApi } from '../testing/fake-api';
import { setViewportWidth } from '../testing/fake-browser';
import { getTexts } from '../testing/get-texts';
import { renderWithProviders } from '../testing/render-with-providers';
import { NO_SUBSCRIPTION, responsesFor, TEST_USERS } from '../testing/test-users';
import { Shell } from './shell';

function openShell(user: CurrentUser, page: ReactNode = null): FakeApi {
  const api = fakeApi(responsesFor(user));
  const client = createQueryClient();
  client.setQueryData(subscriptionQuery(user.accountId).queryKey, NO_SUBSCRIPTION);
  renderWithProviders(
    <Shell title="A title" subtitle="A subtitle">
      <label>
        Notes
        <input />
      </label>
      {page}
    </Shell>,
    { user, queryClient: client },
  );
  return api;
}

const getSidebar = (): HTMLElement => screen.getByRole('complementary', { name: 'Sidebar' });
const queryBottomBar = (): HTMLElement | null => screen.queryByRole('navigation', { name: 'Shortcuts' });
function setFollowUpCounts(api: FakeApi): void {
  api.set('GET /api/follow-ups/counts', ({ url }: Request) => {
    const isToday = new URL(url).searchParams.get('section') === 'today';
    return { waiting: isToday ? 3 : 30, overdue: isToday ? 1 : 28, mine: 0, unassigned: 3, snoozed: 0 };
  });
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
}
const pressCtrlB = (target: Element): boolean => fireEvent.keyDown(target, { key: 'b', ctrlKey: true });

describe('sidebar', () => {
  it("lists the administrator pages first, and collapses the administrator's own account and the log pages", async () => {
    openShell(TEST_USERS.admin);
    const getLinks = (): [string | null, string | null][] =>
      within(screen.getByRole('navigation', { name: 'Main' }))
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]);
    const adminLinks = [
      ['Admin Dashboard', '/'],
      ['User Management', '/users'],
      ['API Tokens', '/tokens'],
      ['Usage Analytics', '/analytics'],
    ];
    expect(getLinks()).toEqual(adminLinks);
    const ownAccountButton = screen.getByRole('button', { name: COPY.nav.ownAccount });
    await userEvent.click(ownAccountButton);
    await userEvent.click(screen.getByRole('button', { name: COPY.nav.records }));
    expect(ownAccountButton).toHaveAttribute('aria-expanded', 'true');
    expect(getLinks()).toEqual([
      ...adminLinks,
      ['Your dashboard', '/dashboard'],
      ['Follow-ups', '/follow-ups'],
      ['Calls', '/calls'],
      ['Happiness', '/happiness'],
      ['Bookings', '/bookings'],
      ['Customers', '/customers'],
      ['Team', '/team'],
      ['Settings', '/settings'],
      ['Activity', '/activity'],
      ['Security Events', '/security-events'],
      ['Messages', '/messages'],
    ]);
    expect(within(screen.getByRole('list', { name: COPY.nav.ownAccount })).getAllByRole('link')).toHaveLength(8);
    const docs = screen.getByRole('link', { name: 'API Docs' });
    expect([docs.getAttribute('href'), docs.getAttribute('target'), docs.getAttribute('rel')]).toEqual([
      '/docs',
      '_blank',
      'noopener',
    ]);
    expect(screen.getByText('Administrator')).toBeVisible();
  });

  it('collapses a group on its own pages, too, and works if the browser blocks its storage', async () => {
    const throwSecurityError = (): never => {
      throw new DOMException('denied', 'SecurityError');
    };
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(throwSecurityError);
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(throwSecurityError);
    jest.spyOn(Storage.prototype, 'removeItem').mockImplementation(throwSecurityError);
    openShell(TEST_USERS.admin);
    const recordsButton = screen.getByRole('button', { name: COPY.nav.records });
    await userEvent.click(recordsButton);
    await userEvent.click(screen.getByRole('link', { name: 'Activity' }));
    expect(recordsButton).toHaveAttribute('aria-expanded', 'true');
    await userEvent.click(recordsButton);
    expect(recordsButton).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('link', { name: 'Activity' })).not.toBeInTheDocument();
  });

  it('links to the dashboard, calls, happiness, team and settings', () => {
    openShell(TEST_USERS.user);
    expect(getTexts(screen.getByRole('navigation', { name: 'Main' }), 'link')).toEqual([
      'Dashboard',
      'Follow-ups',
      'Calls',
      'Happiness',
      'Bookings',
      'Customers',
      'Team',
      'Settings',
    ]);
    expect(screen.queryByRole('link', { name: 'API Docs' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Subscribe' })).not.toBeInTheDocument();
  });

  it('shows the number of customers to call next to Follow-ups', async () => {
    const api = openShell(TEST_USERS.user);
    expect(screen.getByRole('link', { name: 'Follow-ups' })).toBeVisible();
    setFollowUpCounts(api);
    expect(await screen.findByRole('link', { name: /^Follow-ups ?, 3 to call, 1 overdue$/ })).toBeVisible();
  });

  it.each(['member', 'viewer'] as const)(
    'does not link to settings or request the subscription for a %s',
    async (memberRole) => {
      const api = openShell({ ...TEST_USERS.user, memberRole });
      expect(await screen.findByRole('link', { name: 'Team' })).toBeVisible();
      expect(screen.queryByRole('link', { name: 'Settings' })).not.toBeInTheDocument();
      expect(api.requests()).not.toContain('GET /api/billing/subscription');
    },
  );

  it('does not offer plans to demo users who are not the owner', () => {
    openShell({ ...TEST_USERS.demo, memberRole: 'manager' });
    expect(screen.queryByRole('button', { name: 'Subscribe' })).not.toBeInTheDocument();
  });

  it('offers plans to demo users', async () => {
    openShell(TEST_USERS.demo);
    expect(screen.queryByRole('link', { name: 'Settings' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
    expect(await screen.findByRole('dialog', { name: CHECKOUT_COPY.title })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('toggles between 16 rem and a 3 rem icon rail with Ctrl+B, and remembers it in a cookie for seven days', () => {
    const cookies = jest.spyOn(document, 'cookie', 'set');
    openShell(TEST_USERS.admin);
    expect(getSidebar()).toHaveStyle({ width: '16rem' });
    pressCtrlB(document.body);
    expect(getSidebar()).toHaveStyle({ width: '3rem' });
    expect(cookies).toHaveBeenLastCalledWith('sidebar_state=false; path=/; max-age=604800; samesite=lax');
    fireEvent.keyDown(document.body, { key: 'b', metaKey: true });
    expect(getSidebar()).toHaveStyle({ width: '16rem' });
  });

  it('starts in the remembered state', () => {
    document.cookie = 'sidebar_state=false; path=/';
    openShell(TEST_USERS.admin);
    expect(getSidebar()).toHaveStyle({ width: '3rem' });
  });

  it('toggles with Ctrl+B even when a field has focus', () => {
    openShell(TEST_USERS.admin);
    expect(pressCtrlB(screen.getByLabelText('Notes'))).toBe(false);
    expect(getSidebar()).toHaveStyle({ width: '3rem' });
  });

  it('is an 18 rem sheet below 768 px', async () => {
    setViewportWidth(767);
    openShell(TEST_USERS.admin);
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Toggle sidebar' }));
    expect(await screen.findByRole('dialog', { name: 'Menu' })).toHaveStyle({ width: '18rem' });
    await userEvent.click(screen.getByRole('link', { name: 'Usage Analytics' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('time zone', () => {
  const renderShell = (isImpersonated: boolean): FakeApi => {
    const api = openShell({ ...TEST_USERS.user, timeZone: null, isImpersonated });
    api.set('PUT /api/my/settings', { ...ACCOUNT_SETTINGS, timeZone: 'Europe/Berlin' });
    api.set('GET /api/my/settings', ACCOUNT_SETTINGS);
    return api;
  };
  beforeEach(() => {
    jest
      .spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
      .mockReturnValue({ timeZone: 'Europe/Berlin' } as Intl.ResolvedDateTimeFormatOptions);
  });

  it('is set from the browser if the account has none', async () => {
    const api = renderShell(false);
    await api.expectBodies('PUT /api/my/settings', [{ timeZone: 'Europe/Berlin' }]);
  });

  it("is never set from an administrator's browser", async () => {
    const api = renderShell(true);
    expect(await screen.findByRole('heading', { name: 'A title' })).toBeVisible();
    expect(api.requests()).not.toContain('PUT /api/my/settings');
  });
});

describe('header', () => {
  it("shows the title, the subtitle and the time of the page's newest data", async () => {
    jest.useFakeTimers({ now: new Date(2026, 10, 20, 14, 5) });
    openShell(TEST_USERS.user, <Figures />);
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(screen.getByRole('heading', { level: 1, name: 'A title' })).toBeVisible();
    expect(screen.getByText('A subtitle')).toBeVisible();
    expect(screen.getByText('Last sync')).toHaveTextContent(`Last sync ${formatTime(new Date(2026, 10, 20, 14, 5))}`);
  });

  it("does not count the layout's data as the last sync", () => {
    openShell(TEST_USERS.user);
    expect(screen.queryByText('Last sync')).not.toBeInTheDocument();
  });
});

function Figures(): ReactNode {
  useQuery({ queryKey: ['figures'], queryFn: () => 1 });
  return null;
}

describe('bottom bar', () => {
  it('links to Today, the follow-ups, the calls and the search on a phone', async () => {
    setViewportWidth(390);
    const api = openShell(TEST_USERS.user);
    setFollowUpCounts(api);
    const bar = within(queryBottomBar() as HTMLElement);
    expect(await bar.findByRole('link', { name: /^Follow-ups ?, 3 to call, 1 overdue$/ })).toBeVisible();
    expect(bar.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Today', '/'],
      ['Follow-ups, 3 to call, 1 overdue3', '/follow-ups'],
      ['Calls', '/calls'],
    ]);
    await userEvent.click(bar.getByRole('button', { name: 'Search' }));
    expect(await screen.findByRole('dialog', { name: 'Search and jump' })).toBeVisible();
  });

  it('starts with the administrator page for administrators', () => {
    setViewportWidth(390);
    openShell(TEST_USERS.admin);
    const links = within(queryBottomBar() as HTMLElement).getAllByRole('link');
    expect(links.slice(0, 2).map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Admin', '/'],
      ['Today', '/dashboard'],
    ]);
  });

  it('is hidden in wide windows and for demo accounts', () => {
    openShell(TEST_USERS.user);
    expect(queryBottomBar()).not.toBeInTheDocument();
    cleanup();
    setViewportWidth(390);
    openShell(TEST_USERS.demo);
    expect(queryBottomBar()).not.toBeInTheDocument();
  });
});
