import { screen, waitFor, within, type BoundFunctions, type queries } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { User } from '../../api/types';
import { EDIT_USER_WIDTH_PX } from '../../lib/constants';
import { toastStore } from '../../lib/messages/toast-store';
import { FakeResponse } from '../../testing/fake-api';
import { chooseUserAction, LIST_USERS, renderUsersPage } from '../../testing/render-users-page';
import { USERS } from '../../testing/user-list';
import { USER_COPY } from './user-copy';

const CREATE_USER = 'POST /api/admin/users';
const UPDATE_USER = 'PUT /api/admin/users/u1';
const SET_PASSWORD = 'POST /api/admin/users/u1/password';
const EMAIL_TAKEN = new FakeResponse(409, {
  statusCode: 409,
  code: 'EMAIL_TAKEN',
  message: 'That email is already in use.',
});

type Dialog = BoundFunctions<typeof queries>;

async function openCreateDialog(): Promise<Dialog> {
  await screen.findByText('Dana Reyes');
  await userEvent.click(screen.getByRole('button', { name: 'Create User' }));
  return within(await screen.findByRole('dialog', { name: 'Create New User' }));
}

async function openActionDialog(item: string, name = 'Sam Becker'): Promise<Dialog> {
  await chooseUserAction(name, item);
  return within(await screen.findByRole('dialog'));
}

const waitForClose = (): Promise<void> => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

async function fillInForm(dialog: Dialog): Promise<void> {
  await userEvent.type(dialog.getByLabelText('Email'), 'robin@reyes.example');
  await userEvent.type(dialog.getByLabelText('First Name'), 'Robin');
  await userEvent.type(dialog.getByLabelText('Last Name'), 'Reyes');
  await userEvent.type(dialog.getByLabelText('Password'), 'warm-winter');
}

describe('Create New User', () => {
  it('shows what is missing without sending anything', async () => {
    const api = renderUsersPage();
    const dialog = await openCreateDialog();
    await userEvent.type(dialog.getByLabelText('Password'), '12345');
    await userEvent.click(dialog.getByRole('button', { name: 'Create User' }));
    const messages = (await dialog.findAllByRole('alert')).map((alert) => alert.textContent);
    expect(messages).toEqual([
      'Please enter a valid email address',
      'First name is required',
      'Last name is required',
      'Password must be at least 6 characters',
    ]);
    expect(api.requests()).not.toContain(CREATE_USER);
  });

  it('creates a regular user by default, closes, and starts empty when reopened', async () => {
    const api = renderUsersPage({ [CREATE_USER]: new FakeResponse(201, {}) });
    const dialog = await openCreateDialog();
    await fillInForm(dialog);
    await userEvent.click(dialog.getByRole('button', { name: 'Create User' }));
    await waitForClose();
    expect(await api.bodies(CREATE_USER)).toEqual([
      { email: 'robin@reyes.example', firstName: 'Robin', lastName: 'Reyes', password: 'warm-winter', role: 'user' },
    ]);
    expect(toastStore.get()).toMatchObject({ title: 'Success', description: 'User created successfully' });
    expect(api.count(LIST_USERS)).toBe(2);
    expect((await openCreateDialog()).getByLabelText('Email')).toHaveValue('');
  });

  it('stays open with its values and shows the reason when the API rejects them', async () => {
    renderUsersPage({ [CREATE_USER]: EMAIL_TAKEN });
    const dialog = await openCreateDialog();
    await fillInForm(dialog);
    await userEvent.selectOptions(dialog.getByLabelText('Role'), 'Administrator');
    await userEvent.click(dialog.getByRole('button', { name: 'Create User' }));
    expect(await dialog.findByText('That email is already in use.')).toBeVisible();
    expect(toastStore.get()).toMatchObject({ title: 'Error', description: 'Failed to create user' });
    expect(dialog.getByLabelText('Email')).toHaveValue('robin@reyes.example');
  });

  it('shows the password after "Show password" is clicked', async () => {
    renderUsersPage();
    const dialog = await openCreateDialog();
    expect(dialog.getByLabelText('Password')).toHaveAttribute('type', 'password');
    await userEvent.click(dialog.getByRole('button', { name: 'Show password' }));
    expect(dialog.getByLabelText('Password')).toHaveAttribute('type', 'text');
  });
});

describe('Edit User', () => {
  it('starts with the current values, is 425 px wide, and sends only changes', async () => {
    const api = renderUsersPage({ [UPDATE_USER]: {} });
    const dialog = await openActionDialog('Edit');
    expect(EDIT_USER_WIDTH_PX).toBe(425);
    expect(screen.getByRole('dialog', { name: 'Edit User' })).toHaveStyle({ maxWidth: '425px' });
    expect(dialog.getByLabelText('Email')).toHaveValue('sam@becker.example');
    await userEvent.clear(dialog.getByLabelText(/First Name/));
    const activeSwitch = dialog.getByRole('switch', { name: 'Active Status' });
    expect(activeSwitch).toBeChecked();
    expect(activeSwitch).toHaveAccessibleDescription('Enable or disable this user account');
    await userEvent.click(activeSwitch);
    await userEvent.selectOptions(dialog.getByLabelText('Role'), 'Administrator');
    await userEvent.click(dialog.getByRole('button', { name: 'Update User' }));
    await waitForClose();
    expect(await api.bodies(UPDATE_USER)).toEqual([{ firstName: '', role: 'admin', isActive: false }]);
    expect(toastStore.get()).toMatchObject({
      title: 'User Updated',
      description: 'User information has been successfully updated',
    });
  });

  it('does not send unchanged fields, which another administrator may have changed', async () => {
    const api = renderUsersPage({ [UPDATE_USER]: {} });
    const dialog = await openActionDialog('Edit');
    api.set(
      LIST_USERS,
      USERS.map((user) => (user.id === 'u1' ? { ...user, role: 'admin', lastName: 'Ortiz' } : user)),
    );
    await userEvent.type(dialog.getByLabelText(/First Name/), 'my');
    await userEvent.type(dialog.getByLabelText(/Last Name/), ' ');
    await userEvent.click(dialog.getByRole('button', { name: 'Update User' }));
    await waitForClose();
    expect(await api.bodies(UPDATE_USER)).toEqual([{ firstName: 'Sammy' }]);
  });

  it.each<[User['billing'], string | null, string | null]>([
    ['charged', null, USER_COPY.edit.billingPauses],
    ['paused', USER_COPY.edit.billingResumes, USER_COPY.edit.billingPauses],
    [null, null, null],
  ])('explains how the switch affects billing when billing is %s', async (billing, textWhenOn, textWhenOff) => {
    renderUsersPage({ [LIST_USERS]: USERS.map((user) => ({ ...user, billing })) });
    const dialog = await openActionDialog('Edit');
    const activeSwitch = dialog.getByRole('switch', { name: 'Active Status' });
    expect(activeSwitch).toHaveAccessibleDescription(
      ['Enable or disable this user account', textWhenOn].filter(Boolean).join(' '),
    );
    await userEvent.click(activeSwitch);
    expect(activeSwitch).toHaveAccessibleDescription(
      ['Enable or disable this user account', textWhenOff].filter(Boolean).join(' '),
    );
  });

  it('shows that it is saving', async () => {
    renderUsersPage({ [UPDATE_USER]: () => new Promise(() => undefined) });
    const dialog = await openActionDialog('Edit');
    await userEvent.click(dialog.getByRole('button', { name: 'Update User' }));
    await waitFor(() =>
      expect(dialog.getByText('Updating...').closest('button')).toHaveAttribute('aria-disabled', 'true'),
    );
    expect(dialog.getByText('Updating...')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  });

  it('requires a valid email', async () => {
    renderUsersPage();
    const dialog = await openActionDialog('Edit');
    await userEvent.clear(dialog.getByLabelText('Email'));
    await userEvent.click(dialog.getByRole('button', { name: 'Update User' }));
    expect(await dialog.findByText('Please enter a valid email address')).toBeVisible();
  });

  it('saves changes to a user without an email', async () => {
    const api = renderUsersPage({ [LIST_USERS]: USERS.map((user) => ({ ...user, email: null })), [UPDATE_USER]: {} });
    const dialog = await openActionDialog('Edit');
    await userEvent.clear(dialog.getByLabelText(/Last Name/));
    await userEvent.type(dialog.getByLabelText(/Last Name/), 'Ortiz');
    await userEvent.click(dialog.getByRole('button', { name: 'Update User' }));
    await waitForClose();
    expect(await api.bodies(UPDATE_USER)).toEqual([{ lastName: 'Ortiz' }]);
  });

  it.each([
    [EMAIL_TAKEN, 'That email is already in use.'],
    [new FakeResponse(500), 'Failed to update user'],
  ])('shows the reason in a toast when it fails', async (response, description) => {
    renderUsersPage({ [UPDATE_USER]: response });
    const dialog = await openActionDialog('Edit');
    await userEvent.click(dialog.getByRole('button', { name: 'Update User' }));
    await waitFor(() => expect(toastStore.get()).toMatchObject({ title: 'Error', description }));
  });

  it('shows an error if the user has since been deleted', async () => {
    const api = renderUsersPage({ [UPDATE_USER]: new FakeResponse(404, { message: 'User not found.' }) });
    const dialog = await openActionDialog('Edit');
    api.set(
      LIST_USERS,
      USERS.filter(({ id }) => id !== 'u1'),
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Update User' }));
    await waitFor(() => expect(screen.queryByText('sam@becker.example')).not.toBeInTheDocument());
    await userEvent.click(dialog.getByRole('button', { name: 'Update User' }));
    await waitFor(() => expect(toastStore.get()).toMatchObject({ title: 'Error', description: 'No user selected' }));
  });
});

describe('Set Password', () => {
  it('requires six characters and sets the password', async () => {
    const api = renderUsersPage({ [SET_PASSWORD]: new FakeResponse(204) });
    const dialog = await openActionDialog('Set Password');
    await userEvent.type(dialog.getByLabelText('New Password'), '12345');
    await userEvent.click(dialog.getByRole('button', { name: 'Set Password' }));
    expect(await dialog.findByText('Password must be at least 6 characters')).toBeVisible();
    await userEvent.type(dialog.getByLabelText('New Password'), '!kX');
    expect(api.requests()).not.toContain('GET /api/auth/user');
    await userEvent.click(dialog.getByRole('button', { name: 'Set Password' }));
    await waitForClose();
    expect(await api.bodies(SET_PASSWORD)).toEqual([{ password: '12345!kX' }]);
    expect(api.requests()).toContain('GET /api/auth/user'); // the password may be the administrator's own
    expect(toastStore.get()).toMatchObject({ title: 'Success', description: 'Password has been set' });
    const ownDialog = await openActionDialog('Set Password', 'Dana Reyes');
    expect(ownDialog.getByText('You will be signed out everywhere else.')).toBeVisible();
  });
});
