import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Navigate, Route, Routes } from 'react-router';

import { createQueryClient } from '../../lib/query-client';
import { userQuery } from '../../lib/session';
import { ACCOUNT_SETTINGS } from '../../testing/account-settings';
import { fakeApi } from '../../testing/fake-api';
import { renderWithProviders } from '../../testing/render-with-providers';
import { responsesFor, TEST_USERS } from '../../testing/test-users';
import { USERS } from '../../testing/user-list';
import { AccountPage } from './account-page';

const PUT = 'PUT /api/account/settings/admin/u1';

function openAccount(): ReturnType<typeof fakeApi> {
  const settings = { ...ACCOUNT_SETTINGS, userId: 'u1', addOns: ['slack'] };
  const api = fakeApi({
    ...responsesFor(TEST_USERS.admin),
    'GET /api/admin/users': USERS,
    'GET /api/admin/usage/user/u1': {
      userId: 'u1',
      totalMinutes: 812.4,
      totalCalls: 214,
      totalInstanceRuns: 220,
      totalApiCalls: 96,
      daily: [],
    },
    'GET /api/admin/users/u1/errors': [
      {
        at: '2026-03-31T14:05:00.000Z',
        kind: 'message',
        channel: 'slack',
        code: 'SLACK_TOKEN_REVOKED',
        message: 'Slack rejected the bot token.',
        callId: 'c1',
      },
    ],
    'GET /api/admin/users/u1/connections': [],
    'GET /api/account/settings/admin/u1': settings,
    [PUT]: settings,
  });
  const client = createQueryClient();
  client.setQueryData(userQuery.queryKey, TEST_USERS.admin);
  renderWithProviders(
    <Routes>
      <Route path="/" element={<Navigate to="/users/u1" />} />
      <Route path="/users/:id" element={<AccountPage />} />
    </Routes>,
    client,
  );
  return api;
}

describe('AccountPage', () => {
  it('shows usage, errors and activity of the account, and changes all of its settings', async () => {
    const api = openAccount();
    expect(await screen.findByText('Sam Becker')).toBeVisible();
    expect(await screen.findByText('812.4')).toBeVisible();
    expect(await screen.findByText('Message not sent: Slack')).toBeVisible();
    expect(screen.getByText('Slack rejected the bot token.')).toBeVisible();
    const addOns = within(await screen.findByRole('group', { name: 'Add-ons' }));
    await userEvent.click(addOns.getByRole('checkbox', { name: 'Microsoft Teams' }));
    await userEvent.click(screen.getByRole('switch', { name: /^Email/ }));
    expect(await api.bodies(PUT)).toEqual([
      { addOns: ['slack', 'teams'] },
      { emailEnabled: !ACCOUNT_SETTINGS.emailEnabled },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Sam Becker' }));
    expect(await screen.findByRole('menuitem', { name: 'Login As User' })).toBeVisible();
  });
});
