import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { CurrentUser, MySession } from '../../api/types';
import { createQueryClient } from '../../lib/query-client';
import { userQuery } from '../../lib/session';
import { fakeApi, FakeResponse } from '../../testing/fake-api';
import { renderWithProviders } from '../../testing/render-with-providers';
import { TEST_USERS } from '../../testing/test-users';
import { ACCOUNT_COPY } from './account-copy';
import { AccountPage } from './account-page';

const SESSIONS = 'GET /api/my/sessions';
const HERE: MySession = {
  id: 's1',
  isCurrent: true,
  signedInWith: 'password',
  ipAddress: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0',
  createdAt: '2026-03-30T09:00:00.000Z',
  lastUsedAt: '2026-03-30T09:00:00.000Z',
};
const THERE: MySession = { ...HERE, id: 's2', isCurrent: false, userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/1' };

describe('AccountPage', () => {
  function open(
    responses: Record<string, unknown> = {},
    user: CurrentUser = TEST_USERS.user,
  ): ReturnType<typeof fakeApi> {
    const api = fakeApi({ [SESSIONS]: [HERE, THERE], 'GET /api/auth/user': user, ...responses });
    const client = createQueryClient();
    client.setQueryData(userQuery.queryKey, user);
    renderWithProviders(<AccountPage />, client);
    return api;
  }
  const click = (name: string | RegExp): Promise<void> => userEvent.click(screen.getByRole('button', { name }));

  it('saves name and company, and shows them', async () => {
    const saved = { ...TEST_USERS.user, company: 'Becker & Sons' };
    const api = open({ 'PATCH /api/my/account': saved });
    await userEvent.clear(screen.getByLabelText(/^Company/));
    await userEvent.type(screen.getByLabelText(/^Company/), 'Becker & Sons');
    await click('Save');
    expect(await screen.findByText(ACCOUNT_COPY.profile.saved)).toBeVisible();
    expect(await api.bodies('PATCH /api/my/account')).toEqual([
      { firstName: 'Sam', lastName: 'Becker', company: 'Becker & Sons' },
    ]);
  });

  it('saves only the names of people who may not rename the company', async () => {
    const member = { ...TEST_USERS.user, memberRole: 'member' } as const;
    const api = open({ 'PATCH /api/my/account': member }, member);
    expect(screen.getByLabelText(/^Company/)).toHaveAttribute('readonly');
    await click('Save');
    expect(await screen.findByText(ACCOUNT_COPY.profile.saved)).toBeVisible();
    expect(await api.bodies('PATCH /api/my/account')).toEqual([{ firstName: 'Sam', lastName: 'Becker' }]);
  });

  it('changes the password, and shows what is wrong with it next to the field', async () => {
    const refusal = {
      code: 'VALIDATION_FAILED',
      message: 'x',
      errors: [{ field: 'currentPassword', message: 'This is not your current password.' }],
    };
    const api = open({ 'POST /api/my/password': new FakeResponse(400, refusal) });
    await click('Change Password');
    expect(await screen.findByText(ACCOUNT_COPY.password.missing)).toBeVisible();
    await userEvent.type(screen.getByLabelText('Current password'), 'wrong');
    await userEvent.type(screen.getByLabelText('New password'), 'five loud tin whistles');
    await click('Change Password');
    expect(await screen.findByText('This is not your current password.')).toBeVisible();
    api.set('POST /api/my/password', new FakeResponse(204));
    await click('Change Password');
    expect(await screen.findByText(ACCOUNT_COPY.password.changed)).toBeVisible();
    expect(screen.getByLabelText('New password')).toHaveValue('');
    const body = { currentPassword: 'wrong', newPassword: 'five loud tin whistles' };
    expect(await api.bodies('POST /api/my/password')).toEqual([body, body]);
  });

  it('asks users without a password only for the new one', async () => {
    const api = open({ 'POST /api/my/password': new FakeResponse(204) }, { ...TEST_USERS.user, hasPassword: false });
    expect(screen.queryByLabelText('Current password')).not.toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('New password'), 'five loud tin whistles');
    await click('Set Password');
    await waitFor(async () =>
      expect(await api.bodies('POST /api/my/password')).toEqual([{ newPassword: 'five loud tin whistles' }]),
    );
  });

  it('signs out another browser, and all others', async () => {
    const api = open({
      'DELETE /api/my/sessions/s2': new FakeResponse(204),
      'DELETE /api/my/sessions': new FakeResponse(204),
    });
    expect(await screen.findByText('This browser')).toBeVisible();
    expect(screen.getByText('Chrome on Android')).toBeVisible();
    await click(/^Sign out Chrome on Android/);
    expect(await screen.findByText(ACCOUNT_COPY.sessions.ended)).toBeVisible();
    api.set(SESSIONS, [HERE]);
    await click(ACCOUNT_COPY.sessions.signOutOthers);
    await waitFor(() => expect(screen.queryByText('Chrome on Android')).not.toBeInTheDocument());
    expect(screen.queryByRole('button', { name: /^Sign out/ })).not.toBeInTheDocument();
  });

  it('is closed while an administrator views the account', async () => {
    const message = "You're viewing another account. Exit impersonation to change your own account.";
    open({ [SESSIONS]: new FakeResponse(403, { code: 'IMPERSONATING', message }) });
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();
  });
});
