import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { LEAVE_DELAY_MS } from '../../lib/constants';
import { COPY } from '../../lib/copy';
import { toastStore } from '../../lib/messages/toast-store';
import { FakeResponse } from '../../testing/fake-api';
import { chooseUserAction, LIST_USERS, renderUsersPage } from '../../testing/render-users-page';
import { getCurrentPath } from '../../testing/render-with-providers';
import { TEST_USERS } from '../../testing/test-users';

describe('Login As User', () => {
  it('asks for confirmation, and opens the home page as that user after half a second', async () => {
    const api = renderUsersPage({ 'POST /api/admin/impersonate/u1': {} });
    await chooseUserAction('Sam Becker', 'Login As User');
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(
      dialog.getByText(
        "Login as Sam Becker? You'll be able to view and manage their dashboard from their perspective.",
      ),
    ).toBeVisible();
    api.set('GET /api/auth/user', TEST_USERS.user);
    jest.useFakeTimers();
    act(() => dialog.getByRole('button', { name: 'Login As User' }).click());
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(toastStore.get()).toMatchObject({ title: 'Success', description: 'You are now viewing as this user' });
    await act(() => jest.advanceTimersByTimeAsync(LEAVE_DELAY_MS - 2));
    expect(api.requests()).not.toContain('GET /api/auth/user');
    await act(() => jest.advanceTimersByTimeAsync(2));
    expect(api.requests()).toContain('GET /api/auth/user');
    expect(getCurrentPath()).toBe('/');
  });

  it('stops requesting users once the session belongs to the other user', async () => {
    const api = renderUsersPage({ 'POST /api/admin/impersonate/u1': {} });
    await chooseUserAction('Sam Becker', 'Login As User');
    const dialog = within(await screen.findByRole('alertdialog'));
    const listCountBefore = api.count(LIST_USERS);
    jest.useFakeTimers();
    act(() => dialog.getByRole('button', { name: 'Login As User' }).click());
    await act(() => jest.advanceTimersByTimeAsync(LEAVE_DELAY_MS / 2));
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(api.count(LIST_USERS)).toBe(listCountBefore);
  });

  it('does not report a request that was in flight when the session changed', async () => {
    const api = renderUsersPage({ 'POST /api/admin/impersonate/u1': {} });
    await chooseUserAction('Sam Becker', 'Login As User');
    const dialog = within(await screen.findByRole('alertdialog'));
    const respond = api.hold(LIST_USERS);
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    jest.useFakeTimers();
    act(() => dialog.getByRole('button', { name: 'Login As User' }).click());
    await act(() => jest.advanceTimersByTimeAsync(1));
    respond(new FakeResponse(409, { code: 'ACCOUNT_CHANGED', message: 'The session belongs to another account.' }));
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(toastStore.get()).toMatchObject({ description: 'You are now viewing as this user' });
  });

  it('shows a toast when it fails, and keeps refreshing the list', async () => {
    const api = renderUsersPage({ 'POST /api/admin/impersonate/u1': new FakeResponse(409) });
    await chooseUserAction('Sam Becker', 'Login As User');
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Login As User' }),
    );
    await waitFor(() => expect(toastStore.get()).toMatchObject({ description: 'Failed to impersonate user' }));
    api.set(LIST_USERS, []);
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByText(COPY.users.empty)).toBeVisible();
  });
});
