import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { AccountSettings } from '../../api/types';
import { createQueryClient } from '../../lib/query-client';
import { userQuery } from '../../lib/session';
import { ACCOUNT_SETTINGS } from '../../testing/account-settings';
import { connections } from '../../testing/connections';
import { fakeApi, FakeResponse } from '../../testing/fake-api';
import { renderWithProviders } from '../../testing/render-with-providers';
import { TEST_USERS } from '../../testing/test-users';
import { SettingsCard } from './settings-card';
import { SETTINGS_COPY } from './settings-copy';

const GET = 'GET /api/my/settings';
const PUT = 'PUT /api/my/settings';
const RENEW = 'POST /api/my/settings/webhook-secret';
const MASK = '••••••••g7h8';

/** Opens a tab over an API that keeps what it is sent; what is sent as a secret comes back masked. */
async function open(tab: string, changes: Partial<AccountSettings> = {}): Promise<ReturnType<typeof fakeApi>> {
  let stored: AccountSettings = { ...ACCOUNT_SETTINGS, ...changes };
  const api = fakeApi({
    'GET /api/my/connections': connections(),
    [GET]: () => stored,
    [PUT]: async (request: Request) => {
      const change = (await request.json()) as Partial<AccountSettings>;
      stored = { ...stored, ...change };
      if (stored.serviceTitanClientSecret) stored.serviceTitanClientSecret = MASK;
      return stored;
    },
  });
  const client = createQueryClient();
  client.setQueryData(userQuery.queryKey, TEST_USERS.user);
  renderWithProviders(<SettingsCard />, client);
  await userEvent.click(await screen.findByRole('tab', { name: tab }));
  return api;
}

async function openConnection(name: string, changes?: Partial<AccountSettings>): Promise<ReturnType<typeof fakeApi>> {
  const api = await open('Connections', changes);
  const fold = await screen.findByRole('button', { name: `${name} Not connected` });
  if (fold.getAttribute('aria-expanded') === 'false') await userEvent.click(fold); // it is open when some of it was entered
  return api;
}

const saved = (): Promise<HTMLElement> => screen.findByText(SETTINGS_COPY.saved);
const refusal = (field: string, message: string): FakeResponse =>
  new FakeResponse(400, { message: `${field}: ${message}`, errors: [{ field, message }] });

describe('usage limits', () => {
  it('unfold under their switches', async () => {
    const api = await open('Usage Limits');
    expect(screen.queryByLabelText('Monthly minute limit')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('switch', { name: 'Monthly limit' }));
    expect(screen.getByLabelText('Monthly minute limit')).toHaveValue(1_000);
    await waitFor(async () => expect(await api.bodies(PUT)).toEqual([{ usageLimitEnabled: true }]));
  });

  it('save a number when the field is left, and on Enter, but not while typing', async () => {
    const api = await open('Usage Limits');
    const field = screen.getByLabelText('Processing timeout');
    await userEvent.clear(field);
    await userEvent.type(field, '45');
    expect(api.requests()).not.toContain(PUT);
    await userEvent.tab();
    await saved();
    const other = screen.getByLabelText('Minimum inbound length');
    await userEvent.clear(other);
    await userEvent.type(other, '30{Enter}');
    await userEvent.tab();
    await waitFor(async () =>
      expect(await api.bodies(PUT)).toEqual([{ processingTimeoutMinutes: 45 }, { inboundMinCallTime: 30 }]),
    );
  });

  it('save whole numbers only, and take back what is none', async () => {
    const api = await open('Usage Limits');
    const field = screen.getByLabelText('Processing timeout');
    await userEvent.clear(field);
    await userEvent.tab();
    expect(field).toHaveValue(30);
    await userEvent.clear(field);
    await userEvent.type(field, '12.9{Enter}');
    await saved();
    expect(field).toHaveValue(12);
    expect(await api.bodies(PUT)).toEqual([{ processingTimeoutMinutes: 12 }]);
  });

  it('do not save what has not changed, nor what Escape took back', async () => {
    const api = await open('Usage Limits');
    const field = screen.getByLabelText('Calls processed at once');
    await userEvent.click(field);
    await userEvent.tab();
    await userEvent.clear(field);
    await userEvent.type(field, '7{Escape}');
    expect(field).toHaveValue(5);
    await userEvent.tab();
    expect(api.requests()).not.toContain(PUT);
  });

  it('keep what the API refuses, with its words, so that it can be mended', async () => {
    const api = await open('Usage Limits');
    const field = screen.getByLabelText('Calls processed at once');
    api.set(PUT, refusal('maxConcurrentWorkflows', 'This must be from 1 to 20.'));
    await userEvent.clear(field);
    await userEvent.type(field, '50{Enter}');
    expect(await screen.findByText('This must be from 1 to 20.')).toBeVisible();
    expect(field).toHaveValue(50);
    expect(field).toBeInvalid();
    expect(screen.queryByText(SETTINGS_COPY.failed)).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    expect(field).toHaveValue(5);
    expect(field).toBeValid();
  });

  it('go back to what was saved when the API is away', async () => {
    const api = await open('Usage Limits');
    const field = screen.getByLabelText('Processing timeout');
    api.set(PUT, new FakeResponse(503));
    await userEvent.clear(field);
    await userEvent.type(field, '45{Enter}');
    expect(await screen.findByText(SETTINGS_COPY.failed)).toBeVisible();
    expect(field).toHaveValue(30);
  });
});

describe('connections', () => {
  it('save texts, choices and switches of ServiceTitan one by one', async () => {
    const api = await openConnection('ServiceTitan', { lastPolledAt: '2026-03-31T14:05:00.000Z' });
    expect((await screen.findByText(/^Last sync/)).querySelector('time')).toHaveAttribute(
      'datetime',
      '2026-03-31T14:05:00.000Z',
    );
    await userEvent.type(screen.getByLabelText('Tenant'), ' 987654321 {Enter}');
    await userEvent.selectOptions(screen.getByLabelText('Environment'), 'integration');
    await userEvent.type(screen.getByLabelText('Client ID'), 'cid.a1');
    await userEvent.selectOptions(screen.getByLabelText('Write notes to'), 'customer');
    await userEvent.click(screen.getByRole('switch', { name: 'Fetch new calls' }));
    await waitFor(async () =>
      expect(await api.bodies(PUT)).toEqual([
        { serviceTitanTenant: '987654321' },
        { serviceTitanEnvironment: 'integration' },
        { serviceTitanClientId: 'cid.a1' },
        { noteTarget: 'customer' },
        { serviceTitanPollingEnabled: true },
      ]),
    );
  });

  it('clear a text with null', async () => {
    const api = await openConnection('ServiceTitan', { serviceTitanTenant: '1' });
    await userEvent.clear(await screen.findByLabelText('Tenant'));
    await userEvent.tab();
    await waitFor(async () => expect(await api.bodies(PUT)).toEqual([{ serviceTitanTenant: null }]));
  });

  it('take a secret, and show no more of it than its mask', async () => {
    const api = await openConnection('ServiceTitan');
    const field = await screen.findByLabelText('Client secret');
    expect(field).toHaveAttribute('type', 'password');
    await userEvent.type(field, 'cs1.a1b2c3d4e5f6g7h8');
    await userEvent.click(screen.getByRole('button', { name: 'Save Client secret' }));
    expect(await screen.findByText(MASK)).toBeVisible();
    expect(await api.bodies(PUT)).toEqual([{ serviceTitanClientSecret: 'cs1.a1b2c3d4e5f6g7h8' }]);
    expect(screen.queryByDisplayValue('cs1.a1b2c3d4e5f6g7h8')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Replace' })).toHaveFocus();
  });

  it('replace a secret, but only by one that the API takes', async () => {
    const api = await openConnection('ServiceTitan', { serviceTitanClientSecret: MASK });
    await userEvent.click(
      within(await screen.findByRole('group', { name: 'Client secret' })).getByRole('button', { name: 'Replace' }),
    );
    const field = screen.getByLabelText('Client secret');
    expect(field).toHaveFocus();
    expect(field).toHaveValue('');
    api.set(
      PUT,
      refusal('serviceTitanClientSecret', 'This must be a ServiceTitan client secret, which has no blanks.'),
    );
    await userEvent.type(field, 'a b{Enter}');
    expect(await screen.findByText(/which has no blanks/)).toBeVisible();
    expect(field).toHaveValue('a b');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText(MASK)).toBeVisible();
    expect(screen.queryByText(/which has no blanks/)).not.toBeInTheDocument();
  });

  it('remove a secret once that is confirmed', async () => {
    const api = await openConnection('ServiceTitan', { serviceTitanClientSecret: MASK });
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(api.requests()).not.toContain(PUT);
    await userEvent.click(
      within(screen.getByRole('alertdialog', { name: 'Remove Client secret?' })).getByRole('button', {
        name: 'Remove',
      }),
    );
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(await api.bodies(PUT)).toEqual([{ serviceTitanClientSecret: null }]);
    expect(screen.getByLabelText('Client secret')).toHaveValue('');
  });

  it("have a field for each channel and for one's own system", async () => {
    await open('Connections');
    expect(await screen.findByLabelText('Slack bot token')).toHaveAttribute('type', 'password');
    for (const label of ['Teams webhook URL', 'Google Chat webhook URL', 'Outgoing webhook URL'])
      expect(screen.getByLabelText(label)).toHaveAttribute('type', 'url');
  });

  it('make a signing secret that is shown this once, with a button to copy it', async () => {
    const person = userEvent.setup();
    const api = await openConnection('Your own system');
    api.set(RENEW, { webhookSecret: 'whsec_new' });
    api.set(GET, { ...ACCOUNT_SETTINGS, webhookSecret: '••••••••_new' });
    await person.click(await screen.findByRole('button', { name: 'Generate secret' }));
    const dialog = await screen.findByRole('dialog', { name: 'Your new signing secret' });
    expect(within(dialog).getByText('whsec_new')).toBeVisible();
    await person.keyboard('{Escape}');
    await person.click(within(dialog).getByRole('button', { name: 'Copy Signing secret' }));
    expect(await navigator.clipboard.readText()).toBe('whsec_new');
    await person.click(screen.getByRole('button', { name: SETTINGS_COPY.copiedIt }));
    expect(screen.queryByText('whsec_new')).not.toBeInTheDocument();
    expect(screen.getByText('••••••••_new')).toBeVisible();
  });

  it('replace a signing secret only when that is confirmed', async () => {
    const api = await openConnection('Your own system', { webhookSecret: '••••••••_old' });
    api.set(RENEW, { webhookSecret: 'whsec_new' });
    await userEvent.click(await screen.findByRole('button', { name: 'Replace' }));
    expect(api.requests()).not.toContain(RENEW);
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Replace' }));
    expect(await screen.findByText('whsec_new')).toBeVisible();
  });

  it('say when no signing secret could be made', async () => {
    const api = await openConnection('Your own system');
    api.set(RENEW, new FakeResponse(503));
    await userEvent.click(await screen.findByRole('button', { name: 'Generate secret' }));
    expect(await screen.findByText(SETTINGS_COPY.failed)).toBeVisible();
  });
});
