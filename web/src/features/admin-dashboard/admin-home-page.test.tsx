import { screen } from '@testing-library/react';

import { createQueryClient } from '../../lib/query-client';
import { fakeApi } from '../../testing/fake-api';
import { renderWithProviders } from '../../testing/render-with-providers';
import { responsesFor, TEST_USERS } from '../../testing/test-users';
import { AdminHomePage } from './admin-home-page';

const USAGE = { totalUsers: 4, activeUsers: 3, totalInstanceRuns: 9 };

describe('AdminHomePage', () => {
  it('shows usage since the beginning, and says so', async () => {
    fakeApi({
      ...responsesFor(TEST_USERS.admin),
      'GET /api/admin/usage/system': ({ url }: Request) =>
        new URL(url).searchParams.get('days') === 'all'
          ? { ...USAGE, totalApiCalls: 9_000, totalMinutes: 700 }
          : { ...USAGE, totalApiCalls: 12, totalMinutes: 5 },
    });
    renderWithProviders(<AdminHomePage />, createQueryClient());
    const card = async (label: string): Promise<HTMLElement | null> => (await screen.findByText(label)).closest('div');
    expect(await screen.findByText('9,000')).toBeVisible();
    expect(await card('Total API Calls')).toHaveTextContent('9,000');
    expect(await card('Processing Minutes')).toHaveTextContent('700');
    expect(screen.getAllByText('All time')).toHaveLength(2);
  });
});
