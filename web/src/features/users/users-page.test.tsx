import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { UserAccount } from '../../api/types';
import { toastStore } from '../../lib/messages/toast-store';
import { identityConfirmation } from '../../lib/session/identity-confirmation';
import { FakeResponse } from '../../testing/fake-api';
import { setViewportWidth } from '../../testing/fake-browser';
import { getTexts } from '../../testing/get-texts';
import { chooseUserAction, LIST_USERS, openUserMenu, renderUsersPage } from '../../testing/render-users-page';
import { USERS } from '../../testing/user-list';
import { USER_COPY } from './user-copy';

const getRowNames = (): (string | null)[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent ?? null);

describe('UsersPage', () => {
  it.each([
    ['Make Admin', 'alertdialog'],
    ['Login As User', 'alertdialog'],
    ['Edit', 'dialog'],
    ['Set Password', 'dialog'],
  ])('asks the user to confirm their identity before opening the dialog: %s', async (item, role) => {
    renderUsersPage({ 'GET /api/auth/confirm': { isConfirmed: false } });
    await chooseUserAction('Sam Becker', item);
    await waitFor(() => expect(identityConfirmation.get()).not.toBeNull());
    expect(screen.queryByRole(role)).not.toBeInTheDocument();
    act(() => identityConfirmation.get()?.settle(true));
    expect(await screen.findByRole(role)).toBeVisible();
  });

  it('asks the user to confirm their identity before opening the dialog to create a user', async () => {
    renderUsersPage({ 'GET /api/auth/confirm': { isConfirmed: false } });
    await userEvent.click(await screen.findByRole('button', { name: 'Create User' }));
    await waitFor(() => expect(identityConfirmation.get()).not.toBeNull());
    act(() => identityConfirmation.get()?.settle(false));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('lists users with role, status and creation date', async () => {
    renderUsersPage();
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

  it.each(Object.entries(USER_COPY.billing))('shows that billing is %s', async (billing, label) => {
    renderUsersPage({ [LIST_USERS]: USERS.map((user) => ({ ...user, billing })) });
    expect(await screen.findByRole('row', { name: /Dana Reyes/ })).toHaveTextContent(label);
  });

  it('shows no billing status for subscribers who are charged', async () => {
    renderUsersPage({ [LIST_USERS]: USERS.map((user) => ({ ...user, billing: 'charged' })) });
    expect(await screen.findByRole('row', { name: /Dana Reyes/ })).not.toHaveTextContent(/billing/i);
  });

  it('refetches until billing has been paused', async () => {
    const api = renderUsersPage({ [LIST_USERS]: USERS.map((user) => ({ ...user, billing: 'pausing' })) });
    await screen.findByRole('row', { name: /Dana Reyes.*Pausing billing/ });
    api.set(
      LIST_USERS,
      USERS.map((user) => ({ ...user, billing: 'paused' })),
    );
    expect(await screen.findByRole('row', { name: /Dana Reyes.*Billing paused/ })).toBeVisible();
  });

  it('renders cards on phones', async () => {
    setViewportWidth(390);
    renderUsersPage();
    const cards = within(await screen.findByRole('list', { name: 'Users' })).getAllByRole('listitem');
    expect(cards).toHaveLength(3);
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });

  it('announces that it is loading', () => {
    renderUsersPage({ [LIST_USERS]: () => new Promise(() => undefined) });
    expect(screen.getByRole('status')).toHaveTextContent('Loading users...');
  });

  it('offers a retry after a failure', async () => {
    const api = renderUsersPage({ [LIST_USERS]: new FakeResponse(500) });
    await screen.findByText("Couldn't load users.");
    api.set(LIST_USERS, USERS);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Dana Reyes')).toBeVisible();
  });

  it.each([
    ['REYES', 'Dana Reyes'],
    ['sam', 'Sam Becker'],
    ['kim@EX', 'kim@example.com'],
    ['dána  reyes', 'Dana Reyes'],
  ])('finds a user by %s', async (search, name) => {
    renderUsersPage();
    await screen.findByText('Dana Reyes');
    await userEvent.type(screen.getByPlaceholderText('Search users...'), search);
    expect(getRowNames()).toEqual([expect.stringContaining(name)]);
    expect(screen.getByRole('status')).toHaveTextContent('1 user');
  });

  it('filters by role, and offers to clear the search when no user matches', async () => {
    renderUsersPage();
    await screen.findByText('Dana Reyes');
    const roles = within(screen.getByLabelText('Role'));
    expect(roles.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'All Roles',
      'Administrator',
      'User',
    ]);
    await userEvent.selectOptions(screen.getByLabelText('Role'), 'Administrator');
    expect(getRowNames()).toEqual([expect.stringContaining('Dana Reyes')]);
    await userEvent.type(screen.getByPlaceholderText('Search users...'), 'sam');
    expect(screen.getByText('No users found')).toBeVisible();
    await userEvent.click(
      within(screen.getByText('No users found').parentElement ?? document.body).getByRole('button', {
        name: 'Clear search',
      }),
    );
    expect(getRowNames()).toHaveLength(3);
  });

  it('sorts by name, and shows 25 users per page', async () => {
    const manyUsers = Array.from({ length: 30 }, (_, index) => ({
      ...USERS[1],
      id: `m${index}`,
      firstName: 'User',
      lastName: `${index + 10}`,
    }));
    renderUsersPage({ [LIST_USERS]: manyUsers });
    await screen.findByText('User 10');
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Name');
    expect(getRowNames()).toHaveLength(25);
    expect(getRowNames()[0]).toContain('User 10');
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(getRowNames()).toHaveLength(5);
    expect(getRowNames().at(-1)).toContain('User 39');
    expect(screen.getByText('Page 2 of 2')).toBeVisible();
    await userEvent.type(screen.getByPlaceholderText('Search users...'), 'user 11');
    expect(getRowNames()).toEqual([expect.stringContaining('User 11')]);
  });

  it('focuses the search box with /', async () => {
    renderUsersPage();
    await screen.findByText('Dana Reyes');
    await userEvent.keyboard('/');
    expect(screen.getByPlaceholderText('Search users...')).toHaveFocus();
  });
});

describe('UserMenu', () => {
  it.each([
    ['kim@example.com', ['Activate', 'Make Admin', 'Login As User', 'Edit', 'Set Password', 'Delete']],
    ['Sam Becker', ['Make Admin', 'Deactivate', 'Login As User', 'Edit', 'Set Password', 'Delete']],
    ['Dana Reyes', ['Deactivate', 'Login As User', 'Edit', 'Set Password', 'Delete']],
  ])('offers %s the allowed actions', async (name, items) => {
    renderUsersPage();
    expect(getTexts(await openUserMenu(name), 'menuitem')).toEqual(items);
  });

  it('does not let administrators impersonate or delete themselves', async () => {
    renderUsersPage();
    const menu = within(await openUserMenu('Dana Reyes'));
    expect(menu.getByRole('menuitem', { name: 'Login As User' })).toHaveAttribute('aria-disabled', 'true');
    expect(menu.getByRole('menuitem', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true');
  });
});

const ACTIONS = [
  [
    'kim@example.com',
    USER_COPY.actions.activate,
    'PATCH /api/admin/users/d1/activate',
    USER_COPY.activate.confirm,
    USER_COPY.activate,
  ],
  [
    'Sam Becker',
    USER_COPY.actions.promote,
    'PATCH /api/admin/users/u1/make-admin',
    USER_COPY.promote.confirm('Sam Becker'),
    USER_COPY.promote,
  ],
  [
    'Sam Becker',
    USER_COPY.actions.deactivate,
    'PATCH /api/admin/users/u1/deactivate',
    USER_COPY.deactivate.confirm('Sam Becker'),
    USER_COPY.deactivate,
  ],
  ['Sam Becker', USER_COPY.actions.remove, 'DELETE /api/admin/users/u1', USER_COPY.remove.confirm, USER_COPY.remove],
] as const;

describe.each(ACTIONS)('for %s, the action "%s"', (name, action, call, question, { succeeded, failed }) => {
  it('asks for confirmation, shows a toast and refetches the list', async () => {
    const api = renderUsersPage({ [call]: call.startsWith('DELETE') ? new FakeResponse(204) : {} });
    await chooseUserAction(name, action);
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(question)).toBeVisible();
    expect(api.requests()).not.toContain(call);
    await userEvent.click(dialog.getByRole('button', { name: action }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(toastStore.get()).toMatchObject({ title: 'Success', description: succeeded });
    expect(api.count(LIST_USERS)).toBe(2);
  });

  it('keeps the dialog open and shows a toast when it fails', async () => {
    renderUsersPage({ [call]: new FakeResponse(500) });
    await chooseUserAction(name, action);
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: action }));
    await waitFor(() => expect(toastStore.get()).toMatchObject({ title: 'Error', description: failed }));
    expect(screen.getByRole('alertdialog')).toBeVisible();
  });
});

describe('Deleting a user', () => {
  const openDeletion = async (): Promise<HTMLElement> => {
    await chooseUserAction('Sam Becker', 'Delete');
    return screen.findByRole('alertdialog');
  };

  const [ownAccount] = USERS[1].accounts as [UserAccount];
  const makeAccount = (changes: Partial<UserAccount>): UserAccount => ({ ...ownAccount, ...changes });

  it.each<[string, UserAccount[], RegExp]>([
    [
      'their own account',
      [makeAccount({ memberCount: 3, hasSubscription: true })],
      /Sam Becker will be deleted, along with its calls, .* Its other members \(2\) will lose access\. Its subscription will be canceled first\./,
    ],
    [
      'an account with another owner',
      [makeAccount({ ownerId: 'a1', name: 'Reyes HVAC', isSoleOwner: false, memberCount: 2, hasSubscription: true })],
      /\(sam@becker.example\)The account Reyes HVAC and its calls will be kept\.This can't be undone\./,
    ],
  ])('names the user and says what will happen to %s', async (_, accounts, text) => {
    renderUsersPage({ [LIST_USERS]: USERS.map((user) => ({ ...user, accounts })) });
    const dialog = await openDeletion();
    expect(dialog).toHaveTextContent('Sam Becker (sam@becker.example)');
    expect(dialog).toHaveTextContent(text);
  });

  it('does not offer account actions for members without an account', async () => {
    renderUsersPage({ [LIST_USERS]: USERS.map((user) => ({ ...user, status: null })) });
    expect(await screen.findAllByText('MEMBER')).not.toHaveLength(0);
    expect(screen.queryByRole('button', { name: 'Activate' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Sam Becker' }));
    const actionNames = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
    expect(actionNames).toEqual(['Make Admin', 'Login As User', 'Edit', 'Set Password', 'Delete']);
  });

  it('shows a user being deleted and what is blocking the deletion, without actions', async () => {
    const problem = 'The payment provider is unavailable.';
    const deletion = { requestedAt: '2026-03-31T14:05:00.000Z', problem };
    renderUsersPage({ [LIST_USERS]: USERS.map((user) => (user.id === 'u1' ? { ...user, deletion } : user)) });
    expect(await screen.findByText('Deleting…')).toBeVisible();
    expect(screen.getByText(problem)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Actions for Sam Becker' })).not.toBeInTheDocument();
  });

  it('shows why a deletion was rejected', async () => {
    const message = 'This is the last enabled administrator. Promote another user first.';
    renderUsersPage({ 'DELETE /api/admin/users/u1': new FakeResponse(409, { code: 'LAST_ADMINISTRATOR', message }) });
    const dialog = within(await openDeletion());
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(message);
    expect(toastStore.get()).toMatchObject({ title: 'Error', description: 'Failed to delete user' });
  });
});
