import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Navigate, Route, Routes } from 'react-router';

import { GIGABYTE } from '@ringwell/domain/accounts/storage-quota';

import type { AccountSettings } from '../api/types';
import { LABELS_COPY } from '../features/settings/labels/labels-copy';
import { findAccessibilityProblems } from '../testing/accessibility';
import { ACCOUNT_SETTINGS } from '../testing/account-settings';
import { fakeApi, type FakeApi } from '../testing/fake-api';
import { renderWithProviders } from '../testing/render-with-providers';
import { responsesFor, TEST_USERS } from '../testing/test-users';
import { USERS } from '../testing/user-list';
import { UserAccountPage } from './user-account-page';

const SETTINGS = '/api/account/settings/admin/u1';
const PUT_SETTINGS = `PUT ${SETTINGS}`;

function openAccount(settingsChanges: Partial<AccountSettings> = {}): FakeApi {
  const settings = { ...ACCOUNT_SETTINGS, addOns: ['slack'], ...settingsChanges };
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
    [`GET ${SETTINGS}`]: settings,
    [PUT_SETTINGS]: settings,
  });
  renderWithProviders(
    <Routes>
      <Route path="/" element={<Navigate to="/users/u1" />} />
      <Route path="/users/:id" element={<UserAccountPage />} />
      <Route path="/calls/:id" element={<p>at /calls/c1</p>} />
    </Routes>,
    { user: TEST_USERS.admin },
  );
  return api;
}

describe('UserAccountPage', () => {
  it("shows the account's usage and errors, and changes its settings", async () => {
    const api = openAccount();
    expect(await screen.findByText('Sam Becker')).toBeVisible();
    expect(await screen.findByText('812.4')).toBeVisible();
    expect(await screen.findByText('Message not sent: Slack')).toBeVisible();
    expect(screen.getByText('Slack rejected the bot token.')).toBeVisible();
    const addOns = within(await screen.findByRole('group', { name: 'Add-ons' }));
    // The customer has bought this add-on since.
    api.set(`GET ${SETTINGS}`, { ...ACCOUNT_SETTINGS, addOns: ['slack', 'googleChat'] });
    await userEvent.click(addOns.getByRole('checkbox', { name: 'Microsoft Teams' }));
    await userEvent.click(screen.getByRole('switch', { name: /^Email/ }));
    await api.expectBodies(PUT_SETTINGS, [
      { addOns: ['slack', 'teams', 'googleChat'] },
      { emailEnabled: !ACCOUNT_SETTINGS.emailEnabled },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Sam Becker' }));
    expect(await screen.findByRole('menuitem', { name: 'Login As User' })).toBeVisible();
  });

  it("groups the settings like the account's own page, without its members' settings", async () => {
    const api = openAccount();
    const tabs = within(await screen.findByRole('tablist', { name: 'Notification Settings' }));
    expect(tabs.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Alerts',
      'Calls',
      'Connections',
      'Labels',
      'Data',
    ]);
    await userEvent.click(tabs.getByRole('tab', { name: 'Connections' }));
    expect(await screen.findByText(/^Log in as the user to see the folder/)).toBeVisible();
    await userEvent.click(tabs.getByRole('tab', { name: 'Labels' }));
    expect(await screen.findByText(LABELS_COPY.danger)).toBeVisible();
    await userEvent.click(tabs.getByRole('tab', { name: 'Data' }));
    expect(await screen.findByRole('heading', { name: 'Storage' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: /guideline|export/i })).not.toBeInTheDocument();
    expect(api.requests().filter((request) => /guideline|export|accuracy/.test(request))).toEqual([]);
    expect(await findAccessibilityProblems()).toEqual([]);
  });

  it('opens the call with an error while impersonating the user', async () => {
    const api = openAccount();
    api.set('POST /api/admin/impersonate/u1', {});
    await userEvent.click(await screen.findByRole('button', { name: /^Open the call/ }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/^Login as Sam Becker\?/)).toBeVisible();
    api.set('GET /api/auth/user', TEST_USERS.user);
    await userEvent.click(dialog.getByRole('button', { name: 'Login As User' }));
    expect(await screen.findByText('at /calls/c1')).toBeVisible();
  });

  it("sets and clears the account's storage limit", async () => {
    const api = openAccount({ storageQuotaGb: 50, storageLimitBytes: 50 * GIGABYTE });
    await userEvent.click(await screen.findByRole('tab', { name: 'Data' }));
    const field = await screen.findByLabelText(/^Storage limit of this account/);
    expect(field).toHaveValue('50');
    for (const text of ['100', '1,5']) {
      await userEvent.clear(field);
      await userEvent.type(field, text);
      expect(field).not.toHaveAccessibleDescription(/Enter a whole number/);
      await userEvent.keyboard('{Enter}');
    }
    expect(field).toHaveAccessibleDescription(/Enter a whole number, or leave it empty/);
    await userEvent.clear(field);
    await userEvent.keyboard('{Enter}');
    await api.expectBodies(PUT_SETTINGS, [{ storageQuotaGb: 100 }, { storageQuotaGb: null }]);
    expect(await findAccessibilityProblems()).toEqual([]);
  });

  it('says which account a member belongs to, without showing data from an account they do not own', async () => {
    const account = { ...USERS[1].accounts[0], ownerId: 'a1', name: 'Reyes HVAC', role: 'viewer', isSoleOwner: false };
    const api = openAccount();
    api.set('GET /api/admin/users', [{ ...USERS[1], status: null, accounts: [account] }]);
    const memberships = within(await screen.findByRole('list', { name: 'Member of' }));
    expect(memberships.getByRole('listitem')).toHaveTextContent('Viewer in the account Reyes HVAC');
    expect(memberships.getByRole('link', { name: 'Reyes HVAC' })).toHaveAttribute('href', '/users/a1');
    expect(await screen.findByRole('heading', { name: 'Activity' })).toBeVisible();
    expect(screen.queryByText('Settings')).not.toBeInTheDocument();
    expect(api.requests().filter((request) => request.includes('/u1'))).toEqual([]);
  });

  it('adds individual addresses, and chooses which calls one address gets alerts about', async () => {
    const emailAddress = ['dana@reyes.example', 'kim@example.com'];
    const api = openAccount({ emailEnabled: true, emailAddress });
    const field = await screen.findByLabelText('New email address');
    const patchCall = `PATCH ${SETTINGS}/email-addresses`;
    const putEmailLabels = `PUT ${SETTINGS}/email-labels`;
    const storedSettings = { ...ACCOUNT_SETTINGS, userId: 'u1', emailEnabled: true, emailAddress };
    const labels = ['positive', 'neutral', 'negative', 'needs_review'];
    const labeledSettings = { ...storedSettings, emailLabels: { 'kim@example.com': labels } };
    api.set(patchCall, storedSettings);
    api.set(putEmailLabels, () => {
      api.set(`GET ${SETTINGS}`, labeledSettings);
      return labeledSettings;
    });
    await userEvent.type(field, 'sam@example.com{Enter}');
    await api.expectBodies(patchCall, [{ add: ['sam@example.com'], remove: [] }]);
    await userEvent.click(screen.getByRole('button', { name: 'Calls for kim@example.com: Same as account' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Same as account' }));
    expect(
      await screen.findByRole('button', {
        name: 'Calls for kim@example.com: Positive, Neutral, Negative, Needs a listen',
      }),
    ).toBeVisible();
    expect(await api.bodies(putEmailLabels)).toEqual([{ address: 'kim@example.com', labels }]);
    expect(api.requests()).not.toContain(PUT_SETTINGS);
  });
});
