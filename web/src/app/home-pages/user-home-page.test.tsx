import { act, cleanup, screen, waitFor } from '@testing-library/react';

import type { CurrentUser } from '../../api/types';
import { SETTINGS_COPY } from '../../features/settings/settings-copy';
import { COPY } from '../../lib/copy';
import { UPLOAD_COPY } from '../../lib/recordings/upload-copy';
import { recentCall } from '../../testing/calls';
import { fakeApi, type FakeApi } from '../../testing/fake-api';
import { setViewportWidth } from '../../testing/fake-browser';
import { today } from '../../testing/follow-ups';
import { renderWithProviders } from '../../testing/render-with-providers';
import { responsesFor, TEST_USERS } from '../../testing/test-users';
import { undelivered } from '../../testing/undelivered';
import { UserHomePage } from './user-home-page';

function openPage(user: CurrentUser, responses: Record<string, unknown> = {}): FakeApi {
  const api = fakeApi({
    ...responsesFor(user),
    'GET /api/my/settings': new Promise(() => undefined),
    'GET /api/my/demo-usage': { count: 2, limit: 5, maxMinutes: 10 },
    ...responses,
  });
  renderWithProviders(<UserHomePage />, { user });
  return api;
}

describe('UserHomePage', () => {
  it('shows statistics, calls and settings', async () => {
    openPage(TEST_USERS.user);
    expect(await screen.findByRole('heading', { name: COPY.calls.recent })).toBeVisible();
    expect(screen.getByText('Minutes Processed')).toBeVisible();
    expect(await screen.findByRole('heading', { name: SETTINGS_COPY.title })).toBeVisible();
  });

  it('shows nothing about customers before the first call', async () => {
    openPage(TEST_USERS.user, { 'GET /api/my/recent-calls': [] });
    expect(await screen.findByRole('heading', { name: COPY.calls.recent })).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Customer Happiness')).not.toBeInTheDocument());
    expect(screen.queryByText(COPY.nav.today)).not.toBeInTheDocument();
    cleanup();
    openPage(TEST_USERS.user, { 'GET /api/my/recent-calls': [recentCall()] });
    expect(await screen.findByRole('heading', { name: 'Customer Happiness' })).toBeVisible();
  });

  it('shows customer happiness above the customers to call on a phone', async () => {
    setViewportWidth(390);
    openPage(TEST_USERS.user, { 'GET /api/my/recent-calls': [recentCall()] });
    expect(await screen.findByRole('heading', { name: COPY.nav.happiness })).toBeVisible();
    expect(await screen.findByRole('heading', { name: COPY.nav.today })).toBeVisible();
    const headings = screen.getAllByRole('heading').map(({ textContent }) => textContent);
    expect(headings.slice(0, 2)).toEqual([COPY.nav.happiness, COPY.nav.today]);
  });

  it('shows how many messages were not delivered, with a link to them', async () => {
    openPage(TEST_USERS.user, {
      'GET /api/my/undelivered': [undelivered(), undelivered({ channel: 'email', failed: 1 })],
    });
    const link = await screen.findByRole('link', { name: '3 messages not delivered' });
    expect(link).toHaveAttribute('href', '/settings/alerts');
  });

  it('no longer mentions messages once they have been delivered', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const api = openPage(TEST_USERS.user, { 'GET /api/my/undelivered': [undelivered()] });
    const link = await screen.findByRole('link', { name: '2 messages not delivered' });
    api.set('GET /api/my/undelivered', []);
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    await waitFor(() => expect(link).not.toBeInTheDocument());
  });

  it.each(['member', 'viewer'] as const)('does not request or show the settings for a %s', async (memberRole) => {
    const api = openPage({ ...TEST_USERS.user, memberRole });
    expect(await screen.findByRole('heading', { name: COPY.calls.recent })).toBeVisible();
    expect(screen.queryByRole('heading', { name: SETTINGS_COPY.title })).not.toBeInTheDocument();
    expect(api.requests()).not.toContain('GET /api/my/settings');
    expect(api.requests()).not.toContain('GET /api/my/undelivered');
  });

  it('shows demo accounts only the sandbox and its recordings, without requesting anything else', async () => {
    const api = openPage(TEST_USERS.demo);
    expect(await screen.findByRole('heading', { name: UPLOAD_COPY.sandbox })).toBeVisible();
    expect(screen.queryByText('Minutes Processed')).not.toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: COPY.calls.recent })).not.toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: SETTINGS_COPY.title })).not.toBeInTheDocument();
    expect(api.requests().filter((call) => /usage$|calls|settings/.test(call))).toEqual([
      'GET /api/my/demo-usage',
      'GET /api/my/recent-calls',
    ]);
  });

  it('shows the dashboard when the user returns after the account was activated', async () => {
    const api = openPage(TEST_USERS.demo);
    expect(await screen.findByRole('heading', { name: UPLOAD_COPY.sandbox })).toBeVisible();
    api.set('GET /api/auth/user', TEST_USERS.user);
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByRole('heading', { name: COPY.calls.recent })).toBeVisible();
    expect(screen.getByText('Minutes Processed')).toBeVisible();
  });

  it('loads the content below Today in parallel, but shows it only once it will not shift', async () => {
    let respond = (_: unknown): void => undefined;
    const response = new Promise((resolve) => (respond = resolve));
    const api = openPage(TEST_USERS.user, { 'GET /api/follow-ups/today': response });
    const statistics = await screen.findByText('Minutes Processed');
    expect(statistics).not.toBeVisible();
    expect(api.requests()).toContain('GET /api/my/usage');
    respond(today([]));
    await waitFor(() => expect(statistics).toBeVisible());
  });
});
