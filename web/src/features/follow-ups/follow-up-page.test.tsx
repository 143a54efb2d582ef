import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { pageTitle } from '../../lib/browser/use-document-title';
import { findAccessibilityProblems } from '../../testing/accessibility';
import { DELIVERY } from '../../testing/calls';
import { FakeResponse } from '../../testing/fake-api';
import { followUp, followUpDetails, hoursFromNow } from '../../testing/follow-ups';
import { getHref } from '../../testing/get-href';
import { CHANGE_FOLLOW_UP, renderFollowUps } from '../../testing/render-follow-ups';
import { TEST_USERS } from '../../testing/test-users';
import { followUpsKey } from './api';
import { FOLLOW_UPS_COPY } from './follow-ups-copy';

const GET_ONE = 'GET /api/follow-ups/f1';
const renderPage = (response: unknown): ReturnType<typeof renderFollowUps> =>
  renderFollowUps({ path: '/follow-ups/f1', responses: { [GET_ONE]: response } });

describe('FollowUpPage', () => {
  it("describes the history, and shows the customer's calls and earlier follow-ups", async () => {
    const eventTime = hoursFromNow(-0.25);
    const event = { at: eventTime, actor: 'Dana Reyes', outcome: null, note: null, until: null, callId: null };
    renderPage(
      followUpDetails({
        events: [
          ...followUpDetails().events,
          { ...event, id: 'e3', type: 'assigned', note: 'Robin Ortiz' },
          { ...event, id: 'e4', type: 'overdue', actor: null },
        ],
        earlier: [followUp({ id: 'f0', kind: 'voicemail', state: 'done', outcome: 'called_back' })],
      }),
    );
    expect(await screen.findByRole('article', { name: 'Karen Voss' })).toBeVisible();
    const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(texts).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^The customer called.*Open the call$/),
        expect.stringMatching(/^Dana Reyes added a note“Left a message.”/),
        expect.stringMatching(/^Dana Reyes assigned it to Robin Ortiz/),
        expect.stringMatching(/^It became overdue/),
        expect.stringMatching(/^Inbound: .*This follow-up.*Negative.*She has no hot water.*Agent: Robin · 1:12/),
        expect.stringMatching(/^Voicemail to return, .*Called back/),
      ]),
    );
    expect(texts.findIndex((text) => text.startsWith('It became'))).toBeLessThan(
      texts.findIndex((text) => text.startsWith('The customer called')),
    );
    expect(pageTitle.get()).toBe('Karen Voss, Follow-ups');
    expect(await findAccessibilityProblems()).toEqual([]);
  });

  it('links to the customer page, using the name shown there', async () => {
    renderPage(followUpDetails({ customer: { id: 'k7', name: null, phone: null, reference: 'C-4711' } }));
    expect(await screen.findByRole('article', { name: 'C-4711' })).toBeVisible();
    expect(getHref(FOLLOW_UPS_COPY.customer('C-4711'))).toBe('/customers/k7');
  });

  it('shows messages about the follow-up, and resends a failed one', async () => {
    const path = 'GET /api/follow-ups/f1/deliveries';
    const webhook = { ...DELIVERY, id: 'd2', channel: 'webhook', followUpEvent: 'opened', state: 'dead' } as const;
    const api = renderFollowUps({
      path: '/follow-ups/f1',
      responses: {
        [GET_ONE]: followUpDetails(),
        [path]: [{ ...DELIVERY, followUpEvent: 'overdue' }, webhook],
        'POST /api/deliveries/d2/resend': { ...webhook, state: 'pending' },
      },
    });
    const messages = within(await screen.findByRole('region', { name: 'Delivery' }));
    expect(await messages.findByText('Slack: Overdue')).toBeVisible();
    await userEvent.click(await messages.findByRole('button', { name: /^Resend: Outgoing webhook/ }));
    await waitFor(() => expect(api.requests()).toContain('POST /api/deliveries/d2/resend'));
    expect(messages.getByText('Outgoing webhook: Opened')).toBeVisible();
    expect(await findAccessibilityProblems()).toEqual([]);
  });

  it('does not link to a customer if nothing identifies one', async () => {
    renderPage(followUpDetails({ customer: { id: null, name: null, phone: null, reference: null } }));
    expect(await screen.findByRole('article', { name: 'Unknown customer' })).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Everything/ })).not.toBeInTheDocument();
  });

  it('does not say that the customer called if the call was outbound or its direction is unknown', async () => {
    const { calls, events } = followUpDetails();
    const openedEvents = events.slice(0, 1);
    const joinedEvents = openedEvents.map((event) => ({ ...event, id: 'e5', type: 'joined' as const, callId: 'c2' }));
    renderPage(
      followUpDetails({
        events: [...openedEvents, ...joinedEvents],
        calls: calls.map((call) => ({ ...call, direction: 'outbound' })),
      }),
    );
    expect(await screen.findByText('Opened by a call with the customer')).toBeVisible();
    expect(screen.getByText('Another call with the customer was added')).toBeVisible();
    expect(screen.queryByText(/The customer called/)).not.toBeInTheDocument();
  });

  it("supports the list's shortcuts, and returns to the list with Escape", async () => {
    const api = renderPage(followUpDetails());
    await screen.findByRole('article', { name: 'Karen Voss' });
    api.set(
      CHANGE_FOLLOW_UP,
      followUpDetails({ version: 2, state: 'in_progress', assignee: { id: 'u1', name: 'Sam' } }),
    );
    api.set(GET_ONE, followUpDetails({ version: 2, state: 'in_progress', assignee: { id: 'u1', name: 'Sam' } }));
    await userEvent.keyboard('t');
    expect(await screen.findByText('You')).toBeVisible();
    expect(await api.bodies(CHANGE_FOLLOW_UP)).toEqual([{ action: 'take', version: 1 }]);
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByRole('article', { name: 'Lee Ortiz' })).toBeVisible();
  });

  it('reopens a closed follow-up whose details were deleted', async () => {
    const api = renderPage(
      followUpDetails({
        state: 'dismissed',
        closedAt: hoursFromNow(-1),
        why: 'Unhappy customer',
        quote: null,
        label: null,
        calls: [],
      }),
    );
    const article = within(await screen.findByRole('article', { name: 'Karen Voss' }));
    expect(article.getByText('Unhappy customer')).toBeVisible();
    expect(article.queryByRole('button', { name: /^(Take|Done|Snooze)/ })).not.toBeInTheDocument();
    expect(screen.getByText('The calls have been deleted.')).toBeVisible();
    api.set(CHANGE_FOLLOW_UP, followUpDetails({ version: 2 }));
    await userEvent.click(article.getByRole('button', { name: 'Reopen Karen Voss' }));
    await api.expectBodies(CHANGE_FOLLOW_UP, [{ action: 'reopen', version: 1 }]);
  });

  it('says when the follow-up no longer exists', async () => {
    const { client, set } = renderPage(followUpDetails());
    await screen.findByRole('article', { name: 'Karen Voss' });
    set(GET_ONE, new FakeResponse(404, { code: 'FOLLOW_UP_NOT_FOUND', message: 'Follow-up not found.' }));
    await act(() => client.refetchQueries({ queryKey: followUpsKey(TEST_USERS.user.accountId) }));
    expect(await screen.findByText(FOLLOW_UPS_COPY.notFound.title)).toBeVisible();
  });

  it('retries after a failure', async () => {
    const api = renderPage(new FakeResponse(500));
    const retryButton = await screen.findByRole('button', { name: 'Try again' });
    api.set(GET_ONE, followUpDetails());
    await userEvent.click(retryButton);
    expect(await screen.findByRole('article', { name: 'Karen Voss' })).toBeVisible();
  });
});
