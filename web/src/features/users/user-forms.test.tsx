import { screen, waitFor, within, type BoundFunctions, type queries } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { User } from '../../api/types';
import { EDIT_USER_WIDTH_PX } from '../../lib/constants';
import { createQueryClient } from '../../lib/query-client';
import { userQuery } from '../../lib/session';
import { toastStore } from '../../lib/toast-store';
import { fakeApi, FakeResponse } from '../../testing/fake-api';
import { renderWithProviders } from '../../testing/render-with-providers';
import { responsesFor, TEST_USERS } from '../../testing/test-users';
import { USERS } from '../../testing/user-list';
import { USER_COPY } from './user-copy';
import { UsersPage } from './users-page';

const LIST = 'GET /api/admin/users';
const CREATE = 'POST /api/admin/users';
const UPDATE = 'PUT /api/admin/users/u1';
const PASSWORD = 'POST /api/admin/users/u1/password';
const TAKEN = new FakeResponse(409, {
  statusCode: 409,
  code: 'EMAIL_TAKEN',
  message: 'Another user has this e-mail address.',
});

type Dialog = BoundFunctions<typeof queries>;

function open(answers: Record<string, unknown>): ReturnType<typeof fakeApi> {
  const api = fakeApi({ ...responsesFor(TEST_USERS.admin), [LIST]: USERS, ...answers });
  const client = createQueryClient();
  client.setQueryData(userQuery.queryKey, TEST_USERS.admin);
  renderWithProviders(<UsersPage />, client);
  return api;
}

async function openCreate(): Promise<Dialog> {
  await screen.findByText('Dana Reyes');
  await userEvent.click(screen.getByRole('button', { name: 'Create User' }));
  return within(await screen.findByRole('dialog', { name: 'Create New User' }));
}

async function openFor(item: string): Promise<Dialog> {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Sam Becker' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
  return within(await screen.findByRole('dialog'));
}

const closed = (): Promise<void> => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

async function fill(dialog: Dialog): Promise<void> {
  await userEvent.type(dialog.getByLabelText('Email'), 'robin@reyes.example');
  await userEvent.type(dialog.getByLabelText('First Name'), 'Robin');
  await userEvent.type(dialog.getByLabelText('Last Name'), 'Reyes');
  await userEvent.type(dialog.getByLabelText('Password'), 'warm-winter');
}

describe('Create New User', () => {
  it('says what is missing and sends nothing', async () => {
    const api = open({});
    const dialog = await openCreate();
    await userEvent.type(dialog.getByLabelText('Password'), '12345');
    await userEvent.click(dialog.getByRole('button', { name: 'Create User' }));
    const messages = (await dialog.findAllByRole('alert')).map((alert) => alert.textContent);
    expect(messages).toEqual([
      'Please enter a valid email address',
      'First name is required',
      'Last name is required',
      'Password must be at least 6 characters',
    ]);
    expect(api.requests()).not.toContain(CREATE);
  });

  it('creates a plain user unless told otherwise, closes, and starts empty again', async () => {
    const api = open({ [CREATE]: new FakeResponse(201, {}) });
    const dialog = await openCreate();
    await fill(dialog);
    await userEvent.click(dialog.getByRole('button', { name: 'Create User' }));
    await closed();
    expect(await api.bodies(CREATE)).toEqual([
      { email: 'robin@reyes.example', firstName: 'Robin', lastName: 'Reyes', password: 'warm-winter', role: 'user' },
    ]);
    expect(toastStore.get()).toMatchObject({ title: 'Success', description: 'User created successfully' });
    expect(api.requests().filter((call) => call === LIST)).toHaveLength(2);
    expect((await openCreate()).getByLabelText('Email')).toHaveValue('');
  });

  it('keeps what was entered when the API refuses, and shows its reason', async () => {
    open({ [CREATE]: TAKEN });
    const dialog = await openCreate();
    await fill(dialog);
    await userEvent.selectOptions(dialog.getByLabelText('Role'), 'Administrator');
    await userEvent.click(dialog.getByRole('button', { name: 'Create User' }));
    expect(await dialog.findByText('Another user has this e-mail address.')).toBeVisible();
    expect(toastStore.get()).toMatchObject({ title: 'Error', description: 'Failed to create user' });
    expect(dialog.getByLabelText('Email')).toHaveValue('robin@reyes.example');
  });

  it('shows the password to whoever wants to see it', async () => {
    open({});
    const dialog = await openCreate();
    expect(dialog.getByLabelText('Password')).toHaveAttribute('type', 'password');
    await userEvent.click(dialog.getByRole('button', { name: 'Show password' }));
    expect(dialog.getByLabelText('Password')).toHaveAttribute('type', 'text');
  });
});

describe('Edit User', () => {
  it('starts with what is known, is 425 pixels wide, and sends what was changed', async () => {
    const api = open({ [UPDATE]: {} });
    const dialog = await openFor('Edit');
    expect(EDIT_USER_WIDTH_PX).toBe(425);
    expect(screen.getByRole('dialog', { name: 'Edit User' })).toHaveStyle({ maxWidth: '425px' });
    expect(dialog.getByLabelText('Email')).toHaveValue('sam@becker.example');
    await userEvent.clear(dialog.getByLabelText(/First Name/));
    const active = dialog.getByRole('switch', { name: 'Active Status' });
    expect(active).toBeChecked();
    expect(active).toHaveAccessibleDescription('Enable or disable this user account');
    await userEvent.click(active);
    await userEvent.selectOptions(dialog.getByLabelText('Role'), 'Administrator');
    await userEvent.click(dialog.getByRole('button', { name: 'Update User' }));
    await closed();
    expect(await api.bodies(UPDATE)).toEqual([{ firstName: '', role: 'admin', isActive: false }]);
    expect(toastStore.get()).toMatchObject({
      title: 'User Updated',
      description: 'User information has been successfully updated',
    });
  });

  it('sends no field that was left alone when another administrator has changed it meanwhile', async () => {
    const api = open({ [UPDATE]: {} });
    const dialog = await openFor('Edit');
    api.set(
      LIST,
      USERS.map((user) => (user.id === 'u1' ? { ...user, role: 'admin', lastName: 'Ortiz' } : user)),
    );
    await userEvent.type(dialog.getByLabelText(/First Name/), 'my');
    await userEvent.type(dialog.getByLabelText(/Last Name/), ' ');
    await userEvent.click(dialog.getByRole('button', { name: 'Update User' }));
    await closed();
    expect(await api.bodies(UPDATE)).toEqual([{ firstName: 'Sammy' }]);
  });

  it.each<[User['billing'], string | null, string | null]>([
    ['charged', null, USER_COPY.edit.billingPauses],
    ['paused', USER_COPY.edit.billingResumes, USER_COPY.edit.billingPauses],
    [null, null, null],
  ])('says what the switch does to billing when billing is %s', async (billing, whenOn, whenOff) => {
    open({ [LIST]: USERS.map((user) => ({ ...user, billing })) });
    const dialog = await openFor('Edit');
    const active = dialog.getByRole('switch', { name: 'Active Status' });
    expect(active).toHaveAccessibleDescription(
      ['Enable or disable this user account', whenOn].filter(Boolean).join(' '),
    );
    await userEvent.click(active);
    expect(active).toHaveAccessibleDescription(
      ['Enable or disable this user account', whenOff].filter(Boolean).join(' '),
    );
  });

  it('says that it is saving', async () => {
    open({ [UPDATE]: () => new Promise(() => undefined) });
    const dialog = await openFor('Edit');
    await userEvent.click(dialog.getByRole('button', { name: 'Update User' }));
    await waitFor(() => expect(dialog.getByText('Updating...').closest('button')).toBeDisabled());
    expect(dialog.getByText('Updating...')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  });

  it('wants a valid email', async () => {
    open({});
    const dialog = await openFor('Edit');
    await userEvent.clear(dialog.getByLabelText('Email'));
    await userEvent.click(dialog.getByRole('button', { name: 'Update User' }));
    expect(await dialog.findByText('Please enter a valid email address')).toBeVisible();
  });

  it('lets an account without an email stay without one', async () => {
    const api = open({ [LIST]: USERS.map((user) => ({ ...user, email: null })), [UPDATE]: {} });
    const dialog = await openFor('Edit');
    await userEvent.clear(dialog.getByLabelText(/Last Name/));
    await userEvent.type(dialog.getByLabelText(/Last Name/), 'Ortiz');
    await userEvent.click(dialog.getByRole('button', { name: 'Update User' }));
    await closed();
    expect(await api.bodies(UPDATE)).toEqual([{ lastName: 'Ortiz' }]);
  });

  it.each([
    [TAKEN, 'Another user has this e-mail address.'],
    [new FakeResponse(500), 'Failed to update user'],
  ])('tells in a toast why it failed', async (answer, description) => {
    open({ [UPDATE]: answer });
    const dialog = await openFor('Edit');
    await userEvent.click(dialog.getByRole('button', { name: 'Update User' }));
    await waitFor(() => expect(toastStore.get()).toMatchObject({ title: 'Error', description }));
  });

  it('says so when the user has gone meanwhile', async () => {
    const api = open({ [UPDATE]: new FakeResponse(404, { message: 'There is no such user.' }) });
    const dialog = await openFor('Edit');
    api.set(
      LIST,
      USERS.filter(({ id }) => id !== 'u1'),
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Update User' }));
    await waitFor(() => expect(screen.queryByText('sam@becker.example')).not.toBeInTheDocument());
    await userEvent.click(dialog.getByRole('button', { name: 'Update User' }));
    await waitFor(() => expect(toastStore.get()).toMatchObject({ title: 'Error', description: 'No user selected' }));
  });
});

describe('Set Password', () => {
  it('wants six characters and sets them', async () => {
    const api = open({ [PASSWORD]: new FakeResponse(204) });
    const dialog = await openFor('Set Password');
    await userEvent.type(dialog.getByLabelText('New Password'), '12345');
    await userEvent.click(dialog.getByRole('button', { name: 'Set Password' }));
    expect(await dialog.findByText('Password must be at least 6 characters')).toBeVisible();
    await userEvent.type(dialog.getByLabelText('New Password'), '6');
    await userEvent.click(dialog.getByRole('button', { name: 'Set Password' }));
    await closed();
    expect(await api.bodies(PASSWORD)).toEqual([{ password: '123456' }]);
    expect(toastStore.get()).toMatchObject({ title: 'Success', description: 'Password has been set' });
  });
});
