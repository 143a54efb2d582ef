import type { QueryClient } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';

import type { CurrentUser } from '../../api/types';
import { IMPERSONATION_POLL_MS, LEAVE_DELAY_MS } from '../../lib/constants';
import { COPY } from '../../lib/copy';
import { accountKey, userQuery } from '../../lib/session/session';
import { fakeApi, type FakeApi, FakeResponse } from '../../testing/fake-api';
import { getCurrentPath, renderWithProviders } from '../../testing/render-with-providers';
import { responsesFor, TEST_USERS } from '../../testing/test-users';
import { ImpersonationBanner } from './impersonation-banner';

const STATUS = 'GET /api/admin/impersonation-status';
const VIEWING = {
  isImpersonating: true,
  admin: { email: 'dana@reyes.example' },
  impersonatedUser: { id: 'u1', firstName: 'Sam', lastName: 'Becker', email: 'sam@becker.example' },
};
const NOT_VIEWING = { isImpersonating: false, impersonatedUser: null, admin: null };

interface RenderedBanner {
  api: FakeApi;
  client: QueryClient;
}

async function renderBanner(
  responses: Record<string, unknown>,
  user: CurrentUser = TEST_USERS.user,
): Promise<RenderedBanner> {
  jest.useFakeTimers();
  const api = fakeApi({ ...responsesFor(user), ...responses });
  const client = renderWithProviders(<ImpersonationBanner />, { user });
  client.setQueryData(accountKey(user.accountId, 'usage'), { totalMinutes: 1 });
  await advanceTime(1);
  return { api, client };
}

const advanceTime = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));

describe('ImpersonationBanner', () => {
  it.each([
    [5, 20],
    [20, 5],
  ])('fetches the user only once if the status takes %d ms and the user %d ms', async (statusMs, userMs) => {
    const respondAfter = (ms: number, value: unknown) => () =>
      new Promise((resolve) => {
        setTimeout(() => resolve(value), ms);
      });
    const { api, client } = await renderBanner({ [STATUS]: NOT_VIEWING }, TEST_USERS.admin);
    api.set(STATUS, respondAfter(statusMs, VIEWING));
    api.set('GET /api/auth/user', respondAfter(userMs, TEST_USERS.user));
    const requestsBefore = api.requests().length;
    await advanceTime(IMPERSONATION_POLL_MS + 1_000);
    const requests = api.requests().slice(requestsBefore);
    expect(requests.filter((call) => call === 'GET /api/auth/user')).toHaveLength(1);
    expect(client.getQueryData(userQuery.queryKey)?.id).toBe(TEST_USERS.user.id);
  });

  it('shows the viewed user and the administrator', async () => {
    await renderBanner({ [STATUS]: VIEWING });
    expect(screen.getByRole('status')).toHaveTextContent('Viewing as: Sam Becker(Admin: dana@reyes.example)');
  });

  it('appears and drops the old data within five seconds when impersonation starts in another tab', async () => {
    const { api, client } = await renderBanner({ [STATUS]: NOT_VIEWING }, TEST_USERS.admin);
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
    await advanceTime(IMPERSONATION_POLL_MS - 2);
    expect(api.count(STATUS)).toBe(1);
    api.set(STATUS, VIEWING);
    api.set('GET /api/auth/user', TEST_USERS.user);
    await advanceTime(2);
    expect(api.count(STATUS)).toBeGreaterThanOrEqual(2);
    await advanceTime(10);
    expect(screen.getByText('Viewing as: Sam Becker')).toBeVisible();
    expect(client.getQueryData(accountKey('account-a1', 'usage'))).toBeUndefined();
  });

  it('switches back to the administrator when impersonation ends in another tab after failed requests', async () => {
    const { api, client } = await renderBanner({ [STATUS]: VIEWING });
    api.set(STATUS, new FakeResponse(500));
    await advanceTime(IMPERSONATION_POLL_MS * 3);
    expect(api.count(STATUS)).toBe(4);
    expect(screen.getByText('Viewing as: Sam Becker')).toBeVisible();
    api.set(STATUS, NOT_VIEWING);
    api.set('GET /api/auth/user', TEST_USERS.admin);
    await advanceTime(IMPERSONATION_POLL_MS + 10);
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
    expect(client.getQueryData(userQuery.queryKey)).toMatchObject({ id: 'a1' });
    expect(client.getQueryData(accountKey('account-u1', 'usage'))).toBeUndefined();
  });

  it('switches to another user with the same name', async () => {
    const { api, client } = await renderBanner({ [STATUS]: VIEWING });
    api.set(STATUS, { ...VIEWING, impersonatedUser: { ...VIEWING.impersonatedUser, id: 'u2' } });
    api.set('GET /api/auth/user', { ...TEST_USERS.user, id: 'u2', accountId: 'account-u2' });
    await advanceTime(IMPERSONATION_POLL_MS + 10);
    expect(client.getQueryData(userQuery.queryKey)).toMatchObject({ id: 'u2' });
    expect(client.getQueryData(accountKey('account-u1', 'usage'))).toBeUndefined();
  });

  it('exits, refetches the account, shows a toast and opens the Users page after half a second', async () => {
    const { api, client } = await renderBanner({ [STATUS]: VIEWING });
    const respond = api.hold('POST /api/admin/stop-impersonation');
    act(() => screen.getByRole('button', { name: COPY.impersonation.exit }).click());
    await advanceTime(1);
    expect(screen.getByRole('button', { name: 'Exiting...' })).toBeDisabled();
    api.set(STATUS, NOT_VIEWING);
    api.set('GET /api/auth/user', TEST_USERS.admin);
    respond({});
    await advanceTime(10);
    expect(client.getQueryData(userQuery.queryKey)).toMatchObject({ id: 'a1' });
    expect(client.getQueryData(accountKey('account-u1', 'usage'))).toBeUndefined();
    expect(screen.getByText('Returned to admin account')).toBeVisible();
    await advanceTime(LEAVE_DELAY_MS - 11);
    expect(getCurrentPath()).toBe('/');
    await advanceTime(11);
    expect(getCurrentPath()).toBe('/users');
  });

  it('shows an error when exiting fails', async () => {
    await renderBanner({ [STATUS]: VIEWING, 'POST /api/admin/stop-impersonation': new FakeResponse(500) });
    act(() => screen.getByRole('button', { name: COPY.impersonation.exit }).click());
    await advanceTime(1);
    expect(screen.getByText('Failed to exit impersonation mode')).toBeVisible();
    expect(screen.getByRole('button', { name: COPY.impersonation.exit })).toBeEnabled();
  });
});
