import { act, fireEvent, screen, waitFor, within, type BoundFunctions, type queries } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { browserLocation } from '../../lib/browser/browser-location';
import { TOKEN_LIST_POLL_MS } from '../../lib/constants';
import { toastStore } from '../../lib/messages/toast-store';
import { identityConfirmation } from '../../lib/session/identity-confirmation';
import { fakeApi, type FakeApi, FakeResponse } from '../../testing/fake-api';
import { renderWithProviders } from '../../testing/render-with-providers';
import { TEST_USERS } from '../../testing/test-users';
import { USERS_WITH_TOKENS } from '../../testing/user-list';
import { TOKEN_COPY } from './token-copy';
import { TokensPage } from './tokens-page';

type Queries = BoundFunctions<typeof queries>;

const LIST_USERS_WITH_TOKENS = 'GET /api/admin/users-with-tokens';
const GENERATE_TOKEN = 'POST /api/admin/users/u1/tokens';
const NEW_TOKEN = {
  id: 't2',
  name: 'For n8n',
  token: 'rw_secret',
  expiresAt: null,
  createdAt: '2026-03-02T12:00:00.000Z',
};

const TOO_MANY_TOKENS = new FakeResponse(409, { code: 'TOO_MANY_TOKENS', message: 'This account has 100 tokens.' });
const TOKEN_NOT_FOUND = new FakeResponse(404, { code: 'TOKEN_NOT_FOUND', message: 'Token not found.' });

function openPage(responses: Record<string, unknown> = {}): FakeApi {
  const api = fakeApi({ [LIST_USERS_WITH_TOKENS]: USERS_WITH_TOKENS, ...responses });
  renderWithProviders(<TokensPage />, { user: TEST_USERS.admin });
  return api;
}

async function expandUser(name = 'Sam Becker'): Promise<Queries> {
  const card = within(await screen.findByRole('group', { name }));
  await userEvent.click(card.getByRole('button', { expanded: false }));
  return card;
}

function withToken(changes: Record<string, unknown>): Record<string, unknown> {
  return {
    [LIST_USERS_WITH_TOKENS]: USERS_WITH_TOKENS.map((user) => ({
      ...user,
      tokens: user.tokens.map((token) => ({ ...token, ...changes })),
    })),
  };
}

const daysFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

async function openGenerateDialog(): Promise<Queries> {
  await userEvent.click((await expandUser()).getByRole('button', { name: 'Generate Token' }));
  return within(await screen.findByRole('dialog', { name: 'Generate Bearer Token' }));
}

describe('TokensPage', () => {
  it('shows how many tokens each user has, and lists them when expanded', async () => {
    openPage();
    const card = within(await screen.findByRole('group', { name: 'Sam Becker' }));
    const button = card.getByRole('button');
    expect(button).toHaveTextContent('SBSam Beckersam@becker.example1 tokenActiveUser');
    expect(card.queryByText('Nightly export')).not.toBeInTheDocument();
    await userEvent.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    const row = card.getByRole('listitem');
    for (const text of ['Nightly export', 'rw_••••••••4f2c', 'Mar 2, 2026'])
      expect(within(row).getByText(text)).toBeVisible();
    expect(within(row).getByText('Last used').parentElement).toHaveTextContent('Last usedNever');
    expect(within(row).getByText('Active')).toBeVisible();
  });

  it.each([
    [{ expiresAt: daysFromNow(-1) }, ['Active', 'Expired'], 'Inactive'],
    [{ isExpired: true }, ['Active', 'Expired'], 'Inactive'],
    [{ expiresAt: daysFromNow(3) }, ['Active', 'Expires in 3 days'], 'Expired'],
    [{ isActive: false }, ['Inactive'], 'Active'],
    [{ isReadOnly: true }, ['Active', 'Read only'], 'Inactive'],
    [{ createdAt: daysFromNow(-91) }, ['Active', 'Unused for 90 days'], 'Inactive'],
    [{ createdAt: daysFromNow(-91), lastUsedAt: daysFromNow(-89) }, ['Active'], 'Unused for 90 days'],
    [{ createdAt: daysFromNow(-200), lastUsedAt: daysFromNow(-91) }, ['Unused for 90 days'], 'Expired'],
  ])('marks a token with %j as %j', async (changes, visibleTexts, hiddenText) => {
    openPage(withToken(changes));
    const row = within((await expandUser()).getByRole('listitem'));
    for (const badge of visibleTexts) expect(row.getByText(badge)).toBeVisible();
    expect(row.queryByText(hiddenText)).not.toBeInTheDocument();
  });

  it('finds users by full name, and sorts by the number of tokens', async () => {
    openPage();
    await userEvent.selectOptions(await screen.findByLabelText('Sort by'), 'Most tokens');
    expect(screen.getAllByRole('group')[0]).toHaveAccessibleName('Sam Becker');
    await userEvent.type(screen.getByPlaceholderText('Search users...'), 'dana rey');
    expect(screen.getAllByRole('group').map((card) => card.getAttribute('aria-label'))).toEqual(['Dana Reyes']);
    expect(screen.getByText('1 user')).toBeVisible();
  });

  it('marks disabled users as inactive', async () => {
    openPage({ [LIST_USERS_WITH_TOKENS]: USERS_WITH_TOKENS.map((user) => ({ ...user, isActive: false })) });
    expect(await screen.findAllByText('Inactive')).toHaveLength(3);
  });

  it.each([
    [{}, 'Tokens will work once this account is activated under User Management.'],
    [{ isActive: false }, 'Tokens will work once this account is activated and enabled under User Management.'],
  ])('offers tokens for demo accounts %j, and says when they will work', async (changes, note) => {
    openPage({ [LIST_USERS_WITH_TOKENS]: USERS_WITH_TOKENS.map((user) => ({ ...user, ...changes })) });
    const card = await expandUser('kim@example.com');
    expect(card.getByText(note)).toBeVisible();
    expect(card.getByText('No tokens yet')).toBeVisible();
    await userEvent.click(card.getByRole('button', { name: 'Generate Token' }));
    expect(await screen.findByRole('dialog')).toHaveTextContent(note);
  });

  it('does not offer tokens for members without an account', async () => {
    openPage({ [LIST_USERS_WITH_TOKENS]: USERS_WITH_TOKENS.map((user) => ({ ...user, status: null, tokens: [] })) });
    const card = await expandUser();
    expect(card.getByText(TOKEN_COPY.noAccount)).toBeVisible();
    expect(card.queryByRole('button', { name: 'Generate Token' })).not.toBeInTheDocument();
  });

  it('refetches every thirty seconds, even after a failure, until the session ends', async () => {
    jest.useFakeTimers();
    const assign = jest.spyOn(browserLocation, 'assign').mockReturnValue(undefined);
    const api = openPage();
    const advanceTime = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));
    await advanceTime(TOKEN_LIST_POLL_MS - 1);
    expect(api.requests()).toHaveLength(1);
    api.set(LIST_USERS_WITH_TOKENS, new FakeResponse(500));
    await advanceTime(2);
    expect(api.requests()).toHaveLength(2);
    expect(screen.getByText("Couldn't load the latest tokens.")).toBeVisible();
    expect(screen.getByRole('group', { name: 'Sam Becker' })).toBeVisible();
    api.set(LIST_USERS_WITH_TOKENS, new FakeResponse(401, 'Unauthorized'));
    await advanceTime(TOKEN_LIST_POLL_MS);
    expect(api.requests()).toHaveLength(3);
    await advanceTime(TOKEN_LIST_POLL_MS * 3);
    expect(assign).toHaveBeenCalledWith('/api/login');
    expect(api.requests()).toHaveLength(3);
  });
});

describe('Generate Bearer Token', () => {
  it('requires a name and an expiration date in the future', async () => {
    const api = openPage();
    const dialog = await openGenerateDialog();
    expect(dialog.getByPlaceholderText('API Token for n8n')).toBe(dialog.getByLabelText('Token Name'));
    fireEvent.change(dialog.getByLabelText(/Expiration Date/), { target: { value: '2020-01-01T10:00' } });
    await userEvent.click(dialog.getByRole('button', { name: 'Generate Token' }));
    expect((await dialog.findAllByRole('alert')).map((alert) => alert.textContent)).toEqual([
      'Token name is required',
      TOKEN_COPY.expirationPast,
    ]);
    expect(api.requests()).not.toContain(GENERATE_TOKEN);
  });

  it("interprets the time in the page's time zone, sends it as ISO 8601, and shows the token until it is copied", async () => {
    const api = openPage();
    const respond = api.hold(GENERATE_TOKEN);
    const dialog = await openGenerateDialog();
    await userEvent.type(dialog.getByLabelText('Token Name'), 'For n8n');
    expect(dialog.getByText('Never expires')).toBeVisible();
    fireEvent.change(dialog.getByLabelText(/Expiration Date/), { target: { value: '2099-12-31T23:30' } });
    expect(dialog.getByText('Time zone: America/New York')).toBeVisible();
    expect(dialog.queryByText('Never expires')).not.toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Generate Token' }));
    expect(await dialog.findByText('Generating...')).toBeVisible();
    expect(await api.bodies(GENERATE_TOKEN)).toEqual([{ name: 'For n8n', expiresAt: '2100-01-01T04:30:00.000Z' }]);
    respond(NEW_TOKEN);

    const tokenDialog = await screen.findByRole('dialog', { name: 'Token Created Successfully' });
    for (const text of ['For n8n', 'rw_secret', TOKEN_COPY.onlyOnce])
      expect(within(tokenDialog).getByText(text)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(tokenDialog).toBeVisible();
    expect(within(tokenDialog).queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
    expect(leavePage()).toBe('asks');
    await userEvent.click(within(tokenDialog).getByRole('button', { name: "I've Copied the Token" }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.queryByText('rw_secret')).not.toBeInTheDocument();
    expect(leavePage()).toBe('leaves');
    expect(api.count(LIST_USERS_WITH_TOKENS)).toBeGreaterThan(1);
  });

  it('asks the user to confirm their identity before opening the dialog, not after', async () => {
    openPage({ 'GET /api/auth/confirm': { isConfirmed: false } });
    const clickGenerate = async (): Promise<void> =>
      userEvent.click((await screen.findAllByRole('button', { name: 'Generate Token' }))[0] as HTMLElement);
    await expandUser();
    await clickGenerate();
    await waitFor(() => expect(identityConfirmation.get()).not.toBeNull());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    act(() => identityConfirmation.get()?.settle(false));
    await clickGenerate();
    await waitFor(() => expect(identityConfirmation.get()).not.toBeNull());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    act(() => identityConfirmation.get()?.settle(true));
    expect(await screen.findByRole('dialog', { name: 'Generate Bearer Token' })).toBeVisible();
  });

  it('offers a token that expires in a year', async () => {
    const api = openPage({ [GENERATE_TOKEN]: NEW_TOKEN });
    const dialog = await openGenerateDialog();
    await userEvent.type(dialog.getByLabelText('Token Name'), 'For n8n');
    await userEvent.click(dialog.getByRole('button', { name: 'Expire in a year' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Generate Token' }));
    await screen.findByText('rw_secret');
    const [body] = (await api.bodies(GENERATE_TOKEN)) as { expiresAt: string }[];
    const days = (Date.parse(body?.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect([365, 366]).toContain(Math.round(days));
  });

  it('omits the expiration date if there is none', async () => {
    const api = openPage({ [GENERATE_TOKEN]: NEW_TOKEN });
    const dialog = await openGenerateDialog();
    await userEvent.type(dialog.getByLabelText('Token Name'), 'For n8n');
    await userEvent.click(dialog.getByRole('button', { name: 'Generate Token' }));
    await screen.findByText('rw_secret');
    expect(await api.bodies(GENERATE_TOKEN)).toEqual([{ name: 'For n8n' }]);
  });

  it('generates a read-only token', async () => {
    const api = openPage({ [GENERATE_TOKEN]: NEW_TOKEN });
    const dialog = await openGenerateDialog();
    await userEvent.type(dialog.getByLabelText('Token Name'), 'For n8n');
    await userEvent.click(dialog.getByRole('checkbox', { name: /^Read only/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Generate Token' }));
    await screen.findByText('rw_secret');
    expect(await api.bodies(GENERATE_TOKEN)).toEqual([{ name: 'For n8n', isReadOnly: true }]);
  });

  it("shows a toast and the API's reason when it fails", async () => {
    openPage({ [GENERATE_TOKEN]: TOO_MANY_TOKENS });
    const dialog = await openGenerateDialog();
    await userEvent.type(dialog.getByLabelText('Token Name'), 'For n8n');
    await userEvent.click(dialog.getByRole('button', { name: 'Generate Token' }));
    await waitFor(() =>
      expect(toastStore.get()).toMatchObject({ title: 'Error', description: 'Failed to generate token' }),
    );
    expect(dialog.getByRole('alert')).toHaveTextContent('This account has 100 tokens.');
  });
});

function leavePage(): 'asks' | 'leaves' {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented ? 'asks' : 'leaves';
}

describe('deleting a token', () => {
  it.each([
    [new FakeResponse(204), { title: 'Token Deleted', description: 'API token has been deleted successfully' }, null],
    [TOKEN_NOT_FOUND, { title: 'Error', description: 'Failed to delete token' }, 'Token not found.'],
  ])('requires confirmation, and shows the result in a toast', async (response, toast, reason) => {
    const api = openPage({ 'DELETE /api/admin/tokens/t1': response });
    await userEvent.click((await expandUser()).getByRole('button', { name: 'Delete token Nightly export' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(
      dialog.getByText('Are you sure you want to delete the token "Nightly export"? This action cannot be undone.'),
    ).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(toastStore.get()).toMatchObject(toast));
    expect(api.requests()).toContain('DELETE /api/admin/tokens/t1');
    expect(dialog.queryByRole('alert')?.textContent ?? null).toBe(reason);
    expect(api.count('GET /api/admin/users-with-tokens')).toBe(2);
  });
});

describe('EndpointList', () => {
  async function openEndpoints(responses: Record<string, unknown>): Promise<FakeApi> {
    const api = openPage(responses);
    await userEvent.click((await expandUser()).getByRole('tab', { name: 'Endpoints' }));
    return api;
  }

  it('lists profile, settings and usage with copyable URLs', async () => {
    const user = userEvent.setup(); // provides a clipboard
    await openEndpoints({});
    for (const path of [`/api/n8n/profile/${TEST_USERS.user.id}`, '/api/account/settings', '/api/account/usage'])
      expect(screen.getByText(`http://localhost${path}`)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copy Profile URL' }));
    await waitFor(() =>
      expect(toastStore.get()).toMatchObject({ title: 'Copied!', description: 'Profile URL copied to clipboard' }),
    );
  });

  it("shows a test's status and body", async () => {
    const api = await openEndpoints({
      'GET /api/n8n/profile/u1': { name: 'Sam' },
      'POST /api/account/usage': new FakeResponse(403, 'No.'),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Test Profile' }));
    expect(await screen.findByText('200')).toBeVisible();
    expect(screen.getByRole('group', { name: 'Response body' })).toHaveTextContent('{ "name": "Sam" }');
    await userEvent.click(screen.getByRole('button', { name: 'Test Usage' }));
    expect(await screen.findByText('403')).toBeVisible();
    expect(screen.getByText('No.')).toBeVisible();
    expect(await api.bodies('POST /api/account/usage')).toEqual([
      { minutes: 0, instanceRuns: 0, apiCalls: 0, source: 'manual' },
    ]);
  });

  it('shows an error when there is no response', async () => {
    await openEndpoints({ 'GET /api/account/settings': () => Promise.reject(new TypeError('Failed to fetch')) });
    await userEvent.click(screen.getByRole('button', { name: 'Test Settings' }));
    expect(await screen.findByText(/No response/)).toBeVisible();
  });
});
