import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { CurrentUser } from '../../api/types';
import { fakeApi, FakeResponse } from '../../testing/fake-api';
import { getTexts } from '../../testing/get-texts';
import { renderApp } from '../../testing/render-app';
import { responsesFor, TEST_USERS } from '../../testing/test-users';

const ENTRY = {
  id: 'e1',
  accountId: 'account-u1',
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

function renderPage(path: string, user: CurrentUser, responses: Record<string, unknown>) {
  const api = fakeApi({ ...responsesFor(user), ...responses });
  renderApp(path);
  return api;
}

const findRow = async (name: RegExp) => within(await screen.findByRole('row', { name }));

describe('the activity page for all accounts', () => {
  it("shows each entry's action, and filters by it", async () => {
    const { queries } = renderPage('/activity', TEST_USERS.admin, {
      'GET /api/admin/activity': [{ ...ENTRY, action: 'Subscription canceled' }],
    });
    expect((await findRow(/Sam Becker/)).getByText('Subscription canceled')).toBeVisible();
    await userEvent.selectOptions(screen.getByLabelText('Action'), 'Subscription canceled');
    await waitFor(() =>
      expect(queries('GET /api/admin/activity').at(-1)).toBe('?action=Subscription%20canceled&limit=50'),
    );
  });

  it('shows who did what from where, filters, and exports what is shown', async () => {
    const { queries } = renderPage('/activity', TEST_USERS.admin, {
      'GET /api/admin/activity': ({ url }: Request) => (url.includes('nothing') ? [] : [ENTRY]),
    });
    const entry = await findRow(/Sam Becker was updated/);
    expect(entry.getByRole('link', { name: 'Dana Reyes' })).toHaveAttribute('href', '/users/a1');
    expect(entry.getByText('203.0.113.7')).toBeVisible();
    expect(getTexts(screen.getByLabelText('Action'), 'option')).toContain('Signed in');
    await userEvent.selectOptions(screen.getByLabelText('Action'), 'User updated');
    await userEvent.type(screen.getByLabelText('From', { selector: 'input' }), '2026-03-01');
    await waitFor(() =>
      expect(queries('GET /api/admin/activity').at(-1)).toBe('?action=User%20updated&from=2026-03-01&limit=50'),
    );
    await userEvent.type(screen.getByRole('searchbox', { name: /Search activity/ }), 'nothing');
    expect(await screen.findByText('No activity found')).toBeVisible();
    expect(queries('GET /api/admin/activity').filter((query) => query.includes('search='))).toHaveLength(1);
    const exportLink = screen.getByRole('link', { name: 'Export CSV' });
    expect(exportLink).toHaveAttribute('download'); // an error must not replace the page
    expect(exportLink).toHaveAttribute(
      'href',
      '/api/admin/activity/export.csv?action=User+updated&from=2026-03-01&search=nothing',
    );
  });
});

describe('older activity', () => {
  it('is replaced by an error below the loaded entries if it fails to load', async () => {
    const entries = Array.from({ length: 50 }, (_, index) => ({ ...ENTRY, id: `e${index}` }));
    renderPage('/activity', TEST_USERS.admin, {
      'GET /api/admin/activity': ({ url }: Request) => (url.includes('after=e49') ? new FakeResponse(503) : entries),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't load more activity.");
    expect(screen.getAllByRole('row')).toHaveLength(51);
  });
});

describe('the activity page for one account', () => {
  const MY_ACTIVITY = 'GET /api/my/activity';

  it('is linked from the team page for owners and managers, without links to user accounts', async () => {
    const manager = { ...TEST_USERS.user, memberRole: 'manager' } as const;
    const bareEntry = {
      ...ENTRY,
      id: 'e2',
      description: 'Alex viewed.',
      userName: 'Alex',
      ipAddress: null,
      userAgent: null,
    };
    const api = renderPage('/team', manager, { 'GET /api/my/members': [], [MY_ACTIVITY]: [ENTRY, bareEntry] });
    await userEvent.click(await screen.findByRole('link', { name: 'Activity' }));
    expect(await screen.findByRole('heading', { name: 'Activity', level: 1 })).toBeVisible();
    const entry = await findRow(/Sam Becker was updated/);
    expect(entry.getByText('Dana Reyes')).toBeVisible();
    expect(entry.getByText('203.0.113.7')).toBeVisible();
    expect(entry.queryByRole('link')).not.toBeInTheDocument();
    expect((await findRow(/Alex viewed/)).getByText('Not shown')).toBeVisible();
    expect(getTexts(screen.getByLabelText('Action'), 'option')).not.toContain('Signed in');
    expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute('href', '/api/my/activity/export.csv?');
    await userEvent.click(screen.getByRole('link', { name: 'Team' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Activity' }));
    expect(await screen.findByRole('heading', { name: 'Activity', level: 1 })).toBeVisible();
    expect(api.count(MY_ACTIVITY)).toBe(2);
  });

  it('says that there is no activity yet, or that nothing matches', async () => {
    renderPage('/team/activity', TEST_USERS.user, { [MY_ACTIVITY]: [] });
    expect(await screen.findByText('No activity yet')).toBeVisible();
    await userEvent.type(screen.getByRole('searchbox', { name: /Search activity/ }), 'x');
    expect(await screen.findByText('No activity found')).toBeVisible();
  });

  it.each(['member', 'viewer'] as const)('is unavailable to a %s', async (memberRole) => {
    const api = renderPage('/team/activity', { ...TEST_USERS.user, memberRole }, { 'GET /api/my/members': [] });
    expect(await screen.findByText('Only owners and managers can see activity')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'See the team' }));
    expect(await screen.findByText('Members')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Activity' })).not.toBeInTheDocument();
    expect(api.requests()).not.toContain(MY_ACTIVITY);
  });
});
