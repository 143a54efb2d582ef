import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import {
  CHANNEL_NAMES,
  DELIVERY_CHANNELS,
  DELIVERY_STATES,
  type DeliveryState,
} from '@ringwell/domain/deliveries/delivery';

import type { CallDelivery } from '../../../api/types';
import { CALL_POLL_MS } from '../../../lib/constants';
import { formatDateTime } from '../../../lib/format/format';
import { createQueryClient } from '../../../lib/queries/query-client';
import { userQuery } from '../../../lib/session/session';
import { DELIVERY } from '../../../testing/calls';
import { fakeApi, FakeResponse } from '../../../testing/fake-api';
import { renderWithProviders } from '../../../testing/render-with-providers';
import { TEST_USERS } from '../../../testing/test-users';
import { DeliverySection } from './deliveries';

const GET = 'GET /api/calls/c1/deliveries';
const RESEND = 'POST /api/deliveries/d1/resend';
const SENT_AT = '2026-03-31T14:12:00.000Z';

const delivery = (change: Partial<CallDelivery> = {}): CallDelivery => ({ ...DELIVERY, ...change });

async function renderDeliveries(...deliveries: CallDelivery[]): Promise<ReturnType<typeof fakeApi>> {
  const api = fakeApi({ [GET]: deliveries, [RESEND]: delivery({ state: 'pending' }) });
  const client = createQueryClient();
  client.setQueryData(userQuery.queryKey, TEST_USERS.user);
  renderWithProviders(<DeliverySection about={{ callId: 'c1' }} />, client);
  await screen.findAllByRole('listitem');
  return api;
}
const firstRow = (): HTMLElement => screen.getAllByRole('listitem')[0] as HTMLElement;

describe('DeliverySection', () => {
  it('names every channel and status', async () => {
    await renderDeliveries(
      ...DELIVERY_CHANNELS.map((channel, index) =>
        delivery({ id: `c${index}`, channel, state: 'pending', lastError: null }),
      ),
      ...DELIVERY_STATES.map((state, index) => delivery({ id: `s${index}`, state, lastError: null })),
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
    await renderDeliveries(
      delivery({
        channel: 'teams',
        destination: 'Dispatch',
        state: 'sent',
        attempts: 1,
        lastError: null,
        sentAt: SENT_AT,
      }),
    );
    expect(firstRow()).toHaveTextContent('Microsoft Teams Sent to Teams');
  });

  it('shows why a message was not sent', async () => {
    await renderDeliveries(
      delivery({
        state: 'suppressed',
        attempts: 0,
        lastError: { code: 'ADD_ON_MISSING', message: 'Team chat is an add-on.' },
      }),
    );
    expect(firstRow()).toHaveTextContent('Slack Not sent#callsTeam chat is an add-on.Send now');
  });

  it("shows the next attempt, the run and the receiving service's reference", async () => {
    await renderDeliveries(
      delivery({ state: 'retry', providerRef: '1774966362.000200', nextTryAt: SENT_AT, runNumber: 2 }),
    );
    expect(firstRow().textContent).toContain(
      `Next attempt ${formatDateTime(SENT_AT)} · Run 2 · Reference 1774966362.000200`,
    );
  });

  it("omits an email's message ID", async () => {
    await renderDeliveries(
      delivery({
        channel: 'email',
        state: 'sent',
        lastError: null,
        sentAt: SENT_AT,
        providerRef: '<mail-1@x.example>',
      }),
    );
    expect(firstRow()).not.toHaveTextContent('mail-1');
  });

  it('lists each attempt with its time, outcome and error when expanded', async () => {
    const tries: CallDelivery['tries'] = [
      {
        attempt: 1,
        outcome: 'retry',
        error: { code: 'X', message: 'Slack asked to wait.' },
        startedAt: SENT_AT,
        finishedAt: SENT_AT,
      },
      { attempt: 2, outcome: 'sent', error: null, startedAt: '2026-03-31T14:13:00.000Z', finishedAt: SENT_AT },
    ];
    await renderDeliveries(delivery({ state: 'sent', attempts: 2, lastError: null, sentAt: SENT_AT, tries }));
    const list = within(firstRow()).getByText('Slack asked to wait.');
    expect(list).not.toBeVisible();
    await userEvent.click(screen.getByText('2 attempts'));
    expect(list).toBeVisible();
    expect(
      within(firstRow())
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      `${formatDateTime(SENT_AT)}: Failed, will retrySlack asked to wait.`,
      `${formatDateTime('2026-03-31T14:13:00.000Z')}: Sent`,
    ]);
  });
});

describe('ResendButton', () => {
  const BUTTONS: Record<DeliveryState, string | null> = {
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

  it.each(DELIVERY_STATES)('has a label for the state, or is hidden: %s', async (state) => {
    await renderDeliveries(delivery({ state }));
    expect(screen.queryByRole('button')?.getAttribute('aria-label') ?? null).toBe(BUTTONS[state]);
  });

  it.each(['failed', 'suppressed', 'retry'] as const)(
    'sends without confirmation if the message was not sent: %s',
    async (state) => {
      const api = await renderDeliveries(delivery({ state }));
      api.set(GET, [delivery({ state: 'pending', lastError: null })]);
      await userEvent.click(screen.getByRole('button'));
      expect(await screen.findByText('Waiting')).toBeVisible();
      expect(api.requests()).toContain(RESEND);
    },
  );

  it.each([
    ['slack', "They'll get it again."],
    ['servicetitan', "We'll only write it again if it was deleted."],
  ] as const)('asks for confirmation if a %s message was already sent', async (channel, text) => {
    const api = await renderDeliveries(delivery({ channel, state: 'sent', lastError: null, sentAt: SENT_AT }));
    await userEvent.click(screen.getByRole('button'));
    const question = await screen.findByRole('alertdialog', { name: 'Send again?' });
    expect(question).toHaveAccessibleDescription(expect.stringContaining(text));
    expect(api.requests()).not.toContain(RESEND);
    api.set(GET, [delivery({ channel, state: 'sending', lastError: null })]);
    await userEvent.click(within(question).getByRole('button', { name: 'Resend' }));
    expect(await screen.findByText('Sending')).toBeVisible();
  });

  it('shows why the API rejected it', async () => {
    const api = await renderDeliveries(delivery());
    api.set(RESEND, new FakeResponse(409, { message: 'This message is already being sent.' }));
    await userEvent.click(screen.getByRole('button'));
    expect(await screen.findByText('This message is already being sent.')).toBeVisible();
  });
});

describe('DeliverySection polling', () => {
  const requestCount = (api: ReturnType<typeof fakeApi>): number =>
    api.requests().filter((request) => request === GET).length;

  it('polls while a delivery is in progress and stops when all are final', async () => {
    jest.useFakeTimers();
    const api = fakeApi({ [GET]: [delivery({ state: 'sending', lastError: null })] });
    const client = createQueryClient();
    client.setQueryData(userQuery.queryKey, TEST_USERS.user);
    renderWithProviders(<DeliverySection about={{ callId: 'c1' }} />, client);
    await act(() => jest.advanceTimersByTimeAsync(CALL_POLL_MS / 2));
    expect(screen.getByText('Sending')).toBeVisible();
    api.set(GET, [delivery({ state: 'failed' })]);
    await act(() => jest.advanceTimersByTimeAsync(CALL_POLL_MS));
    expect(screen.getByText('Failed')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(10 * CALL_POLL_MS));
    expect(requestCount(api)).toBe(2);
  });

  it('keeps polling through failed requests, and shows a notice', async () => {
    jest.useFakeTimers();
    const api = fakeApi({ [GET]: [delivery({ state: 'sending', lastError: null })] });
    const client = createQueryClient();
    client.setQueryData(userQuery.queryKey, TEST_USERS.user);
    renderWithProviders(<DeliverySection about={{ callId: 'c1' }} />, client);
    await act(() => jest.advanceTimersByTimeAsync(1));
    api.set(GET, new FakeResponse(503));
    await act(() => jest.advanceTimersByTimeAsync(3 * CALL_POLL_MS));
    expect(requestCount(api)).toBe(4);
    expect(screen.getByText("Couldn't refresh. Retrying…")).toBeVisible();
    api.set(GET, [delivery({ state: 'failed' })]);
    await act(() => jest.advanceTimersByTimeAsync(CALL_POLL_MS));
    expect(screen.getByText('Failed')).toBeVisible();
    expect(screen.queryByText("Couldn't refresh. Retrying…")).not.toBeInTheDocument();
  });

  it('refreshes when the next attempt is due', async () => {
    jest.useFakeTimers();
    const api = fakeApi({
      [GET]: () => [delivery({ state: 'retry', nextTryAt: new Date(Date.now() + 60_000).toISOString() })],
    });
    const client = createQueryClient();
    client.setQueryData(userQuery.queryKey, TEST_USERS.user);
    renderWithProviders(<DeliverySection about={{ callId: 'c1' }} />, client);
    await act(() => jest.advanceTimersByTimeAsync(59_000));
    expect(requestCount(api)).toBe(1);
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    expect(requestCount(api)).toBe(2);
  });
});
