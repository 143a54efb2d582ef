import type { QueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router';

import type { SignInProvider } from '../api/types';
import { ACCOUNT_COPY } from '../features/account/account-copy';
import { CHECKOUT_COPY } from '../features/checkout/checkout-copy';
import { browserLocation } from '../lib/browser/browser-location';
import { LEAVE_DELAY_MS } from '../lib/constants';
import { COPY } from '../lib/copy';
import { toastStore } from '../lib/messages/toast-store';
import { createQueryClient } from '../lib/queries/query-client';
import { userQuery } from '../lib/session/session';
import { fakeApi, FakeResponse } from '../testing/fake-api';
import { renderApp } from '../testing/render-app';
import { chooseUserAction } from '../testing/render-users-page';
import { responsesFor, SIGNED_OUT, TEST_USERS } from '../testing/test-users';
import { USERS } from '../testing/user-list';

const openApp = (path: string): QueryClient => renderApp(path, <Link to="/checkout/success">Go on</Link>);

function openSignIn(provider: Pick<SignInProvider, 'name' | 'kind' | 'signUp'> & Partial<SignInProvider>): void {
  fakeApi({
    'GET /api/auth/user': new FakeResponse(401, SIGNED_OUT),
    'GET /api/auth/provider': { localUrl: '/api/login/local', ...provider },
  });
  openApp('/auth');
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
    await waitFor(() => expect(screen.getByText('Minutes Processed')).toBeVisible());
  });

  it('shows the provider in the sign-in button', async () => {
    openSignIn({ name: 'Replit', kind: 'oidc', signUp: 'provider' });
    expect(await screen.findByRole('link', { name: 'Sign in with Replit' })).toHaveAttribute('href', '/api/login');
    expect(screen.getByRole('link', { name: 'Sign in with a password' })).toHaveAttribute('href', '/api/login/local');
    expect(screen.getByText(/Signing in creates a free demo account/)).toBeVisible();
    cleanup();
    openSignIn({ name: 'Replit', kind: 'oidc', signUp: 'provider', localUrl: null });
    expect(await screen.findByRole('link', { name: 'Sign in with Replit' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Sign in with a password' })).not.toBeInTheDocument();
  });

  it('explains how to get an account when there is no sign-in provider', async () => {
    openSignIn({ name: 'email', kind: 'local', signUp: 'password' });
    expect(await screen.findByRole('link', { name: 'Create a free demo account' })).toHaveAttribute(
      'href',
      '/api/sign-up',
    );
    expect(screen.queryByRole('link', { name: 'Sign in with a password' })).not.toBeInTheDocument();
    cleanup();
    openSignIn({ name: 'email', kind: 'local', signUp: 'off' });
    expect(await screen.findByText(/Accounts are created by an administrator/)).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Contact us' }));
    expect(await screen.findByRole('form', { name: 'Contact' })).toBeVisible();
  });

  it('opens the plans dialog once, with the plan a visitor chose before signing in', async () => {
    fakeApi(responsesFor(TEST_USERS.demo));
    openApp('/?plan=team');
    expect(await screen.findByRole('radio', { name: /Team/ })).toBeChecked();
    expect(screen.getByRole('radio', { name: /Team/ })).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('links the plans to the contact form if payments are not set up', async () => {
    fakeApi({ ...responsesFor(TEST_USERS.demo), 'GET /api/public/config': { billingEnabled: false } });
    openApp('/?plan=team');
    expect(await screen.findByText(CHECKOUT_COPY.notSetUp)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Subscribe' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('link', { name: 'Contact us' }));
    expect(await screen.findByLabelText('Message')).toHaveValue("I'd like to subscribe to the Ringwell Team plan.");
    expect(screen.getByLabelText('Email')).toHaveValue(TEST_USERS.demo.email);
  });

  it('moves focus to the heading after navigation, but not on the first page', async () => {
    fakeApi(responsesFor(TEST_USERS.user));
    openApp('/');
    const firstHeading = await screen.findByRole('heading', { name: 'Dashboard' });
    expect(firstHeading).not.toHaveFocus();
    await userEvent.click(screen.getByRole('link', { name: 'Go on' }));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Welcome to Ringwell!' })).toHaveFocus());
    expect(document.title).toBe('Subscription · Ringwell');
  });

  it('keeps focus in the search box when searching on the first page', async () => {
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
    renderApp('/', undefined, client);
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(screen.getByText(COPY.unauthorized.title)).toBeVisible();
    expect(screen.getByText(COPY.unauthorized.description)).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(LEAVE_DELAY_MS));
    expect(assign.mock.calls).toEqual([['/api/login']]);
  });

  it('does not show an error when the user cancels the confirmation for a change', async () => {
    const api = fakeApi({
      ...responsesFor(TEST_USERS.admin),
      'GET /api/admin/users': USERS,
      'GET /api/auth/confirm': { method: 'password', needsCode: false, hasPasskey: false, signInName: 'email' },
      'PUT /api/admin/users/u1': new FakeResponse(403, { code: 'REAUTHENTICATION_REQUIRED', message: 'Confirm.' }),
    });
    openApp('/users');
    await chooseUserAction('Sam Becker', 'Edit');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }));
    await userEvent.selectOptions(dialog.getByLabelText('Role'), 'Administrator');
    await userEvent.click(dialog.getByRole('button', { name: 'Update User' }));
    const confirmation = await screen.findByRole('dialog', { name: ACCOUNT_COPY.confirmation.title });
    await within(confirmation).findByLabelText(ACCOUNT_COPY.confirmation.label);
    await userEvent.click(within(confirmation).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Update User' })).toBeEnabled());
    expect(api.requests()).toContain('PUT /api/admin/users/u1');
    expect(toastStore.get()?.open).not.toBe(true);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
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
