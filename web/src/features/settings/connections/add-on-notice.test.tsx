import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { subscribeDialog } from '../../../lib/billing/subscribe-dialog';
import { browserLocation } from '../../../lib/browser/browser-location';
import { ADD_ON_MISSING, connectedState, connections } from '../../../testing/connections';
import { openConnections, openSettings, findTestButton } from '../../../testing/open-settings';
import { TEST_USERS } from '../../../testing/test-users';

describe('AddOnNotice', () => {
  const chats = connections({
    slack: connectedState({ unavailable: ADD_ON_MISSING }),
    teams: { unavailable: ADD_ON_MISSING },
    google_chat: { unavailable: ADD_ON_MISSING },
  });

  it.each(['connections', 'notifications'])('offers the plans only once under %s', async (part) => {
    subscribeDialog.set(false);
    await openSettings({ part, settings: { slackEnabled: true }, connectionsResponse: chats });
    expect(await screen.findAllByText(ADD_ON_MISSING.message)).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'See plans' }));
    expect(subscribeDialog.get()).toBe(true);
    subscribeDialog.set(false);
  });

  it("sends subscribers to Stripe's portal", async () => {
    subscribeDialog.set(false);
    const assign = jest.spyOn(browserLocation, 'assign').mockImplementation(() => undefined);
    await openConnections(chats, { subscription: { status: 'active', plan: 'base', canManage: true } });
    await userEvent.click(await screen.findByRole('button', { name: 'Manage subscription' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/portal'));
    expect(subscribeDialog.get()).toBe(false);
  });

  it('tells managers to ask an owner', async () => {
    const { api } = await openConnections(chats, { user: { ...TEST_USERS.user, memberRole: 'manager' } });
    expect(await screen.findByText('Ask an owner of the account to add it.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'See plans' })).not.toBeInTheDocument();
    expect(api.requests()).not.toContain('GET /api/billing/subscription');
  });

  it('does not let users test a channel without the add-on', async () => {
    await openConnections(chats);
    expect(await findTestButton()).toBeDisabled();
  });

  it('lets administrators test a channel without the add-on', async () => {
    await openConnections(chats, { user: TEST_USERS.admin });
    expect(await findTestButton()).toBeEnabled();
  });
});
