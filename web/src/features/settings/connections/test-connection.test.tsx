import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { ConnectionTest } from '../../../api/types';
import { CONNECTION_POLL } from '../../../lib/constants';
import { ACCOUNT_SETTINGS } from '../../../testing/account-settings';
import { connectedState, connectionError, connections } from '../../../testing/connections';
import { FakeResponse } from '../../../testing/fake-api';
import {
  findConnectionToggle,
  expandConnection,
  GET_CONNECTIONS,
  GET_SETTINGS,
  openConnections,
  PUT_SETTINGS,
  findTestButton,
} from '../../../testing/open-settings';

const REFRESH_ERROR = "Couldn't refresh. Retrying…";
const TEST_SLACK = 'POST /api/my/settings/test/slack';
const makeTestResult = (change: Partial<ConnectionTest> = {}): ConnectionTest => ({
  channel: 'slack',
  outcome: 'sent',
  message: 'A test message was posted to #calls.',
  results: [],
  ...change,
});

describe('TestConnection', () => {
  it('disables the button while sending, then shows the result', async () => {
    const { api } = await openConnections(connections({ slack: connectedState() }));
    const respond = api.hold(TEST_SLACK);
    const button = await findTestButton();
    expect(button).toHaveAccessibleName('Send test message (Slack)');
    await userEvent.click(button);
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveTextContent('Testing...');
    api.set(GET_CONNECTIONS, connections({ slack: connectedState({ lastSuccessAt: '2026-03-31T14:12:00.000Z' }) }));
    await act(async () => respond(makeTestResult()));
    const message = await screen.findByText('A test message was posted to #calls.');
    expect(message.closest('[role=status]')).not.toBeNull();
    expect(button).not.toHaveAttribute('aria-disabled');
    await waitFor(async () => expect(await findConnectionToggle()).toHaveAccessibleName('Slack Connected'));
  });

  it('shows why a message failed', async () => {
    const { api } = await openConnections(connections({ slack: connectedState() }));
    api.set(TEST_SLACK, makeTestResult({ outcome: 'failed', message: 'Slack has no channel with this name.' }));
    await userEvent.click(await findTestButton());
    expect(await screen.findByText('Slack has no channel with this name.')).toBeVisible();
  });

  it('shows the reason only once if the status shows it, too', async () => {
    const error = connectionError();
    const message = error?.message ?? '';
    const { api } = await openConnections(connections({ slack: connectedState({ error }) }));
    await expandConnection();
    api.set(TEST_SLACK, makeTestResult({ outcome: 'failed', message }));
    await userEvent.click(await findTestButton());
    expect(await screen.findByText("The test message wasn't sent.")).toBeVisible();
    expect(
      screen.getAllByText((_, element) => element?.tagName === 'P' && element.textContent.includes(message)),
    ).toHaveLength(1);
  });

  it.each([
    [
      new FakeResponse(409, { message: 'A test message was sent a moment ago.' }),
      'A test message was sent a moment ago.',
    ],
    [new FakeResponse(500), "Couldn't send the test message. Please try again."],
  ])('shows why the API rejected a test', async (response, text) => {
    const { api } = await openConnections(connections({ slack: connectedState() }));
    api.set(TEST_SLACK, response);
    await userEvent.click(await findTestButton());
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('polls while the message is queued, until the connection changes', async () => {
    const { api } = await openConnections(connections({ slack: connectedState() }));
    api.set(TEST_SLACK, makeTestResult({ outcome: 'waiting', message: 'No worker is running.' }));
    const button = await findTestButton();
    jest.useFakeTimers();
    await act(async () => {
      button.click();
      await jest.advanceTimersByTimeAsync(100);
    });
    expect(screen.getByText('No worker is running.')).toBeVisible();
    const initialCount = api.count(GET_CONNECTIONS);
    await act(() => jest.advanceTimersByTimeAsync(2 * CONNECTION_POLL.intervalMs));
    expect(api.count(GET_CONNECTIONS)).toBe(initialCount + 2);
    api.set(GET_CONNECTIONS, connections({ slack: connectedState({ error: connectionError() }) }));
    await act(() => jest.advanceTimersByTimeAsync(CONNECTION_POLL.intervalMs));
    expect(screen.queryByText('No worker is running.')).not.toBeInTheDocument();
    expect(await findConnectionToggle()).toHaveAccessibleName('Slack Problem');
    const finalCount = api.count(GET_CONNECTIONS);
    await act(() => jest.advanceTimersByTimeAsync(4 * CONNECTION_POLL.intervalMs));
    expect(api.count(GET_CONNECTIONS)).toBe(finalCount);
  });

  it('keeps polling through failures while the message is queued', async () => {
    const { api } = await openConnections(connections({ slack: connectedState() }));
    api.set(TEST_SLACK, makeTestResult({ outcome: 'waiting', message: 'No worker is running.' }));
    const button = await findTestButton();
    jest.useFakeTimers();
    await act(async () => {
      button.click();
      await jest.advanceTimersByTimeAsync(100);
    });
    api.set(GET_CONNECTIONS, new FakeResponse(503));
    await act(() => jest.advanceTimersByTimeAsync(3 * CONNECTION_POLL.intervalMs));
    expect(screen.getByText('No worker is running.')).toBeVisible();
    expect(screen.getByText(REFRESH_ERROR)).toBeVisible();
    api.set(GET_CONNECTIONS, connections({ slack: connectedState({ lastSuccessAt: '2026-03-31T14:20:00.000Z' }) }));
    await act(() => jest.advanceTimersByTimeAsync(CONNECTION_POLL.intervalMs));
    expect(screen.queryByText('No worker is running.')).not.toBeInTheDocument();
    expect(await findConnectionToggle()).toHaveAccessibleName('Slack Connected');
  });

  it('waits for pending saves, and clears the result after the next change', async () => {
    const { api } = await openConnections(connections({ slack: connectedState() }), {
      settings: { slackChannel: '#calls' },
    });
    api.set(TEST_SLACK, makeTestResult());
    await expandConnection();
    const channel = screen.getByLabelText('Slack channel');
    await userEvent.clear(channel);
    await userEvent.type(channel, '#other');
    await userEvent.click(await findTestButton());
    await screen.findByText('A test message was posted to #calls.');
    const order = api.requests().filter((request) => request === PUT_SETTINGS || request === TEST_SLACK);
    expect(order).toEqual([PUT_SETTINGS, TEST_SLACK]);
    api.set(PUT_SETTINGS, {
      ...ACCOUNT_SETTINGS,
      slackEnabled: true,
      slackChannel: '#third',
      updatedAt: '2026-01-02T12:00:00.000Z',
    });
    api.set(GET_SETTINGS, {
      ...ACCOUNT_SETTINGS,
      slackEnabled: true,
      slackChannel: '#third',
      updatedAt: '2026-01-02T12:00:00.000Z',
    });
    await userEvent.clear(channel);
    await userEvent.type(channel, '#third{Enter}');
    await waitFor(() => expect(screen.queryByText('A test message was posted to #calls.')).not.toBeInTheDocument());
  });

  it('is disabled while settings are missing', async () => {
    await openConnections(connections({ webhook: connectedState() }));
    expect(await findTestButton()).toBeDisabled();
    expect(await findTestButton('Your own system')).toBeEnabled();
    expect(await findTestButton('ServiceTitan')).toHaveAccessibleName('Test the connection (ServiceTitan)');
  });
});
