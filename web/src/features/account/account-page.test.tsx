import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { ConnectedAssistant, CurrentUser, MemberAlerts, MySession } from '../../api/types';
import { SET_UP_INSTRUCTIONS } from '../../lib/messages/set-up-instructions';
import { fakeApi, type FakeApi, FakeResponse, rejectField } from '../../testing/fake-api';
import { renderWithProviders } from '../../testing/render-with-providers';
import { TEST_USERS } from '../../testing/test-users';
import { ACCOUNT_COPY } from './account-copy';
import { AccountPage } from './account-page';
import { ASSISTANTS_COPY } from './components/assistants-copy';

const SESSIONS = 'GET /api/my/sessions';
const CURRENT_SESSION: MySession = {
  id: 's1',
  isCurrent: true,
  signedInWith: 'password',
  ipAddress: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0',
  createdAt: '2026-03-30T09:00:00.000Z',
  lastUsedAt: '2026-03-30T09:00:00.000Z',
};
const OTHER_SESSION: MySession = {
  ...CURRENT_SESSION,
  id: 's2',
  isCurrent: false,
  userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/1',
};

const ASSISTANTS = 'GET /api/my/assistants';
const CLAUDE: ConnectedAssistant = {
  id: 'a1',
  name: 'Claude',
  host: 'claude.ai',
  isReadOnly: true,
  connectedBy: 'Sam Becker',
  connectedAt: '2026-03-30T09:00:00.000Z',
  lastUsedAt: null,
};

const SIGN_IN_PROVIDER = 'GET /api/auth/provider';
const SECOND_FACTOR = 'GET /api/my/second-factor';
const ALERTS = 'GET /api/my/alerts';
const SAM_ALERTS: MemberAlerts = {
  labels: ['negative'],
  quietHours: null,
  weeklyLetter: true,
  address: 'sam@becker.example',
  timeZone: 'America/New_York',
  reviewAlertsEnabled: false,
  isMailSetUp: true,
  isUnsubscribed: true,
};

describe('AccountPage', () => {
  function renderPage(responses: Record<string, unknown> = {}, user: CurrentUser = TEST_USERS.user): FakeApi {
    const api = fakeApi({
      [SESSIONS]: [CURRENT_SESSION, OTHER_SESSION],
      [ALERTS]: SAM_ALERTS,
      [ASSISTANTS]: [CLAUDE],
      [SECOND_FACTOR]: {
        isAvailable: true,
        isRequired: false,
        arePasskeysAvailable: true,
        totp: null,
        passkeys: [],
        recoveryCodesLeft: 0,
      },
      'GET /api/auth/user': user,
      [SIGN_IN_PROVIDER]: { name: 'email', kind: 'local', localUrl: '/api/login/local', signUp: 'off' },
      ...responses,
    });
    renderWithProviders(<AccountPage />, { user });
    return api;
  }
  const clickButton = (name: string | RegExp): Promise<void> => userEvent.click(screen.getByRole('button', { name }));

  it('saves the name and the company, and shows a confirmation', async () => {
    const savedUser = { ...TEST_USERS.user, company: 'Becker & Sons' };
    const api = renderPage({ 'PATCH /api/my/account': savedUser });
    await userEvent.clear(screen.getByLabelText(/^Company/));
    await userEvent.type(screen.getByLabelText(/^Company/), 'Becker & Sons');
    await clickButton('Save');
    expect(await screen.findByText(ACCOUNT_COPY.profile.saved)).toBeVisible();
    await userEvent.type(screen.getByLabelText(/^First name/), 'uel');
    await clickButton('Save');
    const names = { firstName: 'Sam', lastName: 'Becker' };
    await api.expectBodies('PATCH /api/my/account', [
      { ...names, company: 'Becker & Sons' },
      { ...names, firstName: 'Samuel' }, // a company that was renamed elsewhere keeps its new name
    ]);
  });

  it('hides the password form if passwords are turned off', async () => {
    renderPage({ [SIGN_IN_PROVIDER]: { name: 'Okta', kind: 'oidc', localUrl: null, signUp: 'provider' } });
    await waitFor(() => expect(screen.queryByText('Password')).not.toBeInTheDocument());
    expect(screen.getByText('Two-step verification')).toBeVisible();
  });

  it('uploads a picture, shows it instead of the initials, and removes it', async () => {
    const userWithPicture = { ...TEST_USERS.user, profileImageUrl: '/api/users/u1/picture?v=1.png' };
    const api = renderPage({ 'PUT /api/my/picture': userWithPicture, 'DELETE /api/my/picture': TEST_USERS.user });
    const file = new File(['png'], 'sam.png', { type: 'image/png' });
    const input = screen.getByLabelText('Picture');
    await userEvent.upload(input, new File([new Uint8Array(2_097_153)], 'large.png', { type: 'image/png' }));
    expect(screen.getByRole('alert')).toHaveTextContent(ACCOUNT_COPY.picture.tooLarge);
    await userEvent.upload(input, file);
    expect(await screen.findByText(ACCOUNT_COPY.picture.saved)).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    const queryImage = (): HTMLImageElement | null => document.querySelector('img');
    expect(queryImage()).toHaveAttribute('src', userWithPicture.profileImageUrl);
    fireEvent.error(queryImage() as HTMLImageElement);
    expect(queryImage()).toBeNull();
    expect(screen.getByText('SB')).toBeVisible();
    await clickButton('Remove Picture');
    expect(await screen.findByText(ACCOUNT_COPY.picture.removed)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Remove Picture' })).not.toBeInTheDocument();
    expect(api.requests().filter((request) => request.includes('picture'))).toEqual([
      'PUT /api/my/picture',
      'DELETE /api/my/picture',
    ]);
  });

  it('explains why a picture is rejected, and does not show pictures from sign-in providers', async () => {
    const message = "We can't read this picture. Choose a PNG, JPEG or WebP file.";
    renderPage(
      { 'PUT /api/my/picture': new FakeResponse(415, { code: 'UNSUPPORTED_PICTURE', message }) },
      { ...TEST_USERS.user, profileImageUrl: 'https://images.example.com/sam.png' },
    );
    expect(document.querySelector('img')).toBeNull();
    await userEvent.upload(screen.getByLabelText('Picture'), new File(['?'], 'sam.png', { type: 'image/png' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
  });

  it('saves only the name when the user may not rename the company', async () => {
    const member = { ...TEST_USERS.user, memberRole: 'member' } as const;
    const api = renderPage({ 'PATCH /api/my/account': member }, member);
    expect(screen.getByLabelText(/^Company/)).toHaveAttribute('readonly');
    await clickButton('Save');
    expect(await screen.findByText(ACCOUNT_COPY.profile.saved)).toBeVisible();
    expect(await api.bodies('PATCH /api/my/account')).toEqual([{ firstName: 'Sam', lastName: 'Becker' }]);
  });

  it('changes the password, and shows any problem with it next to the field', async () => {
    const rejection = rejectField('currentPassword', 'Incorrect current password.');
    const api = renderPage({ 'POST /api/my/password': rejection });
    await clickButton('Change Password');
    expect(await screen.findByText(ACCOUNT_COPY.password.missing)).toBeVisible();
    await userEvent.type(screen.getByLabelText('Current password'), 'wrong');
    await userEvent.type(screen.getByLabelText('New password'), 'five loud tin whistles');
    await clickButton('Change Password');
    expect(await screen.findByText('Incorrect current password.')).toBeVisible();
    const limit = { code: 'RATE_LIMITED', message: 'Too many attempts. Please try again in 10 minutes.' };
    api.set('POST /api/my/password', new FakeResponse(429, limit));
    await clickButton('Change Password');
    expect(await screen.findByText(limit.message)).toBeVisible();
    expect(await screen.findByText('Claude (claude.ai)')).toBeVisible();
    api.set('POST /api/my/password', new FakeResponse(204));
    api.set(ASSISTANTS, []);
    await clickButton('Change Password');
    expect(await screen.findByText(ACCOUNT_COPY.password.changed)).toBeVisible();
    expect(await screen.findByText(/sign in when it asks you to/)).toBeVisible();
    expect(screen.getByLabelText('New password')).toHaveValue('');
    const body = { currentPassword: 'wrong', newPassword: 'five loud tin whistles' };
    expect(await api.bodies('POST /api/my/password')).toEqual([body, body, body]);
  });

  it('asks users without a password only for a new one', async () => {
    const api = renderPage(
      { 'POST /api/my/password': new FakeResponse(204) },
      { ...TEST_USERS.user, hasPassword: false },
    );
    expect(screen.queryByLabelText('Current password')).not.toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('New password'), 'five loud tin whistles');
    await clickButton('Set Password');
    await api.expectBodies('POST /api/my/password', [{ newPassword: 'five loud tin whistles' }]);
  });

  it.each([
    [TEST_USERS.user, "Email isn't available yet. Contact support."],
    [TEST_USERS.admin, SET_UP_INSTRUCTIONS.MAIL_UNAVAILABLE],
  ])('tells users with the role $role what to do about alerts on a server without email', async (user, text) => {
    renderPage({ [ALERTS]: { ...SAM_ALERTS, isMailSetUp: false } }, user);
    expect(await screen.findByText(text)).toBeVisible();
  });

  it("saves the user's alerts and quiet hours, and explains why alerts might not arrive", async () => {
    const api = renderPage({ [ALERTS]: SAM_ALERTS, 'PUT /api/my/alerts': SAM_ALERTS });
    const alerts = within(await screen.findByRole('group', { name: /^Email me about calls to .* at sam@becker/ }));
    expect(screen.getByText(/^You unsubscribed from this account's emails/)).toBeVisible();
    expect(alerts.getByRole('checkbox', { name: 'Negative' })).toBeChecked();
    await userEvent.click(alerts.getByRole('checkbox', { name: 'Negative' }));
    await userEvent.click(alerts.getByRole('checkbox', { name: 'Needs a listen' }));
    expect(screen.getByText(/sends no alerts about calls that need a listen/)).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Quiet hours' }));
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '' } });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Weekly letter' }));
    await clickButton(ACCOUNT_COPY.alerts.save);
    expect(await screen.findByText(ACCOUNT_COPY.alerts.missing)).toBeVisible();
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '21:30' } });
    await clickButton(ACCOUNT_COPY.alerts.save);
    expect(await screen.findByText(ACCOUNT_COPY.alerts.saved)).toBeVisible();
    const quietHours = { from: '21:30', until: '07:00' };
    expect(await api.bodies('PUT /api/my/alerts')).toEqual([
      { labels: ['needs_review'], quietHours, weeklyLetter: false },
    ]);
  });

  it('keeps an alert that is selected while earlier changes are being saved', async () => {
    const api = renderPage();
    const respond = api.hold('PUT /api/my/alerts');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Needs a listen' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Positive' }));
    await clickButton(ACCOUNT_COPY.alerts.save);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Neutral' }));
    const labels: MemberAlerts['labels'] = ['positive', 'negative', 'needs_review'];
    respond({ ...SAM_ALERTS, labels });
    expect(await screen.findByText(ACCOUNT_COPY.alerts.saved)).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Neutral' })).toBeChecked();
    expect(await api.bodies('PUT /api/my/alerts')).toEqual([{ labels, quietHours: null, weeklyLetter: true }]);
    // A change in another window replaces the choices.
    api.set(ALERTS, { ...SAM_ALERTS, labels: ['positive'] });
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Neutral' })).not.toBeChecked());
    api.set(ALERTS, { ...SAM_ALERTS, labels });
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Needs a listen' })).toBeChecked());
  });

  it('signs out one other browser, or all of them, which also disconnects the assistants', async () => {
    const api = renderPage({
      'DELETE /api/my/sessions/s2': new FakeResponse(204),
      'DELETE /api/my/sessions': new FakeResponse(204),
    });
    expect(await screen.findByText('This browser')).toBeVisible();
    expect(screen.getByText('Chrome on Android')).toBeVisible();
    await clickButton(/^Sign out Chrome on Android/);
    expect(await screen.findByText(ACCOUNT_COPY.sessions.ended)).toBeVisible();
    expect(await screen.findByText('Claude (claude.ai)')).toBeVisible();
    expect(screen.getByText(ACCOUNT_COPY.sessions.signOutOthersHint)).toBeVisible();
    api.set(SESSIONS, [CURRENT_SESSION]);
    api.set(ASSISTANTS, []);
    await clickButton(ACCOUNT_COPY.sessions.signOutOthers);
    await waitFor(() => expect(screen.queryByText('Chrome on Android')).not.toBeInTheDocument());
    expect(await screen.findByText(/sign in when it asks you to/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Sign out/ })).not.toBeInTheDocument();
  });

  it('shows sign-ins and assistants from other windows when the user comes back', async () => {
    const api = renderPage({ [SESSIONS]: [CURRENT_SESSION], [ASSISTANTS]: [] });
    expect(await screen.findByText('This browser')).toBeVisible();
    expect(await screen.findByText(/sign in when it asks you to/)).toBeVisible();
    api.set(SESSIONS, [CURRENT_SESSION, OTHER_SESSION]);
    api.set(ASSISTANTS, [CLAUDE]);
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByText(/^Chrome/)).toBeVisible();
    expect(await screen.findByText('Claude (claude.ai)')).toBeVisible();
  });

  it('is unavailable while an administrator is viewing the account', async () => {
    const message = "You're viewing another account. Exit impersonation to change your own account.";
    renderPage({ [SESSIONS]: new FakeResponse(403, { code: 'IMPERSONATING', message }) });
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();
  });

  it("lists the user's assistants with their permissions, and disconnects one", async () => {
    const api = renderPage({ 'DELETE /api/my/assistants/a1': new FakeResponse(204) });
    expect(await screen.findByText('Claude (claude.ai)')).toBeVisible();
    expect(screen.getByText('Read only, connected Mar 30, 2026, never used')).toBeVisible();
    api.set(ASSISTANTS, []);
    await userEvent.click(screen.getByRole('button', { name: /^Disconnect: Claude/ }));
    expect(await screen.findByText(/sign in when it asks you to/)).toBeVisible();
    expect(screen.getByText(ASSISTANTS_COPY.disconnected('Claude'))).toBeVisible();
  });
});
