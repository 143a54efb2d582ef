import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter } from 'react-router';

import { browserLocation } from '../lib/browser-location';
import { LEAVE_DELAY_MS } from '../lib/constants';
import { COPY } from '../lib/copy';
import { createQueryClient } from '../lib/query-client';
import { userQuery } from '../lib/session';
import { fakeApi, FakeResponse } from '../testing/fake-api';
import { TEST_PRODUCT } from '../testing/render-with-providers';
import { responsesFor, SIGNED_OUT, TEST_USERS } from '../testing/test-users';
import { App } from './app';

function openApp(path: string): ReturnType<typeof createQueryClient> {
  const queryClient = createQueryClient();
  render(
    <MemoryRouter initialEntries={[path]}>
      <App product={TEST_PRODUCT} queryClient={queryClient} />
      <Link to="/checkout/success">Go on</Link>
    </MemoryRouter>,
  );
  return queryClient;
}

describe('App', () => {
  it('shows the 404 page for unknown paths without requesting the impersonation status', async () => {
    const api = fakeApi({ 'GET /api/auth/user': new FakeResponse(401, SIGNED_OUT) });
    openApp('/nowhere');
    expect(await screen.findByRole('heading', { name: COPY.notFound })).toBeVisible();
    expect(document.title).toBe(`${COPY.notFound} · Ringwell`);
    expect(api.requests()).not.toContain('GET /api/admin/impersonation-status');
  });

  it('redirects signed-in users from /auth to their home page', async () => {
    fakeApi(responsesFor(TEST_USERS.user));
    openApp('/auth');
    expect(await screen.findByText('Minutes Processed')).toBeVisible();
  });

  it('shows the provider in the sign-in button', async () => {
    fakeApi({ 'GET /api/auth/user': new FakeResponse(401, SIGNED_OUT), 'GET /api/auth/provider': { name: 'Replit' } });
    openApp('/auth');
    expect(await screen.findByRole('link', { name: 'Sign in with Replit' })).toHaveAttribute('href', '/api/login');
  });

  it('moves the focus to the heading after navigation, but not on the first page', async () => {
    fakeApi(responsesFor(TEST_USERS.user));
    openApp('/');
    const first = await screen.findByRole('heading', { name: 'Dashboard' });
    expect(first).not.toHaveFocus();
    await userEvent.click(screen.getByRole('link', { name: 'Go on' }));
    expect(await screen.findByRole('heading', { name: 'Welcome to Ringwell!' })).toHaveFocus();
    expect(document.title).toBe('Subscription · Ringwell');
  });

  it('keeps the focus in the search box when searching on the first page', async () => {
    fakeApi({ ...responsesFor(TEST_USERS.user), 'GET /api/calls': { items: [], nextCursor: null } });
    openApp('/calls');
    const search = await screen.findByRole('searchbox', { name: 'Search calls' });
    await userEvent.type(search, 'warm{Enter}');
    expect(await screen.findByText(COPY.calls.noneFound)).toBeVisible();
    expect(search).toHaveFocus();
  });

  it('announces the end of the session once, and redirects to the sign-in page after half a second', async () => {
    jest.useFakeTimers();
    const assign = jest.spyOn(browserLocation, 'assign').mockReturnValue(undefined);
    const signedOut = new FakeResponse(401, SIGNED_OUT);
    fakeApi({
      ...responsesFor(TEST_USERS.admin),
      'GET /api/admin/usage/system': signedOut,
      'GET /api/admin/activity': signedOut,
    });
    const client = createQueryClient();
    client.setQueryData(userQuery.queryKey, TEST_USERS.admin);
    render(
      <MemoryRouter>
        <App product={TEST_PRODUCT} queryClient={client} />
      </MemoryRouter>,
    );
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(screen.getByText(COPY.unauthorized.title)).toBeVisible();
    expect(screen.getByText(COPY.unauthorized.description)).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(LEAVE_DELAY_MS));
    expect(assign.mock.calls).toEqual([['/api/login']]);
  });

  it('offers a retry when the API is unavailable', async () => {
    const api = fakeApi({ ...responsesFor(TEST_USERS.user), 'GET /api/auth/user': new FakeResponse(500) });
    openApp('/');
    await screen.findByRole('heading', { name: "Couldn't reach Ringwell" });
    api.set('GET /api/auth/user', TEST_USERS.user);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Minutes Processed')).toBeVisible();
  });
});
