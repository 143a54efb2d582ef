import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { CurrentUser } from '../../api/types';
import { uploadRecording } from '../../features/calls/upload/upload-recording';
import { ACCOUNT_SETTINGS } from '../../testing/account-settings';
import { fakeApi, type FakeApi, FakeResponse } from '../../testing/fake-api';
import { renderWithProviders } from '../../testing/render-with-providers';
import { invitation, member } from '../../testing/team';
import { TEST_USERS } from '../../testing/test-users';
import { GetStarted } from './get-started';

jest.mock('../../features/calls/upload/upload-recording');

const RECENT_CALLS = 'GET /api/my/recent-calls';
const SETTINGS = 'GET /api/my/settings';
const SAMPLE = 'GET /assets/file';
const MEMBERS = 'GET /api/my/members';
const INVITATIONS = 'GET /api/my/invitations';
const ONLY_MEMBER = [member()];

function renderCard(responses: Record<string, unknown> = {}, user: CurrentUser = TEST_USERS.user): FakeApi {
  const api = fakeApi({
    [RECENT_CALLS]: [],
    [SETTINGS]: { ...ACCOUNT_SETTINGS, emailEnabled: false },
    [SAMPLE]: new FakeResponse(200, 'RIFF'),
    [MEMBERS]: ONLY_MEMBER,
    [INVITATIONS]: [],
    ...responses,
  });
  renderWithProviders(<GetStarted />, { user });
  return api;
}

describe('GetStarted', () => {
  beforeEach(() => localStorage.clear());

  it('shows which steps are done', async () => {
    renderCard({ [SETTINGS]: { ...ACCOUNT_SETTINGS, emailAddress: ['dana@reyes.example'] } });
    expect(await screen.findByText('1 of 4 steps done')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Get alerts (done)' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Set up alerts' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Set up connections' })).toHaveAttribute('href', '/settings/connections');
  });

  it.each<[string, Record<string, unknown>]>([
    ['a second member', { [MEMBERS]: [member(), member({ userId: 'u2', role: 'viewer' })] }],
    ['a pending invitation', { [INVITATIONS]: [invitation()] }],
  ])('marks the team step as done if there is %s', async (_case, responses) => {
    renderCard(responses);
    expect(await screen.findByRole('heading', { name: 'Invite your team (done)' })).toBeVisible();
  });

  it('links owners without a team to the team page', async () => {
    renderCard();
    expect(await screen.findByRole('link', { name: 'Invite someone' })).toHaveAttribute('href', '/team');
  });

  it('omits the team step for users who cannot invite', async () => {
    const api = renderCard({}, { ...TEST_USERS.user, memberRole: 'manager' });
    expect(await screen.findByText('0 of 3 steps done')).toBeVisible();
    expect(screen.queryByText('Invite your team')).not.toBeInTheDocument();
    expect(api.requests()).not.toContain(INVITATIONS);
  });

  it('sends a sample recording with one click', async () => {
    const api = renderCard();
    jest.mocked(uploadRecording).mockImplementation(async () => {
      api.set(RECENT_CALLS, [{ id: 'c1', state: 'queued', callData: null }]);
      return { id: 'c1', state: 'queued', links: { self: '' } };
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Unhappy customer' }));
    expect(await screen.findByText('1 of 4 steps done')).toBeVisible();
    expect(uploadRecording).toHaveBeenCalledWith(
      expect.objectContaining({ name: 'sample-unhappy-customer.m4a', type: 'audio/mp4', size: 4 }),
      expect.objectContaining({ customerName: 'Sample call', direction: null }),
      expect.anything(),
    );
  });

  it('reports a sample that failed to load', async () => {
    const respond = renderCard().hold(SAMPLE);
    await userEvent.click(await screen.findByRole('button', { name: 'Bad connection' }));
    expect(screen.getByRole('button', { name: 'Bad connection' })).toBeEnabled(); // it would lose focus
    respond(new FakeResponse(404));
    expect(await screen.findByText("Couldn't load the sample")).toBeVisible();
  });

  it('disappears when all steps are done', async () => {
    const api = renderCard({
      [SETTINGS]: { ...ACCOUNT_SETTINGS, slackEnabled: true, slackBotToken: 'Secret ending in 1234' },
      [INVITATIONS]: [invitation()],
    });
    expect(await screen.findByText('3 of 4 steps done')).toBeVisible();
    jest.mocked(uploadRecording).mockImplementation(async () => {
      api.set(RECENT_CALLS, [{ id: 'c1', state: 'completed', callData: null }]);
      return { id: 'c1', state: 'queued', links: { self: '' } };
    });
    await userEvent.click(screen.getByRole('button', { name: 'Price question' }));
    await waitFor(() => expect(screen.queryByText('Get started')).not.toBeInTheDocument());
  });

  it('stays hidden in this browser after the user hides it', async () => {
    renderCard();
    await userEvent.click(await screen.findByRole('button', { name: 'Hide' }));
    expect(screen.queryByText('Get started')).not.toBeInTheDocument();
    cleanup();
    const api = renderCard();
    await waitFor(() => expect(api.requests()).toContain(SETTINGS));
    await act(async () => undefined);
    expect(screen.queryByText('Get started')).not.toBeInTheDocument();
  });
});
