import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { createQueryClient } from '../../lib/query-client';
import { fakeApi } from '../../testing/fake-api';
import { renderWithProviders } from '../../testing/render-with-providers';
import { responsesFor, TEST_USERS } from '../../testing/test-users';
import { ActivityPage } from './activity-page';

const ENTRY = {
  id: 'e1',
  action: 'User updated',
  kind: 'update',
  description: 'Sam Becker was updated: role.',
  timestamp: '2026-03-31T14:05:00.000Z',
  createdAt: '2026-03-31T14:05:00.000Z',
  userId: 'a1',
  userName: 'Dana Reyes',
  userEmail: 'dana@reyes.example',
  metadata: null,
  ipAddress: '203.0.113.7',
  userAgent: 'Firefox',
};

describe('ActivityPage', () => {
  it('shows who did what from where, filters, and exports what is shown', async () => {
    const searches: string[] = [];
    fakeApi({
      ...responsesFor(TEST_USERS.admin),
      'GET /api/admin/activity': ({ url }: Request) => {
        searches.push(new URL(url).search);
        return url.includes('nothing') ? [] : [ENTRY];
      },
    });
    renderWithProviders(<ActivityPage />, createQueryClient());
    const row = within(await screen.findByRole('row', { name: /Sam Becker was updated/ }));
    expect(row.getByRole('link', { name: 'Dana Reyes' })).toHaveAttribute('href', '/users/a1');
    expect(row.getByText('203.0.113.7')).toBeVisible();
    await userEvent.selectOptions(screen.getByLabelText('Action'), 'User updated');
    await userEvent.type(screen.getByLabelText('From', { selector: 'input' }), '2026-03-01');
    await waitFor(() => expect(searches.at(-1)).toBe('?action=User%20updated&from=2026-03-01&limit=50'));
    await userEvent.type(screen.getByRole('searchbox'), 'nothing');
    expect(await screen.findByText('No activity found')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
      'href',
      '/api/admin/activity/export.csv?action=User+updated&from=2026-03-01&search=nothing',
    );
  });
});
