import { screen } from '@testing-library/react';

import { createQueryClient } from '../../lib/queries/query-client';
import { userQuery } from '../../lib/session/session';
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
    const client = createQueryClient();
    client.setQueryData(userQuery.queryKey, TEST_USERS.admin);
    renderWithProviders(<AdminHomePage />, client);
    const card = async (label: string): Promise<HTMLElement | null> => (await screen.findByText(label)).closest('div');
    expect(await screen.findByText('9,000')).toBeVisible();
    expect(await card('Total API Calls')).toHaveTextContent('9,000');
    expect(await card('Processing Minutes')).toHaveTextContent('700');
    expect(screen.getAllByText('All time')).toHaveLength(2);
  });

  it('shows how far the models are that are being downloaded', async () => {
    const model = { name: 'parakeet', purpose: 'transcription', totalBytes: 482_468_385, problem: null };
    fakeApi({
      ...responsesFor(TEST_USERS.admin),
      'GET /api/admin/system-health': {
        models: [
          { ...model, receivedBytes: 120_617_097 },
          {
            ...model,
            name: 'notes',
            purpose: 'notes',
            receivedBytes: 0,
            problem: 'huggingface.co cannot be reached (timeout).',
          },
        ],
      },
    });
    const client = createQueryClient();
    client.setQueryData(userQuery.queryKey, TEST_USERS.admin);
    renderWithProviders(<AdminHomePage />, client);
    expect(await screen.findByRole('progressbar', { name: 'Download of parakeet' })).toHaveAttribute(
      'aria-valuenow',
      '25',
    );
    expect(screen.getByText('115.0 MB of 460.1 MB')).toBeVisible();
    expect(screen.getByText('huggingface.co cannot be reached (timeout). It is tried again.')).toBeVisible();
  });
});
