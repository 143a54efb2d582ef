import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { fakeApi, type FakeApi, FakeResponse } from '../../../testing/fake-api';
import { renderWithProviders } from '../../../testing/render-with-providers';
import { responsesFor, TEST_USERS } from '../../../testing/test-users';
import { BasicCallsCard, type BasicCallsScope } from './basic-calls-card';

const ACCOUNT_PATH = '/api/my/basic-calls';
const ALL_ACCOUNTS_PATH = '/api/admin/basic-calls';
const OFFER = { calls: 37, accounts: 1, progress: null };
const PROGRESS = { total: 37, finished: 12, startedAt: '2026-03-02T12:00:00.000Z' };

function renderCard(responses: Record<string, unknown>, scope: BasicCallsScope = 'own'): FakeApi {
  const user = scope === 'all' ? TEST_USERS.admin : TEST_USERS.user;
  const api = fakeApi({ ...responsesFor(user), ...responses });
  renderWithProviders(<BasicCallsCard scope={scope} />, { user });
  return api;
}

describe('BasicCallsCard', () => {
  beforeEach(() => localStorage.clear());

  it('offers to reprocess calls, shows the progress, and stops on request', async () => {
    const api = renderCard({ [`GET ${ACCOUNT_PATH}`]: OFFER });
    expect(await screen.findByText('37 calls were transcribed by the basic recognizer. Reprocess them?')).toBeVisible();
    api.set(`POST ${ACCOUNT_PATH}/reprocess`, () => {
      api.set(`GET ${ACCOUNT_PATH}`, { calls: 0, accounts: 0, progress: PROGRESS });
      return new FakeResponse(202, { calls: 0, accounts: 0, progress: PROGRESS });
    });
    await userEvent.click(screen.getByRole('button', { name: 'Reprocess' }));
    expect(await screen.findByText('12 of 37 calls done. New calls come first.')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Reprocessed calls' })).toHaveAttribute('aria-valuenow', '32');
    api.set(`DELETE ${ACCOUNT_PATH}/reprocess`, () => {
      api.set(`GET ${ACCOUNT_PATH}`, OFFER);
      return new FakeResponse(204);
    });
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByRole('button', { name: 'Reprocess' })).toBeVisible();
    expect(screen.queryByText("Couldn't update reprocessing")).not.toBeInTheDocument();
  });

  it('shows an error and stays open when the API rejects reprocessing', async () => {
    renderCard({
      [`GET ${ACCOUNT_PATH}`]: { ...OFFER, calls: 1 },
      [`POST ${ACCOUNT_PATH}/reprocess`]: new FakeResponse(403, {
        message: 'Call processing is turned off for this account.',
      }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Reprocess' }));
    expect(await screen.findByText('Call processing is turned off for this account.')).toBeVisible();
    expect(screen.getByText('1 call was transcribed by the basic recognizer. Reprocess it?')).toBeVisible();
  });

  it("covers all accounts' calls for administrators", async () => {
    renderCard({ [`GET ${ALL_ACCOUNTS_PATH}`]: { ...OFFER, accounts: 4 } }, 'all');
    expect(await screen.findByText(/^37 calls from 4 accounts were transcribed/)).toBeVisible();
  });

  it('stays hidden in this browser after "Not now"', async () => {
    renderCard({ [`GET ${ACCOUNT_PATH}`]: OFFER });
    await userEvent.click(await screen.findByRole('button', { name: 'Not now' }));
    expect(screen.queryByRole('button', { name: 'Reprocess' })).not.toBeInTheDocument();
    expect(localStorage).toHaveLength(1);
  });
});
