import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { Connection } from '../../../api/types';
import { CONNECTION_POLL } from '../../../lib/constants';
import { SET_UP_INSTRUCTIONS } from '../../../lib/messages/set-up-instructions';
import { ADD_ON_MISSING, connectedState, connectionError, connections } from '../../../testing/connections';
import { FakeResponse } from '../../../testing/fake-api';
import {
  findConnectionSection,
  findConnectionToggle,
  expandConnection,
  GET_CONNECTIONS,
  openConnections,
  findTestButton,
} from '../../../testing/open-settings';
import { TEST_USERS } from '../../../testing/test-users';

const FORMATTED_TIME = 'Tue, Apr 2, 2024, 10:12 AM EDT';
const REFRESH_ERROR = "Couldn't refresh. Retrying…";

describe('ConnectionStatus', () => {
  it.each<[string, Partial<Connection>, string, string?]>([
    ['has no settings', {}, 'Not connected', 'Add a bot token and channel to connect.'],
    ['has not been used yet', connectedState(), 'Saved, not tested yet', 'Send a test message to make sure it works.'],
    [
      'works',
      connectedState({ lastSuccessAt: '2024-04-02T14:12:00.000Z' }),
      'Connected',
      `Last sent ${FORMATTED_TIME}.`,
    ],
    [
      'is broken',
      connectedState({ error: connectionError() }),
      'Problem',
      `Slack says that the bot token was revoked. Enter a new one. (${FORMATTED_TIME})`,
    ],
    [
      'is paused',
      connectedState({
        error: connectionError({ isPermanent: false, message: 'Slack is unavailable.' }),
        pausedUntil: '2024-04-02T14:20:00.000Z',
      }),
      'Retrying',
      'Slack is unavailable. Retrying at Tue, Apr 2, 2024, 10:20 AM EDT.',
    ],
    [
      'has a transient error',
      connectedState({ error: connectionError({ isPermanent: false, message: 'Slack is unavailable.' }) }),
      'Retrying',
      "Slack is unavailable. We'll keep retrying.",
    ],
    [
      'is broken for one of several destinations',
      connectedState({ error: connectionError(), destinations: ['#calls', '#other'] }),
      'Problem',
      '#calls: Slack says',
    ],
    ['is not in the plan', connectedState({ unavailable: ADD_ON_MISSING }), 'Not in your plan'],
    [
      'has not been set up by the operator',
      connectedState({ unavailable: { code: 'MAIL_UNAVAILABLE', message: 'Ask your administrator.' } }),
      'Not available',
      'Ask your administrator.',
    ],
  ])('describes a connection that %s', async (_state, slack, label, text = '') => {
    await openConnections(connections({ slack }));
    await waitFor(async () => expect(await findConnectionToggle()).toHaveAccessibleName(`Slack ${label}`));
    await expandConnection();
    expect(await findConnectionSection('Slack')).toHaveTextContent(`Slack ${label}${text.replaceAll(' PM', ' PM')}`);
  });

  it('tells administrators which setting makes a channel available', async () => {
    const unavailable = { code: 'SERVICETITAN_UNAVAILABLE', message: 'Contact support.' } as const;
    await openConnections(connections({ servicetitan: { unavailable } }), { user: TEST_USERS.admin });
    await waitFor(async () =>
      expect(await findConnectionSection('ServiceTitan')).toHaveTextContent(SET_UP_INSTRUCTIONS[unavailable.code]),
    );
    expect(screen.queryByText(unavailable.message)).not.toBeInTheDocument();
  });

  it('shows when a connected channel is turned off', async () => {
    await openConnections(connections({ slack: connectedState(), email: connectedState() }), {
      settings: { slackEnabled: false },
    });
    await expandConnection();
    await waitFor(async () =>
      expect(await findConnectionSection('Slack')).toHaveTextContent('Turned off under Notifications'),
    );
    expect(await findConnectionSection('Email')).not.toHaveTextContent('Turned off');
  });

  it('refetches only while a destination is paused', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const { api } = await openConnections(
      connections({
        slack: connectedState({
          error: connectionError({ isPermanent: false }),
          pausedUntil: '2024-04-02T14:20:00.000Z',
        }),
      }),
    );
    await findTestButton();
    const initialCount = api.count(GET_CONNECTIONS);
    api.set(GET_CONNECTIONS, connections({ slack: connectedState({ lastSuccessAt: '2026-03-31T14:20:00.000Z' }) }));
    await act(() => jest.advanceTimersByTimeAsync(CONNECTION_POLL.intervalMs));
    expect(api.count(GET_CONNECTIONS)).toBeGreaterThan(initialCount);
    expect(await findConnectionToggle()).toHaveAccessibleName('Slack Connected');
    const requestsBefore = api.count(GET_CONNECTIONS);
    await act(() => jest.advanceTimersByTimeAsync(4 * CONNECTION_POLL.intervalMs));
    expect(api.count(GET_CONNECTIONS)).toBe(requestsBefore);
  });

  it('keeps refetching after failures, and marks the status as stale until it succeeds', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const pausedSlack = connectedState({
      error: connectionError({ isPermanent: false }),
      pausedUntil: '2024-04-02T14:20:00.000Z',
    });
    const { api } = await openConnections(connections({ slack: pausedSlack }));
    await findTestButton();
    api.set(GET_CONNECTIONS, new FakeResponse(503));
    const initialCount = api.count(GET_CONNECTIONS);
    await act(() => jest.advanceTimersByTimeAsync(3 * CONNECTION_POLL.intervalMs));
    expect(api.count(GET_CONNECTIONS)).toBeGreaterThan(initialCount + 1);
    expect(screen.getByText(REFRESH_ERROR)).toBeVisible();
    api.set(GET_CONNECTIONS, connections({ slack: connectedState({ lastSuccessAt: '2026-03-31T14:20:00.000Z' }) }));
    await act(() => jest.advanceTimersByTimeAsync(CONNECTION_POLL.intervalMs));
    expect(await findConnectionToggle()).toHaveAccessibleName('Slack Connected');
    expect(screen.queryByText(REFRESH_ERROR)).not.toBeInTheDocument();
  });

  it('offers a retry when the status fails to load', async () => {
    const { api } = await openConnections(new FakeResponse(503));
    expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't load connection status.");
    api.set(GET_CONNECTIONS, connections({ slack: connectedState() }));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(async () => expect(await findConnectionToggle()).toHaveAccessibleName('Slack Saved, not tested yet'));
  });

  it('keeps the settings usable when the status fails to load', async () => {
    await openConnections(new FakeResponse(503));
    await expandConnection();
    expect(await findConnectionToggle()).toHaveAttribute('aria-expanded', 'true');
    expect(await screen.findByLabelText('Slack bot token')).toBeEnabled();
  });
});
