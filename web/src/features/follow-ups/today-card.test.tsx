import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { LIVE_POLL_MS } from '../../lib/constants';
import { toLocalInput } from '../../lib/format/local-time';
import { findAccessibilityProblems } from '../../testing/accessibility';
import { clickToastAction } from '../../testing/click-toast-action';
import { fakeApi, type FakeApi } from '../../testing/fake-api';
import { followUp, followUpDetails, hoursFromNow, LEE, today } from '../../testing/follow-ups';
import { CHANGE_FOLLOW_UP } from '../../testing/render-follow-ups';
import { renderWithProviders } from '../../testing/render-with-providers';
import { TEST_USERS } from '../../testing/test-users';
import { TodayCard } from './today-card';

const TODAY = 'GET /api/follow-ups/today';
const CLOSE_OLDER = 'POST /api/follow-ups/closings';
const UNDO_CLOSING = 'DELETE /api/follow-ups/closings/1774966351120000';
const ANN = followUp({ id: 'f3', customer: { id: 'k3', name: 'Ann Lee', phone: null, reference: null } });
const COUNTS = { today: 1, later: 0, older: 46, snoozed: 0, calledBack: 0 };

function openCard(response: unknown, otherResponses: Record<string, unknown> = {}): FakeApi {
  const api = fakeApi({ [TODAY]: response, ...otherResponses });
  renderWithProviders(<TodayCard />, { user: TEST_USERS.user });
  return api;
}

describe('TodayCard', () => {
  afterEach(() => jest.useRealTimers());

  it('shows customers to call in API order, and expands and takes their follow-ups in place', async () => {
    const danger = followUp({ isDanger: true, why: 'She smells gas in the basement.' });
    const api = openCard(today([danger, LEE], { counts: { ...COUNTS, today: 2, older: 0, calledBack: 3 } }), {
      [CHANGE_FOLLOW_UP]: followUpDetails({ version: 2 }),
    });
    expect(await screen.findByText('2 customers to call, 3 called back')).toBeVisible();
    const list = within(await screen.findByRole('list', { name: 'To call' }));
    expect(
      list.getAllByRole('article').map((row) => within(row).getByRole('link', { name: /^\w+ \w+$/ }).textContent),
    ).toEqual(['Karen Voss', 'Lee Ortiz']);
    expect(list.getByRole('link', { name: 'Karen Voss' })).toHaveAccessibleDescription(/Danger$/);
    expect(list.getAllByRole('link', { name: /^Call / })[0]).toHaveAttribute('href', 'tel:+15550100142');
    await userEvent.keyboard('j');
    expect(list.getByRole('link', { name: 'Karen Voss' })).toHaveFocus();
    await userEvent.keyboard('o');
    expect(await list.findByText("“This is the third time I've called”")).toBeVisible();
    expect(await findAccessibilityProblems()).toEqual([]);
    api.set(TODAY, today([{ ...danger, state: 'in_progress', assignee: { id: 'u1', name: 'You' } }, LEE]));
    await userEvent.click(list.getByRole('button', { name: 'Take Karen Voss' }));
    await api.expectBodies(CHANGE_FOLLOW_UP, [{ action: 'take', version: 1 }]);
    await waitFor(() => expect(list.getByRole('button', { name: 'Done Karen Voss' })).toHaveFocus());
    expect(screen.getByRole('link', { name: 'View all follow-ups' })).toHaveAttribute('href', '/follow-ups');
  });

  it('announces newly unhappy customers, and shows them first', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const api = openCard(today([LEE]));
    await screen.findByRole('link', { name: 'Lee Ortiz' });
    api.set(TODAY, today([followUp(), LEE]));
    await act(() => jest.advanceTimersByTimeAsync(LIVE_POLL_MS));
    const announcement = await screen.findByText('Unhappy customer: Karen Voss');
    expect(announcement.closest('[aria-live]')).toHaveAttribute('aria-live', 'polite');
    expect(screen.getAllByRole('article')[0]).toHaveAccessibleName('Karen Voss');
  });

  it('removes a customer who was called back, and moves focus to the next one', async () => {
    const karen = followUp({ assignee: { id: 'u1', name: 'You' } });
    openCard(today([LEE, karen, ANN]), { [CHANGE_FOLLOW_UP]: new Promise(() => undefined) });
    await userEvent.click(await screen.findByRole('button', { name: 'Done Karen Voss' }));
    await userEvent.type(await screen.findByLabelText(/^Note/), 'Sent Mike.');
    await userEvent.click(screen.getByRole('button', { name: /^Recovered/ }));
    await waitFor(() => expect(screen.queryByText('Karen Voss', { selector: 'a' })).not.toBeInTheDocument());
    expect(screen.getByText('2 customers to call')).toBeInTheDocument();
    expect(screen.queryByText(/more customer/)).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Details: Ann Lee' })).toHaveFocus());
  });

  it('moves focus to the next customer when a colleague has called the focused one back', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const api = openCard(today([LEE, followUp(), ANN]));
    (await screen.findByRole('button', { name: 'Take Karen Voss' })).focus();
    api.set(TODAY, today([LEE, ANN]));
    await act(() => jest.advanceTimersByTimeAsync(LIVE_POLL_MS));
    expect(screen.getByRole('button', { name: 'Details: Ann Lee' })).toHaveFocus();
  });

  it('takes the follow-up when the user calls the customer', async () => {
    const api = openCard(today([followUp()]), { [CHANGE_FOLLOW_UP]: new Promise(() => undefined) });
    const callLink = await screen.findByRole('link', { name: 'Call (555) 010-0142' });
    callLink.addEventListener('click', (event) => event.preventDefault()); // jsdom can't open phone links
    await userEvent.click(callLink);
    expect(await screen.findByRole('button', { name: 'Done Karen Voss' })).toBeVisible();
    expect(await api.bodies(CHANGE_FOLLOW_UP)).toEqual([{ action: 'take', version: 1 }]);
  });

  it('celebrates when everyone has been called back, and says what is left', async () => {
    openCard(
      today([], {
        counts: { ...COUNTS, today: 0, older: 0, calledBack: 3 },
        progress: { title: 'All three have been called back', text: 'Remaining: 1 due after today.' },
      }),
    );
    expect(await screen.findByText('All three have been called back')).toBeVisible();
    expect(screen.getByText('Remaining: 1 due after today.')).toBeVisible();
    expect(await findAccessibilityProblems()).toEqual([]);
  });

  it('mentions skipped calls, and links to the limit', async () => {
    const text = '23 calls were skipped, 4 of them over 30 seconds. Lower the limit?';
    openCard(today([LEE], { skipped: { calls: 23, longer: 4, text } }));
    expect(await screen.findByText(text, { exact: false })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open Usage Limits' })).toHaveAttribute('href', '/settings/calls#limits');
  });

  it('collapses older follow-ups, closes them in bulk, and undoes that', async () => {
    const api = openCard(today([followUp()], { counts: COUNTS, oldestAt: '2026-02-27T14:05:00.000Z' }), {
      [CLOSE_OLDER]: { id: '1774966351120000', closed: 44, left: 0, kept: 2 },
      [UNDO_CLOSING]: { reopened: 44 },
    });
    expect(await screen.findByText('46 from before today')).toBeVisible();
    const closeButton = screen.getByRole('button', { name: /^Close all from before/, hidden: true });
    expect(closeButton).not.toBeVisible();
    await userEvent.click(screen.getByText('46 from before today'));
    expect(screen.getByRole('link', { name: 'Show them' })).toHaveAttribute('href', '/follow-ups?section=older');
    const day = screen.getByLabelText('Before');
    const weekAgo = toLocalInput(hoursFromNow(-7 * 24)).slice(0, 'yyyy-mm-dd'.length);
    expect(day).toHaveValue(weekAgo);
    fireEvent.change(day, { target: { value: '20266-03-31' } });
    expect(screen.getByRole('button', { name: 'Close them' })).toBeVisible();
    fireEvent.change(day, { target: { value: weekAgo } });
    await userEvent.click(closeButton);
    expect(await screen.findByText('Closed 44 follow-ups')).toBeVisible();
    expect(screen.getByText('2 were left open because colleagues have them.')).toBeVisible();
    expect(await api.bodies(CLOSE_OLDER)).toEqual([{ before: weekAgo }]);
    await clickToastAction('Undo');
    await waitFor(() => expect(api.requests()).toContain(UNDO_CLOSING));
  });
});
