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

function open(path: string): ReturnType<typeof createQueryClient> {
  const queryClient = createQueryClient();
  render(
    <MemoryRouter initialEntries={[path]}>
      <App product={TEST_PRODUCT} queryClient={queryClient} />
      <Link to="/checkout/success">Go on</Link>
    </MemoryRouter>,
  );
  return queryClient;
}

describe('the app', () => {
  it('answers unknown paths with the 404 page, without asking who is there', async () => {
    const api = fakeApi({ 'GET /api/auth/user': new FakeResponse(401, SIGNED_OUT) });
    open('/nowhere');
    expect(await screen.findByRole('heading', { name: COPY.notFound })).toBeVisible();
    expect(document.title).toBe(`${COPY.notFound} · Ringwell`);
    expect(api.requests()).not.toContain('GET /api/admin/impersonation-status');
  });

  it('sends people who are signed in from /auth to their home', async () => {
    fakeApi(responsesFor(TEST_USERS.user));
    open('/auth');
    expect(await screen.findByText('Minutes Processed')).toBeVisible();
  });

  it('names the sign-in button after the provider', async () => {
    fakeApi({ 'GET /api/auth/user': new FakeResponse(401, SIGNED_OUT), 'GET /api/auth/provider': { name: 'Replit' } });
    open('/auth');
    expect(await screen.findByRole('link', { name: 'Sign in with Replit' })).toHaveAttribute('href', '/api/login');
  });

  it('puts the focus on the heading after a change of page, and leaves it alone on the first one', async () => {
    fakeApi(responsesFor(TEST_USERS.user));
    open('/');
    const first = await screen.findByRole('heading', { name: 'Dashboard' });
    expect(first).not.toHaveFocus();
    await userEvent.click(screen.getByRole('link', { name: 'Go on' }));
    expect(await screen.findByRole('heading', { name: 'Welcome to Ringwell!' })).toHaveFocus();
    expect(document.title).toBe('Subscription · Ringwell');
  });

  it('leaves the focus in the search box when the first page that was opened is searched', async () => {
    fakeApi({ ...responsesFor(TEST_USERS.user), 'GET /api/calls': { items: [], nextCursor: null } });
    open('/calls');
    const search = await screen.findByRole('searchbox', { name: 'Search calls' });
    await userEvent.type(search, 'warm{Enter}');
    expect(await screen.findByText(COPY.calls.noneFound)).toBeVisible();
    expect(search).toHaveFocus();
  });

  it('says once that the session is over, however many calls fail, and goes to the sign-in after half a second', async () => {
    jest.useFakeTimers();
    const assign = jest.spyOn(browserLocation, 'assign').mockReturnValue(undefined);
    const gone = new FakeResponse(401, SIGNED_OUT);
    fakeApi({ ...responsesFor(TEST_USERS.admin), 'GET /api/admin/usage/system': gone, 'GET /api/admin/activity': gone });
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

  it('offers another try when the API is away', async () => {
    const api = fakeApi({ ...responsesFor(TEST_USERS.user), 'GET /api/auth/user': new FakeResponse(500) });
    open('/');
    await screen.findByRole('heading', { name: "Couldn't reach Ringwell" });
    api.set('GET /api/auth/user', TEST_USERS.user);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Minutes Processed')).toBeVisible();
  });
});
