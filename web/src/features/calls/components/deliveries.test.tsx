import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import {
  CHANNEL_NAMES,
  DELIVERY_CHANNELS,
  DELIVERY_STATES,
  type DeliveryState,
} from '@ringwell/domain/deliveries/delivery';

import type { CallDelivery } from '../../../api/types';
import { CALL_POLL_MS, LIVE_POLL_MS } from '../../../lib/constants';
import { formatDateTime } from '../../../lib/format/format';
import { DELIVERY, fullCall } from '../../../testing/calls';
import { fakeApi, type FakeApi, FakeResponse } from '../../../testing/fake-api';
import { getTexts } from '../../../testing/get-texts';
import { renderCall } from '../../../testing/render-call';
import { renderWithProviders } from '../../../testing/render-with-providers';
import { TEST_USERS } from '../../../testing/test-users';
import { DeliverySection } from './deliveries';

const GET_DELIVERIES = 'GET /api/calls/c1/deliveries';
const RESEND = 'POST /api/deliveries/d1/resend';
const SENT_AT = '2026-03-31T14:12:00.000Z';
const SENT = { state: 'sent', lastError: null, sentAt: SENT_AT } as const;

const makeDelivery = (change: Partial<CallDelivery> = {}): CallDelivery => ({ ...DELIVERY, ...change });

async function renderDeliveries(...deliveries: CallDelivery[]): Promise<FakeApi> {
  const api = fakeApi({ [GET_DELIVERIES]: deliveries, [RESEND]: makeDelivery({ state: 'pending' }) });
  renderWithProviders(<DeliverySection subject={{ kind: 'calls', id: 'c1' }} refreshKey={null} />, {
    user: TEST_USERS.user,
  });
  await screen.findAllByRole('listitem');
  return api;
}
const getFirstRow = (): HTMLElement => screen.getAllByRole('listitem')[0] as HTMLElement;

describe('DeliverySection', () => {
  it('names every channel and status', async () => {
    await renderDeliveries(
      ...DELIVERY_CHANNELS.map((channel, index) =>
        makeDelivery({ id: `c${index}`, channel, state: 'pending', lastError: null }),
      ),
      ...DELIVERY_STATES.map((state, index) => makeDelivery({ id: `s${index}`, state, lastError: null })),
    );
    const statuses = screen.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent);
    expect(statuses).toEqual([
      ...DELIVERY_CHANNELS.map((channel) => `${CHANNEL_NAMES[channel]} Waiting`),
      'Slack Waiting',
      'Slack Sending',
      'Slack Sent',
      'Slack Trying again',
      'Slack Delivery unconfirmed',
      'Slack Confirming delivery…',
      'Slack Failed',
      'Slack Failed (no more retries)',
      'Slack Not sent',
    ]);
  });

  it('says that a Teams message was sent, but not that it was posted', async () => {
    await renderDeliveries(makeDelivery({ ...SENT, channel: 'teams', destination: 'Dispatch', attempts: 1 }));
    expect(getFirstRow()).toHaveTextContent('Microsoft Teams Sent to Teams');
  });

  it('shows why a message was not sent', async () => {
    await renderDeliveries(
      makeDelivery({
        state: 'suppressed',
        attempts: 0,
        lastError: { code: 'ADD_ON_MISSING', message: 'Team chat is an add-on.' },
      }),
    );
    expect(getFirstRow()).toHaveTextContent('Slack Not sent#callsTeam chat is an add-on.Send now');
  });

  it("shows the next attempt, the run and the receiving service's reference", async () => {
    await renderDeliveries(
      makeDelivery({ state: 'retry', providerRef: '1774966362.000200', nextTryAt: SENT_AT, runNumber: 2 }),
    );
    expect(getFirstRow().textContent).toContain(
      `Next attempt ${formatDateTime(SENT_AT)} · Run 2 · Reference 1774966362.000200`,
    );
  });

  it("omits an email's message ID", async () => {
    await renderDeliveries(makeDelivery({ ...SENT, channel: 'email', providerRef: '<mail-1@x.example>' }));
    expect(getFirstRow()).not.toHaveTextContent('mail-1');
  });

  it('lists each attempt with its time, outcome and error when expanded', async () => {
    const tries: CallDelivery['tries'] = [
      {
        attempt: 1,
        outcome: 'retry',
        error: { code: 'X', message: 'Slack asked us to wait.' },
        startedAt: SENT_AT,
        finishedAt: SENT_AT,
      },
      { attempt: 2, outcome: 'sent', error: null, startedAt: '2026-03-31T14:13:00.000Z', finishedAt: SENT_AT },
    ];
    await renderDeliveries(makeDelivery({ ...SENT, attempts: 2, tries }));
    const errorText = within(getFirstRow()).getByText('Slack asked us to wait.');
    expect(errorText).not.toBeVisible();
    await userEvent.click(screen.getByText('2 attempts'));
    expect(errorText).toBeVisible();
    expect(getTexts(getFirstRow(), 'listitem')).toEqual([
      `${formatDateTime(SENT_AT)}: Failed, will retrySlack asked us to wait.`,
      `${formatDateTime('2026-03-31T14:13:00.000Z')}: Sent`,
    ]);
  });
});

describe('ResendButton', () => {
  const BUTTON_LABELS: Record<DeliveryState, string | null> = {
    pending: null,
    sending: null,
    unknown: null,
    verifying: null,
    sent: 'Resend: Slack, #calls',
    failed: 'Resend: Slack, #calls',
    dead: 'Resend: Slack, #calls',
    retry: 'Try now: Slack, #calls',
    suppressed: 'Send now: Slack, #calls',
  };

  it.each(DELIVERY_STATES)('has a label that fits the state, or is hidden: %s', async (state) => {
    await renderDeliveries(makeDelivery({ state }));
    expect(screen.queryByRole('button')?.getAttribute('aria-label') ?? null).toBe(BUTTON_LABELS[state]);
  });

  it.each(['failed', 'suppressed', 'retry'] as const)(
    'sends without confirmation if the message was not sent: %s',
    async (state) => {
      const api = await renderDeliveries(makeDelivery({ state }));
      api.set(GET_DELIVERIES, [makeDelivery({ state: 'pending', lastError: null })]);
      await userEvent.click(screen.getByRole('button'));
      expect(await screen.findByText('Waiting')).toBeVisible();
      expect(api.requests()).toContain(RESEND);
    },
  );

  it.each([
    ['slack', 'The recipients will get it again.'],
    ['servicetitan', "We'll only write it again if it was deleted."],
  ] as const)('asks for confirmation if a %s message was already sent', async (channel, text) => {
    const api = await renderDeliveries(makeDelivery({ ...SENT, channel }));
    await userEvent.click(screen.getByRole('button'));
    const confirmation = await screen.findByRole('alertdialog', { name: 'Send again?' });
    expect(confirmation).toHaveAccessibleDescription(expect.stringContaining(text));
    expect(api.requests()).not.toContain(RESEND);
    api.set(GET_DELIVERIES, [makeDelivery({ channel, state: 'sending', lastError: null })]);
    await userEvent.click(within(confirmation).getByRole('button', { name: 'Resend' }));
    expect(await screen.findByText('Sending')).toBeVisible();
  });

  it('shows why the API rejected the resend', async () => {
    const api = await renderDeliveries(makeDelivery());
    api.set(RESEND, new FakeResponse(409, { message: 'This message is already being sent.' }));
    await userEvent.click(screen.getByRole('button'));
    expect(await screen.findByText('This message is already being sent.')).toBeVisible();
  });

  it('shows the state of a message that a colleague has resent', async () => {
    const api = await renderDeliveries(makeDelivery());
    api.set(RESEND, new FakeResponse(409, { message: 'This message is already being sent.' }));
    api.set(GET_DELIVERIES, [makeDelivery({ state: 'sending' })]);
    await userEvent.click(screen.getByRole('button'));
    expect(await screen.findByText('Sending')).toBeVisible();
  });
});

describe('DeliverySection polling', () => {
  it('shows new messages, and polls more often while one is being sent', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const api = await renderCall(fullCall(), { [GET_DELIVERIES]: [] });
    expect(await screen.findByText('No alerts sent for this call')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(LIVE_POLL_MS));
    expect(api.count(GET_DELIVERIES)).toBe(1);
    api.set(GET_DELIVERIES, [makeDelivery({ state: 'sending', lastError: null })]);
    api.set('GET /api/calls/c1', fullCall({ runNumber: 2 }));
    await act(() => jest.advanceTimersByTimeAsync(LIVE_POLL_MS));
    expect(screen.getByText('Sending')).toBeVisible();
    api.set(GET_DELIVERIES, [makeDelivery({ state: 'failed' })]);
    await act(() => jest.advanceTimersByTimeAsync(CALL_POLL_MS));
    expect(screen.getByText('Failed')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(CALL_POLL_MS));
    expect(api.count(GET_DELIVERIES)).toBe(3);
  });

  it('keeps polling through failed requests, and shows a notice', async () => {
    jest.useFakeTimers();
    const api = await renderDeliveries(makeDelivery({ state: 'sending', lastError: null }));
    api.set(GET_DELIVERIES, new FakeResponse(503));
    await act(() => jest.advanceTimersByTimeAsync(3 * CALL_POLL_MS));
    expect(api.count(GET_DELIVERIES)).toBe(4);
    expect(screen.getByText("Couldn't refresh. Retrying…")).toBeVisible();
    api.set(GET_DELIVERIES, [makeDelivery({ state: 'failed' })]);
    await act(() => jest.advanceTimersByTimeAsync(CALL_POLL_MS));
    expect(screen.getByText('Failed')).toBeVisible();
    expect(screen.queryByText("Couldn't refresh. Retrying…")).not.toBeInTheDocument();
  });
});
