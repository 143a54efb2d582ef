import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { createQueryClient } from '../../lib/query-client';
import { userQuery } from '../../lib/session';
import { accessibilityProblems } from '../../testing/accessibility';
import { fakeApi } from '../../testing/fake-api';
import { followUp, followUpDetails, followUpPage, LEE } from '../../testing/follow-ups';
import { CHANGE_FOLLOW_UP, COUNTS, LIST_FOLLOW_UPS } from '../../testing/render-follow-ups';
import { renderWithProviders } from '../../testing/render-with-providers';
import { TEST_USERS } from '../../testing/test-users';
import { FollowUpsCard } from './follow-ups-card';

function openCard(responses: Record<string, unknown> = {}): ReturnType<typeof fakeApi> {
  const api = fakeApi({
    [LIST_FOLLOW_UPS]: followUpPage(followUp(), LEE),
    'GET /api/follow-ups/counts': COUNTS,
    ...responses,
  });
  const client = createQueryClient();
  client.setQueryData(userQuery.queryKey, TEST_USERS.user);
  renderWithProviders(<FollowUpsCard />, client);
  return api;
}

describe('FollowUpsCard', () => {
  it('shows how many wait and the most urgent ones, which can be taken', async () => {
    const api = openCard({ [CHANGE_FOLLOW_UP]: followUpDetails({ version: 2 }) });
    expect(await screen.findByText('2 waiting, 1 overdue')).toBeVisible();
    const list = within(await screen.findByRole('list', { name: 'Most urgent' }));
    expect(list.getByRole('link', { name: 'Karen Voss' })).toHaveAttribute('href', '/follow-ups/f1');
    expect(await accessibilityProblems()).toEqual([]);
    await userEvent.click(list.getByRole('button', { name: 'Take Karen Voss' }));
    await waitFor(async () => expect(await api.bodies(CHANGE_FOLLOW_UP)).toEqual([{ action: 'take', version: 1 }]));
    expect(screen.getByRole('link', { name: 'View all follow-ups' })).toHaveAttribute('href', '/follow-ups');
  });

  it('says that no one waits', async () => {
    openCard({
      [LIST_FOLLOW_UPS]: followUpPage(),
      'GET /api/follow-ups/counts': { ...COUNTS, waiting: 0, overdue: 0 },
    });
    expect(await screen.findByText('All caught up')).toBeVisible();
    expect(await screen.findByText('No one is waiting for a call.')).toBeVisible();
  });
});
