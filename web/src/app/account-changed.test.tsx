import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { ACCOUNT_CHANGED, ACCOUNT_HEADER } from '@ringwell/domain/accounts/account-header';

import { SETTINGS_COPY } from '../features/settings/settings-copy';
import { USER_COPY } from '../features/users/user-copy';
import { COPY } from '../lib/copy';
import { accountKey } from '../lib/session/session';
import { ACCOUNT_SETTINGS } from '../testing/account-settings';
import { recentCall } from '../testing/calls';
import { connections } from '../testing/connections';
import { fakeApi, FakeResponse } from '../testing/fake-api';
import { renderApp } from '../testing/render-app';
import { responsesFor, TEST_USERS } from '../testing/test-users';
import { USERS } from '../testing/user-list';

const SETTINGS = { 'GET /api/my/settings': ACCOUNT_SETTINGS, 'GET /api/my/connections': connections() };
const REJECTED = new FakeResponse(409, { code: ACCOUNT_CHANGED, message: "You're now signed in as another account." });

async function findNotice(text: string = COPY.accountChanged.notSaved): Promise<HTMLElement | undefined> {
  return (await screen.findAllByText(text))[0];
}

describe('a page whose session has switched to another account', () => {
  it('reports that nothing was saved and shows the other account', async () => {
    const accountHeaders: (string | null)[] = [];
    const api = fakeApi({
      ...responsesFor(TEST_USERS.user),
      ...SETTINGS,
      'PUT /api/my/settings': ({ headers }: Request) => {
        accountHeaders.push(headers.get(ACCOUNT_HEADER));
        return REJECTED;
      },
    });
    const client = renderApp('/');
    const slack = await screen.findByRole('switch', { name: 'Slack' });
    expect(slack).not.toBeChecked();
    api.set('GET /api/auth/user', {
      ...TEST_USERS.user,
      id: 'u2',
      accountId: 'account-u2',
      firstName: 'Robin',
      lastName: 'Ortiz',
    });
    api.set('GET /api/my/settings', { ...ACCOUNT_SETTINGS, slackEnabled: true });
    await userEvent.click(slack);
    expect(await findNotice()).toBeVisible();
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Slack' })).toBeChecked());
    expect(screen.getAllByText('Robin Ortiz')[0]).toBeVisible();
    expect(screen.queryByText(SETTINGS_COPY.failed)).not.toBeInTheDocument();
    expect(accountHeaders).toEqual(['account-u1']);
    expect(client.getQueryCache().findAll({ queryKey: accountKey('account-u1') })).toEqual([]);
  });

  it('switches to the other account without showing its data under the previous one', async () => {
    const respondForOtherAccount = (request: Request, response: unknown): unknown =>
      request.headers.get(ACCOUNT_HEADER) === 'account-u2' ? response : REJECTED;
    const api = fakeApi({ ...responsesFor(TEST_USERS.user), ...SETTINGS });
    const client = renderApp('/');
    await screen.findByRole('switch', { name: 'Slack' });
    api.set('GET /api/auth/user', {
      ...TEST_USERS.user,
      id: 'u2',
      accountId: 'account-u2',
      firstName: 'Robin',
      lastName: 'Ortiz',
    });
    for (const [call, response] of Object.entries({
      'GET /api/my/recent-calls': [recentCall({ customerName: 'Marlene Ortiz' })],
      'GET /api/my/usage': responsesFor(TEST_USERS.user)['GET /api/my/usage'],
      'GET /api/my/settings': ACCOUNT_SETTINGS,
    }))
      api.set(call, (request: Request) => respondForOtherAccount(request, response));
    await act(() => client.refetchQueries({ queryKey: accountKey('account-u1') }));
    expect(await findNotice(COPY.accountChanged.description)).toBeVisible();
    expect(await screen.findByText('Marlene Ortiz')).toBeVisible();
    expect(screen.getAllByText('Robin Ortiz')[0]).toBeVisible();
    expect(client.getQueryData(accountKey('account-u1', 'calls', 'recent'))).toBeUndefined();
    expect(screen.getAllByText(COPY.accountChanged.title)).toHaveLength(1);
  });

  it('switches when an administrator starts impersonation in another tab', async () => {
    const responses = { 'GET /api/admin/users': USERS, 'PUT /api/admin/users/u1': REJECTED };
    const api = fakeApi({ ...responsesFor(TEST_USERS.admin), ...responses });
    renderApp('/users');
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Sam Becker' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: USER_COPY.actions.edit }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText(/First Name/), 'uel');
    api.set('GET /api/auth/user', TEST_USERS.user);
    api.set('GET /api/admin/impersonation-status', {
      isImpersonating: true,
      impersonatedUser: { ...TEST_USERS.user },
      admin: { email: TEST_USERS.admin.email },
    });
    await userEvent.click(dialog.getByRole('button', { name: USER_COPY.edit.save }));
    expect(await findNotice()).toBeVisible();
    expect(await screen.findByText(COPY.impersonation.viewingAs('Sam Becker'))).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.queryByText(USER_COPY.edit.failed)).not.toBeInTheDocument();
  });
});
