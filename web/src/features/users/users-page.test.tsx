import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';

import { LEAVE_DELAY_MS } from '../../lib/constants';
import { createQueryClient } from '../../lib/query-client';
import { userQuery } from '../../lib/session';
import { toastStore } from '../../lib/toast-store';
import { fakeApi, FakeResponse } from '../../testing/fake-api';
import { setViewportWidth } from '../../testing/fake-browser';
import { renderWithProviders } from '../../testing/render-with-providers';
import { responsesFor, TEST_USERS } from '../../testing/test-users';
import { USERS } from '../../testing/user-list';
import { USER_COPY } from './user-copy';
import { UsersPage } from './users-page';

const words = USER_COPY;
const LIST = 'GET /api/admin/users';

function Path(): ReactNode {
  return <p>{`at ${useLocation().pathname}`}</p>;
}

function open(answers: Record<string, unknown> = {}): ReturnType<typeof fakeApi> {
  const api = fakeApi({ ...responsesFor(TEST_USERS.admin), [LIST]: USERS, ...answers });
  const client = createQueryClient();
  client.setQueryData(userQuery.queryKey, TEST_USERS.admin);
  renderWithProviders(
    <>
      <UsersPage />
      <Path />
    </>,
    client,
  );
  return api;
}

async function menuOf(name: string): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  return screen.findByRole('menu');
}

async function choose(name: string, item: string): Promise<void> {
  await userEvent.click(within(await menuOf(name)).getByRole('menuitem', { name: item }));
}

const rowNames = (): (string | null)[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent ?? null);

describe('the table of users', () => {
  it('shows who they are, what they may do and since when', async () => {
    open();
    const row = await screen.findByRole('row', { name: /Dana Reyes/ });
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'User',
      'Role',
      'Status',
      'Created',
      'Actions',
    ]);
    expect(
      within(row)
        .getAllByRole('cell')
        .slice(0, 4)
        .map((cell) => cell.textContent),
    ).toEqual(['DRDana Reyesdana@reyes.example', 'Administrator', 'ACTIVE', 'Jan 2, 2026']);
    expect(screen.getByRole('row', { name: /kim@example.com/ })).toHaveTextContent('Kkim@example.comUserDEMO');
    expect(screen.getByRole('status')).toHaveTextContent('3 users');
  });

  it.each(Object.entries(words.billing))('says that billing is %s', async (billing, label) => {
    open({ [LIST]: USERS.map((user) => ({ ...user, billing })) });
    expect(await screen.findByRole('row', { name: /Dana Reyes/ })).toHaveTextContent(label);
  });

  it('says nothing about billing while a subscriber is charged', async () => {
    open({ [LIST]: USERS.map((user) => ({ ...user, billing: 'charged' })) });
    expect(await screen.findByRole('row', { name: /Dana Reyes/ })).not.toHaveTextContent(/billing/i);
  });

  it('shows when billing has been paused without being asked again', async () => {
    const api = open({ [LIST]: USERS.map((user) => ({ ...user, billing: 'pausing' })) });
    await screen.findByRole('row', { name: /Dana Reyes.*Pausing billing/ });
    api.set(
      LIST,
      USERS.map((user) => ({ ...user, billing: 'paused' })),
    );
    expect(await screen.findByRole('row', { name: /Dana Reyes.*Billing paused/ }, { timeout: 10_000 })).toBeVisible();
  }, 15_000);

  it('is a list of cards on phones', async () => {
    setViewportWidth(390);
    open();
    const cards = within(await screen.findByRole('list', { name: 'Users' })).getAllByRole('listitem');
    expect(cards).toHaveLength(3);
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });

  it('says that it is loading', () => {
    open({ [LIST]: () => new Promise(() => undefined) });
    expect(screen.getByRole('status')).toHaveTextContent('Loading users...');
  });

  it('can be asked again after a failure', async () => {
    const api = open({ [LIST]: new FakeResponse(500) });
    await screen.findByText("Couldn't load users.");
    api.set(LIST, USERS);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Dana Reyes')).toBeVisible();
  });

  it.each([
    ['REYES', 'Dana Reyes'],
    ['sam', 'Sam Becker'],
    ['kim@EX', 'kim@example.com'],
  ])('finds %s', async (search, name) => {
    open();
    await screen.findByText('Dana Reyes');
    await userEvent.type(screen.getByPlaceholderText('Search users...'), search);
    expect(rowNames()).toEqual([expect.stringContaining(name)]);
    expect(screen.getByRole('status')).toHaveTextContent('1 user');
  });

  it('filters by role, and offers a way out when nobody is left', async () => {
    open();
    await screen.findByText('Dana Reyes');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'All Roles',
      'Administrator',
      'User',
    ]);
    await userEvent.selectOptions(screen.getByLabelText('Role'), 'Administrator');
    expect(rowNames()).toEqual([expect.stringContaining('Dana Reyes')]);
    await userEvent.type(screen.getByPlaceholderText('Search users...'), 'sam');
    expect(screen.getByText('No users found')).toBeVisible();
    await userEvent.click(
      within(screen.getByText('No users found').parentElement ?? document.body).getByRole('button', {
        name: 'Clear search',
      }),
    );
    expect(rowNames()).toHaveLength(3);
  });

  it('puts the cursor into the search with /', async () => {
    open();
    await screen.findByText('Dana Reyes');
    await userEvent.keyboard('/');
    expect(screen.getByPlaceholderText('Search users...')).toHaveFocus();
  });
});

describe('the menu of a user', () => {
  it.each([
    ['kim@example.com', ['Activate', 'Make Admin', 'Login As User', 'Edit', 'Set Password', 'Delete']],
    ['Sam Becker', ['Make Admin', 'Deactivate', 'Login As User', 'Edit', 'Set Password', 'Delete']],
    ['Dana Reyes', ['Deactivate', 'Login As User', 'Edit', 'Set Password', 'Delete']],
  ])('of %s', async (name, items) => {
    open();
    expect(
      within(await menuOf(name))
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual(items);
  });

  it('does not let administrators be viewed, or delete themselves', async () => {
    open();
    const menu = within(await menuOf('Dana Reyes'));
    expect(menu.getByRole('menuitem', { name: 'Login As User' })).toHaveAttribute('aria-disabled', 'true');
    expect(menu.getByRole('menuitem', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true');
  });
});

const ACTIONS = [
  [
    'kim@example.com',
    words.actions.activate,
    'PATCH /api/admin/users/d1/activate',
    words.activate.confirm,
    words.activate,
  ],
  [
    'Sam Becker',
    words.actions.promote,
    'PATCH /api/admin/users/u1/make-admin',
    words.promote.confirm('Sam Becker'),
    words.promote,
  ],
  [
    'Sam Becker',
    words.actions.deactivate,
    'PATCH /api/admin/users/u1/deactivate',
    words.deactivate.confirm('Sam Becker'),
    words.deactivate,
  ],
  ['Sam Becker', words.actions.remove, 'DELETE /api/admin/users/u1', words.remove.confirm, words.remove],
] as const;

describe.each(ACTIONS)('%s: %s', (name, action, call, question, { succeeded, failed }) => {
  it('asks, does it, says so and fetches the list again', async () => {
    const api = open({ [call]: call.startsWith('DELETE') ? new FakeResponse(204) : {} });
    await choose(name, action);
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(question)).toBeVisible();
    expect(api.requests()).not.toContain(call);
    await userEvent.click(dialog.getByRole('button', { name: action }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(toastStore.get()).toMatchObject({ title: 'Success', description: succeeded });
    expect(api.requests().filter((each) => each === LIST)).toHaveLength(2);
  });

  it('stays open and says when it failed', async () => {
    open({ [call]: new FakeResponse(500) });
    await choose(name, action);
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: action }));
    await waitFor(() => expect(toastStore.get()).toMatchObject({ title: 'Error', description: failed }));
    expect(screen.getByRole('alertdialog')).toBeVisible();
  });
});

describe('Login As User', () => {
  it('asks, says whom one sees, and goes home as that user after half a second', async () => {
    const api = open({ 'POST /api/admin/impersonate/u1': {} });
    await choose('Sam Becker', 'Login As User');
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
    expect(screen.getByText('at /')).toBeVisible();
  });

  it('says when it failed', async () => {
    open({ 'POST /api/admin/impersonate/u1': new FakeResponse(409) });
    await choose('Sam Becker', 'Login As User');
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Login As User' }),
    );
    await waitFor(() => expect(toastStore.get()).toMatchObject({ description: 'Failed to impersonate user' }));
  });
});
