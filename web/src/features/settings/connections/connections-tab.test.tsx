import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { AccountSettings } from '../../../api/types';
import { ACCOUNT_SETTINGS } from '../../../testing/account-settings';
import { clickAndConfirm } from '../../../testing/click-and-confirm';
import { FakeResponse, type FakeApi, rejectField } from '../../../testing/fake-api';
import { getHref } from '../../../testing/get-href';
import { expandConnection, GET_SETTINGS, MASK, openSettings, PUT_SETTINGS } from '../../../testing/open-settings';
import { TEST_USERS } from '../../../testing/test-users';
import { SETTINGS_COPY } from '../settings-copy';

const RENEW_SECRET = 'POST /api/my/settings/webhook-secret';

async function openConnection(name: string, settings?: Partial<AccountSettings>): Promise<FakeApi> {
  const { api } = await openSettings({ part: 'connections', settings });
  await screen.findByRole('button', { name: `${name} Not connected` });
  await expandConnection(name);
  return api;
}

describe('ConnectionsTab', () => {
  it('saves each ServiceTitan setting individually', async () => {
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
    await api.expectBodies(PUT_SETTINGS, [
      { serviceTitanTenant: '987654321' },
      { serviceTitanEnvironment: 'integration' },
      { serviceTitanClientId: 'cid.a1' },
      { noteTarget: 'customer' },
      { serviceTitanPollingEnabled: true },
    ]);
  });

  it('saves a cleared field as null', async () => {
    const api = await openConnection('ServiceTitan', { serviceTitanTenant: '1' });
    await userEvent.clear(await screen.findByLabelText('Tenant'));
    await userEvent.tab();
    await api.expectBodies(PUT_SETTINGS, [{ serviceTitanTenant: null }]);
  });

  it('saves a secret, and then shows only its mask', async () => {
    const api = await openConnection('ServiceTitan');
    const field = await screen.findByLabelText('Client secret');
    expect(field).toHaveAttribute('autocomplete', 'new-password'); // not the user's own password
    expect(field).toHaveAttribute('type', 'password');
    await userEvent.type(field, 'cs1.a1b2c3d4e5f6g7h8');
    await userEvent.click(screen.getByRole('button', { name: 'Save Client secret' }));
    expect(await screen.findByText(MASK)).toBeVisible();
    expect(await api.bodies(PUT_SETTINGS)).toEqual([{ serviceTitanClientSecret: 'cs1.a1b2c3d4e5f6g7h8' }]);
    expect(screen.queryByDisplayValue('cs1.a1b2c3d4e5f6g7h8')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Replace' })).toHaveFocus();
  });

  it('keeps the stored secret when the API rejects its replacement', async () => {
    const api = await openConnection('ServiceTitan', { serviceTitanClientSecret: MASK });
    await userEvent.click(
      within(await screen.findByRole('group', { name: 'Client secret' })).getByRole('button', { name: 'Replace' }),
    );
    const field = screen.getByLabelText('Client secret');
    expect(field).toHaveFocus();
    expect(field).toHaveValue('');
    api.set(
      PUT_SETTINGS,
      rejectField('serviceTitanClientSecret', 'This must be a ServiceTitan client secret, with no spaces.'),
    );
    await userEvent.type(field, 'a b{Enter}');
    expect(await screen.findByText(/with no spaces/)).toBeVisible();
    expect(field).toHaveValue('a b');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText(MASK)).toBeVisible();
    expect(screen.queryByText(/with no spaces/)).not.toBeInTheDocument();
  });

  it('removes a secret after confirmation', async () => {
    const api = await openConnection('ServiceTitan', { serviceTitanClientSecret: MASK });
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(api.requests()).not.toContain(PUT_SETTINGS);
    await userEvent.click(
      within(screen.getByRole('alertdialog', { name: 'Remove Client secret?' })).getByRole('button', {
        name: 'Remove',
      }),
    );
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(await api.bodies(PUT_SETTINGS)).toEqual([{ serviceTitanClientSecret: null }]);
    expect(screen.getByLabelText('Client secret')).toHaveValue('');
  });

  it("has a masked field or a URL field for each channel's secret", async () => {
    await openSettings({ part: 'connections' });
    expect(await screen.findByLabelText('Slack bot token')).toHaveAttribute('type', 'password');
    await userEvent.click(within(screen.getByRole('group', { name: 'Outgoing webhook URL' })).getByText('Add'));
    await screen.findByLabelText('Outgoing webhook URL');
    for (const label of ['Teams webhook URL', 'Google Chat webhook URL', 'Outgoing webhook URL'])
      expect(screen.getByLabelText(label)).toHaveAttribute('type', 'url');
  });

  it('tells administrators which addresses the server has to allow', async () => {
    await openSettings({ part: 'connections', user: TEST_USERS.admin });
    expect(await screen.findByText(/must be in OUTBOUND_ALLOW\.$/)).toBeInTheDocument();
  });

  it('generates a signing secret, shows it once and copies it', async () => {
    const user = userEvent.setup();
    const api = await openConnection('Your own system');
    api.set(RENEW_SECRET, { webhookSecret: 'whsec_new' });
    api.set(GET_SETTINGS, { ...ACCOUNT_SETTINGS, webhookSecret: '••••••••_new' });
    await user.click(await screen.findByRole('button', { name: 'Generate secret' }));
    const dialog = await screen.findByRole('dialog', { name: 'Your new signing secret' });
    expect(within(dialog).getByText('whsec_new')).toBeVisible();
    await user.keyboard('{Escape}');
    const beforeUnload = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(beforeUnload);
    expect(beforeUnload.defaultPrevented).toBe(true);
    await user.click(within(dialog).getByRole('button', { name: 'Copy Signing secret' }));
    expect(await navigator.clipboard.readText()).toBe('whsec_new');
    await user.click(screen.getByRole('button', { name: SETTINGS_COPY.copiedIt }));
    expect(screen.queryByText('whsec_new')).not.toBeInTheDocument();
    expect(screen.getByText('••••••••_new')).toBeVisible();
  });

  it('replaces a signing secret only after confirmation', async () => {
    const api = await openConnection('Your own system', { webhookSecret: '••••••••_old' });
    api.set(RENEW_SECRET, { webhookSecret: 'whsec_new' });
    await userEvent.click(await screen.findByRole('button', { name: 'Replace' }));
    expect(api.requests()).not.toContain(RENEW_SECRET);
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Replace' }));
    expect(await screen.findByText('whsec_new')).toBeVisible();
  });

  it.each([
    ['Outgoing webhook URL', {}, 'Add', 'textbox'],
    ['Outgoing webhook URL', { webhookUrl: MASK }, 'Replace', 'textbox'],
    ['Outgoing webhook URL', { webhookUrl: MASK }, 'Remove', 'alertdialog'],
    ['Signing secret', { webhookSecret: MASK }, 'Replace', 'alertdialog'],
    ['Signing secret', { webhookSecret: MASK }, 'Remove', 'alertdialog'],
  ])(
    'asks the user to confirm their identity before opening a form or dialog: %s with %j, %s',
    async (group, settings, action, form) => {
      const api = await openConnection('Your own system', settings);
      const startButton = within(screen.getByRole('group', { name: group })).getByRole('button', { name: action });
      await clickAndConfirm(api, startButton, false);
      const name = new RegExp(group, 'i');
      expect(screen.queryByRole(form, { name })).not.toBeInTheDocument();
      await clickAndConfirm(api, startButton);
      expect(await screen.findByRole(form, { name })).toBeVisible();
    },
  );

  it('shows an error when generating a signing secret fails', async () => {
    const api = await openConnection('Your own system');
    api.set(RENEW_SECRET, new FakeResponse(503));
    await userEvent.click(await screen.findByRole('button', { name: 'Generate secret' }));
    expect(await screen.findByText(SETTINGS_COPY.failed)).toBeVisible();
  });

  it('explains how to connect Slack, with a manifest to copy, until a token is saved', async () => {
    const user = userEvent.setup();
    await openConnection('Slack');
    const steps = screen.getByRole('list', { name: 'How to connect Slack' });
    expect(within(steps).getAllByRole('listitem')).toHaveLength(5);
    expect(getHref('Create a Slack app', within(steps))).toBe('https://api.slack.com/apps?new_app=1');
    await user.click(within(steps).getByRole('button', { name: 'Copy the manifest' }));
    expect(JSON.parse(await navigator.clipboard.readText())).toMatchObject({
      display_information: { name: 'Ringwell' },
      oauth_config: { scopes: { bot: ['chat:write', 'chat:write.public', 'channels:join'] } },
    });
  });

  it('hides the Slack steps once a token is saved', async () => {
    await openConnection('Slack', { slackBotToken: MASK });
    expect(screen.getByLabelText('Slack channel')).toBeVisible();
    expect(screen.queryByRole('list', { name: 'How to connect Slack' })).toBeNull();
  });
});
