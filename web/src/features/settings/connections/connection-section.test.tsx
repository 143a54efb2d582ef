import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { connectedState, connectionError, connections } from '../../../testing/connections';
import { rejectField } from '../../../testing/fake-api';
import {
  findConnectionToggle,
  expandConnection,
  GET_CONNECTIONS,
  openConnections,
  PUT_SETTINGS,
} from '../../../testing/open-settings';

describe('ConnectionSection', () => {
  const getExpandedSections = (): (string | null)[] =>
    screen.getAllByRole('button', { expanded: true }).map((button) => button.textContent);
  const waitForStatus = async (): Promise<void> => {
    await waitFor(async () =>
      expect(await findConnectionToggle('Your own system')).toHaveAccessibleName(/(Not connected|Not available)$/),
    );
  };

  it('starts expanded when the connection has an error or incomplete settings', async () => {
    await openConnections(
      connections({
        servicetitan: connectedState({ lastSuccessAt: '2026-03-31T14:12:00.000Z' }),
        email: connectedState({ error: connectionError({ isPermanent: false }) }),
        slack: connectedState({ error: connectionError() }),
        webhook: { unavailable: { code: 'MAIL_UNAVAILABLE', message: 'Ask your administrator.' } },
      }),
      {
        settings: {
          serviceTitanTenant: '1',
          teamsTeamName: 'Dispatch',
          emailAddress: ['dana@reyes.example'],
          webhookUrl: '••••',
        },
      },
    );
    await waitForStatus();
    expect(getExpandedSections()).toEqual(['Email Retrying', 'Slack Problem', 'Microsoft Teams Not connected']);
    expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual(
      expect.arrayContaining([
        'ServiceTitan Connected',
        'Email Retrying',
        'Slack Problem',
        'Microsoft Teams Not connected',
        'Google Chat Not connected',
        'Your own system Not available',
      ]),
    );
  });

  it('expands and collapses by keyboard, and keeps drafts', async () => {
    await openConnections(connections());
    const button = await findConnectionToggle();
    act(() => button.focus());
    await userEvent.keyboard('{Enter}');
    expect(button).toHaveAttribute('aria-expanded', 'true');
    await userEvent.type(screen.getByLabelText('Slack bot token'), 'xoxb-1');
    act(() => button.focus());
    await userEvent.keyboard(' ');
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(button);
    expect(screen.getByLabelText('Slack bot token')).toHaveValue('xoxb-1');
  });

  it('stays expanded or collapsed when the status changes', async () => {
    const { api } = await openConnections(
      connections({ slack: connectedState({ error: connectionError() }), webhook: {} }),
    );
    await waitForStatus();
    await expandConnection('Google Chat');
    expect(getExpandedSections()).toEqual(['Slack Problem', 'Google Chat Not connected']);
    api.set(
      GET_CONNECTIONS,
      connections({
        slack: connectedState(),
        google_chat: connectedState(),
        teams: connectedState({ error: connectionError() }),
      }),
    );
    await userEvent.type(screen.getByLabelText('Slack channel'), '#calls{Enter}');
    await waitFor(async () =>
      expect(await findConnectionToggle('Microsoft Teams')).toHaveAccessibleName('Microsoft Teams Problem'),
    );
    expect(getExpandedSections()).toEqual(['Slack Saved, not tested yet', 'Google Chat Saved, not tested yet']);
  });

  it('expands when a value is rejected, because only its field shows the error', async () => {
    const { api } = await openConnections(connections());
    await expandConnection();
    const respond = api.hold(PUT_SETTINGS);
    await userEvent.type(screen.getByLabelText('Slack channel'), 'No Channel');
    await userEvent.click(await findConnectionToggle());
    expect(await findConnectionToggle()).toHaveAttribute('aria-expanded', 'false');
    await waitFor(() => expect(api.requests()).toContain(PUT_SETTINGS));
    await act(async () => respond(rejectField('slackChannel', "Slack doesn't allow this name.")));
    await screen.findByText("Slack doesn't allow this name.");
    expect(await findConnectionToggle()).toHaveAttribute('aria-expanded', 'true');
  });
});
