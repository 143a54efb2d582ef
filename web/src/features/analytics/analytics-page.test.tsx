import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { DailyUsage } from '../../api/types';
import { SYSTEM_HEALTH_POLL_MS } from '../../lib/constants';
import { createQueryClient } from '../../lib/queries/query-client';
import { showTimeZone } from '../../lib/session/show-time-zone';
import { fakeApi, type FakeApi, FakeResponse } from '../../testing/fake-api';
import { getTexts } from '../../testing/get-texts';
import { renderWithProviders } from '../../testing/render-with-providers';
import { responsesFor, TEST_USERS } from '../../testing/test-users';
import { AnalyticsPage } from './analytics-page';
import { dailyUsageQuery } from './api';

const HEALTH = 'GET /api/admin/system-health';
const HEALTHY = {
  status: 'operational',
  version: '1.2.0',
  workers: [{}, {}],
  engines: { transcription: ['pocketsphinx'], analysis: ['local'] },
  models: [],
  notes: ['Transcription is basic.'],
  queue: { queued: 2, released: 1, running: 4, oldestQueuedAgeSeconds: 3, deliveriesPending: 0 },
  checkedAt: '2026-03-02T12:00:00.000Z',
  rows: [
    ['API Status', 'Operational'],
    ['Database', 'Healthy'],
    ['Processing', 'Normal'],
  ].map(([name, state]) => ({ name, state, status: 'operational' })),
};
const ACCOUNTS = [
  {
    userId: 'u1',
    userName: 'Sam Becker',
    userEmail: 'sam@becker.example',
    totalMinutes: 412.75,
    totalCalls: 131,
    averageCallLength: 3.15,
  },
  { userId: 'u2', userName: null, userEmail: 'kim@example.com', totalMinutes: 0, totalCalls: 0, averageCallLength: 0 },
];
const makeDay = (day: string, minutes: number): DailyUsage => ({
  day,
  minutes,
  calls: 6,
  instanceRuns: 7,
  apiCalls: 74,
});
const DAYS = [makeDay('2026-03-01', 10), makeDay('2026-03-02', 32.5), makeDay('2026-03-03', 0)];

function renderPage(responses: Record<string, unknown> = {}, client = createQueryClient()): FakeApi {
  const api = fakeApi({
    ...responsesFor(TEST_USERS.admin),
    'GET /api/admin/usage/analytics': ACCOUNTS,
    'GET /api/admin/usage/daily': DAYS,
    [HEALTH]: HEALTHY,
    ...responses,
  });
  renderWithProviders(<AnalyticsPage />, { user: TEST_USERS.admin, queryClient: client });
  return api;
}

const getHealthCard = (): HTMLElement =>
  screen.getByRole('heading', { name: 'System Health' }).closest('section') ?? document.body;

it('shows four totals with their periods', async () => {
  renderPage();
  await screen.findByText('48');
  const totals = screen
    .getAllByText(/^(Total Users|Processing Minutes|Instance Runs|API Calls)$/)
    .map((term) => term.parentElement?.textContent);
  expect(totals).toEqual([
    'Total Users48All time',
    'Processing Minutes20,412.6Last 30 days',
    'Instance Runs5,120Last 30 days',
    'API Calls12,840Last 30 days',
  ]);
});

describe('TopAccounts', () => {
  it('lists the accounts', async () => {
    renderPage();
    const table = await screen.findByRole('table', { name: 'Top Accounts by Usage' });
    expect(getTexts(table, 'columnheader')).toEqual(['Account', 'Total Minutes', 'Total Calls', 'Avg Call Length']);
    expect(within(table).getByRole('row', { name: 'Sam Becker sam@becker.example 412.8 131 3.2 min' })).toBeVisible();
    expect(within(table).getByRole('row', { name: 'kim@example.com 0.0 0 0.0 min' })).toBeVisible();
  });

  it('shows an empty state when there is no usage', async () => {
    renderPage({ 'GET /api/admin/usage/analytics': [] });
    expect(await screen.findByText('No usage data available yet')).toBeVisible();
  });

  it('shows an error without hiding the rest of the page when the accounts fail to load', async () => {
    renderPage({ 'GET /api/admin/usage/analytics': new FakeResponse(500) });
    expect(await screen.findByText("Couldn't load accounts.")).toBeVisible();
    expect(await screen.findByText('48')).toBeVisible();
  });
});

describe('AreaChart', () => {
  it('summarizes the chart for screen readers', async () => {
    renderPage();
    expect(await screen.findByRole('img')).toHaveAccessibleName(
      'Processing minutes from Mar 1, 2026 to Mar 3, 2026: 42.5, with a peak of 32.5 on Mar 2, 2026.',
    );
  });

  it("names the account's time zone, which defines the days", async () => {
    renderPage();
    expect(await screen.findByText('Last 30 days (time zone: America/New York)')).toBeVisible();
  });

  it('requests days in the new time zone when the account changes it', async () => {
    const client = createQueryClient();
    const api = renderPage({}, client);
    await screen.findByRole('img', { name: /to Mar 3/ });
    api.set('GET /api/admin/usage/daily', [...DAYS.slice(1), makeDay('2026-03-04', 5)]);
    act(() => showTimeZone(client, TEST_USERS.admin.accountId, 'Asia/Tokyo'));
    expect(client.isFetching(dailyUsageQuery)).toBe(1); // doesn't wait for the next poll
    expect(await screen.findByText('Last 30 days (time zone: Asia/Tokyo)')).toBeVisible();
    expect(await screen.findByRole('img', { name: /to Mar 4/ })).toBeVisible();
  });

  it('says that nothing was processed if every day is zero', async () => {
    renderPage({ 'GET /api/admin/usage/daily': [makeDay('2026-03-01', 0), makeDay('2026-03-02', 0)] });
    expect(await screen.findByRole('img')).toHaveAccessibleName(
      'No processing minutes from Mar 1, 2026 to Mar 2, 2026.',
    );
  });

  it('switches to a table with the latest day first', async () => {
    renderPage();
    await screen.findByRole('img');
    await userEvent.click(screen.getByRole('button', { name: 'Show as table' }));
    const [, latestRow, busiestRow] = within(screen.getByRole('table', { name: 'Usage per day' })).getAllByRole('row');
    expect(latestRow).toHaveTextContent('Mar 3, 20260.06774');
    expect(busiestRow).toHaveTextContent('Mar 2, 202632.56774');
    const chartButton = screen.getByRole('button', { name: 'Show as chart' });
    expect(chartButton).not.toHaveAttribute('aria-pressed'); // the name says what the button does
    await userEvent.click(chartButton);
    expect(screen.getByRole('img')).toBeVisible();
  });
});

describe('SystemHealthCard', () => {
  it('shows the download progress of models', async () => {
    const model = {
      name: 'notes',
      purpose: 'notes',
      receivedBytes: 1_250_000_000,
      totalBytes: 2_500_000_000,
      problem: null,
    };
    renderPage({ [HEALTH]: { ...HEALTHY, models: [model] } });
    expect(await screen.findByRole('progressbar', { name: 'notes download' })).toHaveAttribute('aria-valuenow', '50');
  });

  it('shows the rows that the API returns', async () => {
    renderPage();
    await screen.findByText('Operational');
    expect(
      within(getHealthCard())
        .getAllByRole('term')
        .map((term) => term.parentElement?.textContent),
    ).toEqual(['API StatusOperational', 'DatabaseHealthy', 'ProcessingNormal']);
    expect(within(getHealthCard()).getByText(/2 workers, 3 calls waiting, 4 running/)).toHaveTextContent(
      'Transcribed by Basic recognizer. Version 1.2.0.',
    );
    expect(within(getHealthCard()).getByText('Transcription is basic.')).toBeVisible();
  });

  it('refreshes regularly, and hides the previous state when a refresh fails', async () => {
    jest.useFakeTimers();
    const api = renderPage();
    const advanceTime = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));
    await advanceTime(1);
    api.set(HEALTH, { ...HEALTHY, queue: null, rows: [{ name: 'Database', state: 'Unreachable', status: 'down' }] });
    await advanceTime(SYSTEM_HEALTH_POLL_MS - 2);
    expect(screen.getByText('Operational')).toBeVisible();
    await advanceTime(2);
    expect(screen.getByText('Unreachable')).toBeVisible();
    api.set(HEALTH, new FakeResponse(503));
    await advanceTime(SYSTEM_HEALTH_POLL_MS);
    expect(screen.getByText("Couldn't load system health.")).toBeVisible();
    expect(screen.queryByText('Unreachable')).not.toBeInTheDocument();
    api.set(HEALTH, HEALTHY);
    await advanceTime(SYSTEM_HEALTH_POLL_MS);
    expect(screen.getByText('Operational')).toBeVisible();
  });
});
