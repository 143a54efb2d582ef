import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { MyUsage } from '../../api/types';
import { LIVE_POLL_MS } from '../../lib/constants';
import { fakeApi, type FakeApi, FakeResponse } from '../../testing/fake-api';
import { renderWithProviders } from '../../testing/render-with-providers';
import { TEST_USERS } from '../../testing/test-users';
import { UsageStats } from './usage-stats';

const USAGE: MyUsage = {
  totalMinutes: 812.4,
  totalInstanceRuns: 214,
  totalApiCalls: 96,
  totalCalls: 214,
  periodStartsAt: '2026-01-31T05:00:00.000Z',
  resetsAt: '2026-02-28T05:00:00.000Z',
  monthlyMinuteLimit: 1_000,
  usageLimitEnabled: true,
};

function renderStats(usage: unknown, user = TEST_USERS.user): FakeApi {
  const api = fakeApi({ 'GET /api/my/usage': usage });
  renderWithProviders(<UsageStats />, { user });
  return api;
}

describe('UsageStats', () => {
  it('shows the usage of the current period', async () => {
    renderStats(USAGE);
    expect(await screen.findByText('812.4')).toBeVisible();
    expect(screen.getByText('214')).toBeVisible();
    expect(screen.getByText('96')).toBeVisible();
    expect(screen.getByText('Active')).toBeVisible();
    expect(screen.getByText('Resets on Feb 28, 2026')).toBeVisible();
  });

  it('refreshes the usage regularly', async () => {
    jest.useFakeTimers();
    const api = renderStats(USAGE);
    await act(() => jest.advanceTimersByTimeAsync(1));
    api.set('GET /api/my/usage', { ...USAGE, totalMinutes: 820 });
    await act(() => jest.advanceTimersByTimeAsync(LIVE_POLL_MS));
    expect(screen.getByText('820.0')).toBeVisible();
  });

  it('shows when the billing period resets, instead of when the account was activated', async () => {
    renderStats({ ...USAGE, periodStartsAt: '2026-02-20T14:03:07.000Z', resetsAt: '2026-03-20T14:03:07.000Z' });
    expect(await screen.findByText('Resets on Mar 20, 2026')).toBeVisible();
  });

  it('shows the reset date in UTC for accounts without a time zone', async () => {
    renderStats({ ...USAGE, resetsAt: '2026-02-28T00:00:00.000Z' }, { ...TEST_USERS.user, timeZone: null });
    expect(await screen.findByText('Resets on Feb 28, 2026')).toBeVisible();
  });

  it('shows how much of the limit is used', async () => {
    renderStats(USAGE);
    expect(await screen.findByRole('meter', { name: 'Monthly minute limit' })).toHaveAttribute(
      'aria-valuetext',
      '812 of 1,000 minutes',
    );
  });

  it('warns when the limit is reached', async () => {
    renderStats({ ...USAGE, totalMinutes: 1_003 });
    expect(
      await screen.findByText("You've hit your 1,000-minute limit. New calls aren't being processed."),
    ).toBeVisible();
  });

  it('does not show a meter without a limit', async () => {
    renderStats({ ...USAGE, usageLimitEnabled: false });
    expect(await screen.findByText('812.4')).toBeVisible();
    expect(screen.queryByRole('meter')).not.toBeInTheDocument();
  });

  it('lets the user retry when the usage fails to load', async () => {
    const api = renderStats(new FakeResponse(500));
    expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't load your usage.");
    api.set('GET /api/my/usage', USAGE);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('812.4')).toBeVisible();
  });
});
