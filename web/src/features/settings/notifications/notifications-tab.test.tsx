import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { COPY } from '../../../lib/copy';
import { findAccessibilityProblems } from '../../../testing/accessibility';
import { ACCOUNT_SETTINGS } from '../../../testing/account-settings';
import { connectedState, connectionError, connections } from '../../../testing/connections';
import { FakeResponse, rejectField } from '../../../testing/fake-api';
import { getTexts } from '../../../testing/get-texts';
import {
  ASK_ADDRESS,
  findConnectionToggle,
  expandConnection,
  openSettings,
  PATCH_EMAILS,
  PUT_EMAIL_LABELS,
  PUT_SETTINGS,
} from '../../../testing/open-settings';
import { SETTINGS_COPY } from '../settings-copy';

const getSwitch = (name: string): HTMLElement => screen.getByRole('switch', { name });
const openSettingsPage = (name: string): Promise<void> => userEvent.click(screen.getByRole('link', { name }));
const findSavedMessage = (): Promise<HTMLElement> => screen.findByText(SETTINGS_COPY.saved);

describe('NotificationsTab', () => {
  it("shows a channel's settings only while the channel is turned on", async () => {
    await openSettings({ settings: { emailEnabled: false } });
    expect(screen.queryByRole('checkbox', { name: 'Negative' })).not.toBeInTheDocument();
    await userEvent.click(getSwitch('Email'));
    expect(screen.getByRole('checkbox', { name: 'Negative' })).toBeChecked();
    expect(await screen.findByLabelText('New email address')).toHaveAttribute('type', 'email');
    await userEvent.click(getSwitch('Email'));
    expect(screen.queryByRole('checkbox', { name: 'Negative' })).not.toBeInTheDocument();
  });

  it.each([
    ['Email', { emailNegativeSentiment: false }],
    ['Slack', { slackNegativeSentiment: false }],
    ['Microsoft Teams', { teamsNegativeSentiment: false }],
    ['Google Chat', { googleChatNegativeSentiment: false }],
  ])('saves each %s sentiment individually', async (channel, change) => {
    const { api } = await openSettings({ settings: { emailEnabled: false } });
    await userEvent.click(getSwitch(channel));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Negative' }));
    await waitFor(async () => expect((await api.bodies(PUT_SETTINGS))[1]).toEqual(change));
  });

  it('turns off alerts for calls that need a listen', async () => {
    const { api } = await openSettings();
    const reviewAlerts = getSwitch('Alerts for calls that need a listen');
    expect(reviewAlerts).toBeChecked();
    await userEvent.click(reviewAlerts);
    await findSavedMessage();
    expect(await api.bodies(PUT_SETTINGS)).toEqual([{ reviewAlertsEnabled: false }]);
  });

  it('shows unconfirmed addresses, and resends the confirmation email to one', async () => {
    const { api } = await openSettings({
      settings: {
        emailAddress: ['dana@reyes.example', 'sam@outside.example', 'lee@outside.example'],
        unconfirmedAddresses: { 'sam@outside.example': 'waiting', 'lee@outside.example': 'declined' },
      },
      responses: { [ASK_ADDRESS]: new FakeResponse(204) },
    });
    const list = await screen.findByRole('list', { name: 'Email addresses' });
    const [danaRow, samRow, leeRow] = within(list).getAllByRole('listitem');
    expect(danaRow).not.toHaveTextContent('confirmation');
    expect(samRow).toHaveTextContent('Waiting for confirmation');
    expect(leeRow).toHaveTextContent("Doesn't want emails");
    expect(screen.getByText(/get no alerts until they confirm/)).toBeVisible();
    expect(await findAccessibilityProblems()).toEqual([]);
    await userEvent.click(
      screen.getByRole('button', { name: 'Send again: confirmation email to sam@outside.example' }),
    );
    expect(await screen.findByText('Confirmation email sent')).toBeVisible();
    expect(await api.bodies(ASK_ADDRESS)).toEqual([{ address: 'sam@outside.example' }]);
  });

  it("explains why the confirmation email can't be resent yet", async () => {
    await openSettings({
      settings: { emailAddress: ['sam@outside.example'], unconfirmedAddresses: { 'sam@outside.example': 'waiting' } },
      responses: {
        [ASK_ADDRESS]: new FakeResponse(429, {
          code: 'RATE_LIMITED',
          message: 'This address has already been asked to confirm several times. Please try again in 40 minutes.',
        }),
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: /^Send again/ }));
    expect(await screen.findByText(/asked to confirm several times/)).toBeVisible();
  });

  it('adds valid addresses, and saves an empty list when the last one is removed', async () => {
    const { api } = await openSettings({ settings: { emailAddress: ['dana@reyes.example'] } });
    const field = await screen.findByLabelText('New email address');
    await userEvent.type(field, 'nobody{Enter}');
    expect(field).toHaveAccessibleDescription(expect.stringContaining(COPY.invalid.email));
    await userEvent.clear(field);
    await userEvent.type(field, 'Kim@Example.com{Enter}');
    await findSavedMessage();
    expect(field).toHaveValue('');
    expect(getTexts(screen.getByRole('list', { name: 'Email addresses' }), 'listitem')).toEqual([
      expect.stringMatching('^dana@reyes.example'),
      expect.stringMatching('^kim@example.com'),
    ]);
    await userEvent.type(field, 'kim@example.com{Enter}');
    expect(field).toBeInvalid();
    await userEvent.click(screen.getByRole('button', { name: 'Remove dana@reyes.example' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove kim@example.com' }));
    expect(field).toHaveFocus();
    await api.expectBodies(PATCH_EMAILS, [
      { add: ['kim@example.com'], remove: [] },
      { add: [], remove: ['dana@reyes.example'] },
      { add: [], remove: ['kim@example.com'] },
    ]);
  });

  it("keeps another tab's additions when two edits are saved one after the other", async () => {
    const { api } = await openSettings({ settings: { emailAddress: ['dana@reyes.example'] } });
    const field = await screen.findByLabelText('New email address');
    const respond = api.hold(PATCH_EMAILS);
    await userEvent.type(field, 'kim@example.com{Enter}');
    await userEvent.type(field, 'sam@example.com{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Remove dana@reyes.example' }));
    const emailAddress = ['dana@reyes.example', 'other@example.com', 'kim@example.com'];
    api.set(PATCH_EMAILS, { ...ACCOUNT_SETTINGS, emailEnabled: true, emailAddress: ['other@example.com'] });
    respond({ ...ACCOUNT_SETTINGS, emailEnabled: true, emailAddress });
    await api.expectBodies(PATCH_EMAILS, [
      { add: ['kim@example.com'], remove: [] },
      { add: ['sam@example.com'], remove: ['dana@reyes.example'] },
    ]);
  });

  it('saves two edits together if the first one failed to save', async () => {
    const { api } = await openSettings({ settings: { emailAddress: [] } });
    const field = await screen.findByLabelText('New email address');
    const respond = api.hold(PATCH_EMAILS);
    await userEvent.type(field, 'kim@example.com{Enter}');
    await userEvent.type(field, 'sam@example.com{Enter}');
    api.set(PATCH_EMAILS, ACCOUNT_SETTINGS);
    respond(new FakeResponse(503));
    await waitFor(async () =>
      expect((await api.bodies(PATCH_EMAILS)).at(-1)).toEqual({
        add: ['kim@example.com', 'sam@example.com'],
        remove: [],
      }),
    );
  });

  it('adds the valid addresses from a pasted list, and reports the others', async () => {
    const { api } = await openSettings({ settings: { emailAddress: ['dana@reyes.example'] } });
    const field = await screen.findByLabelText('New email address');
    await userEvent.click(field);
    await userEvent.paste('Kim Lee <kim@example.com>; DANA@reyes.example\nnobody, sam@example.com');
    await userEvent.keyboard('{Enter}');
    await api.expectBodies(PATCH_EMAILS, [{ add: ['kim@example.com', 'sam@example.com'], remove: [] }]);
    expect(field).toHaveValue('nobody');
    expect(field).toHaveAccessibleDescription(/Not an email address: nobody\. Already added: dana@reyes\.example\./);
    api.set(PATCH_EMAILS, new FakeResponse(503));
    await userEvent.type(field, ', lee@example.com{Enter}');
    await waitFor(() => expect(field).toHaveValue('lee@example.com, nobody'));
  });

  it('lets the user choose which calls an address gets emails about', async () => {
    const { api } = await openSettings({ settings: { emailAddress: ['dana@reyes.example'] } });
    const toggle = await screen.findByRole('button', { name: 'Calls for dana@reyes.example: Same as account' });
    const row = within(screen.getByRole('list', { name: 'Email addresses' }));
    expect(row.getAllByRole('button').at(-1)).toBe(screen.getByRole('button', { name: 'Remove dana@reyes.example' }));
    await userEvent.click(toggle);
    const addressAlerts = within(
      screen.getByRole('group', { name: 'Calls that dana@reyes.example gets emails about' }),
    );
    await userEvent.click(addressAlerts.getByRole('checkbox', { name: 'Same as account' }));
    await userEvent.click(await addressAlerts.findByRole('checkbox', { name: 'Positive' }));
    expect(
      await screen.findByRole('button', {
        name: 'Calls for dana@reyes.example: Neutral, Negative, Needs a listen',
      }),
    ).toBeVisible();
    await userEvent.click(addressAlerts.getByRole('checkbox', { name: 'Same as account' }));
    await api.expectBodies(PUT_EMAIL_LABELS, [
      { address: 'dana@reyes.example', labels: ['positive', 'neutral', 'negative', 'needs_review'] },
      { address: 'dana@reyes.example', labels: ['neutral', 'negative', 'needs_review'] },
      { address: 'dana@reyes.example', labels: null },
    ]);
  });

  it("puts a rejected address back into the field, with the API's message", async () => {
    const { api } = await openSettings({ settings: { emailAddress: [] } });
    const field = await screen.findByLabelText('New email address');
    api.set(PATCH_EMAILS, rejectField('add', 'Each must be a valid email address.'));
    await userEvent.type(field, 'kim@example.test{Enter}');
    expect(await screen.findByText('Each must be a valid email address.')).toBeVisible();
    expect(field).toHaveValue('kim@example.test');
    expect(screen.queryByRole('list', { name: 'Email addresses' })).not.toBeInTheDocument();
    expect(screen.queryByText(SETTINGS_COPY.failed)).not.toBeInTheDocument();
  });

  it("shows which of a channel's settings are missing, and links to its connection", async () => {
    const scroll = jest.spyOn(Element.prototype, 'scrollIntoView');
    await openSettings({ settings: { slackEnabled: true, emailEnabled: false } });
    expect(await screen.findByText(/Not sending yet. Add a bot token and channel to connect./)).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Open Connections' }));
    const slack = await screen.findByRole('button', { name: 'Slack Not connected' });
    expect(screen.getAllByRole('button', { expanded: true })).toEqual([slack]);
    expect(slack).toHaveFocus();
    expect(scroll.mock.contexts).toEqual([screen.getByRole('region', { name: 'Slack' })]);
    await openSettingsPage('Alerts');
    await openSettingsPage('Connections');
    expect(await screen.findByRole('button', { name: 'Slack Not connected' })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
  });

  it('explains why an enabled channel is not delivering messages, and links to its connection', async () => {
    await openSettings({
      tab: 'Notifications',
      settings: { slackEnabled: true },
      connectionsResponse: connections({
        slack: connectedState({ error: connectionError() }),
        email: { unavailable: { code: 'MAIL_UNAVAILABLE', message: 'No mail server is set up here.' } },
      }),
    });
    expect(
      await screen.findByText(/The last message didn't go through. Slack says that the bot token was revoked/),
    ).toBeVisible();
    expect(screen.getByText(/No mail server is set up here/)).toBeVisible();
    // Slack's link is the only one, because only the operator can set up email.
    await userEvent.click(screen.getByRole('link', { name: 'Open Connections' }));
    expect(await findConnectionToggle()).toHaveAttribute('aria-expanded', 'true');
  });

  it.each(['connections', 'notifications'])('marks unsubscribed addresses under %s', async (part) => {
    const emailAddress = ['dana@reyes.example', 'kim@example.com'];
    await openSettings({
      part,
      settings: { slackEnabled: true, emailAddress },
      connectionsResponse: connections({
        email: connectedState({ destinations: emailAddress, unsubscribed: ['kim@example.com'] }),
      }),
    });
    if (part === 'connections') await expandConnection('Email');
    await screen.findByText('Unsubscribed');
    expect(getTexts(screen.getByRole('list', { name: 'Email addresses' }), 'listitem')).toEqual([
      expect.stringMatching('^dana@reyes.example'),
      expect.stringMatching('^kim@example.comUnsubscribed'),
    ]);
    expect(screen.getByText(/They can resubscribe from the link/)).toBeVisible();
  });
});
