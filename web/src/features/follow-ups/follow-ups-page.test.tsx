import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { LIVE_POLL_MS } from '../../lib/constants';
import { findAccessibilityProblems } from '../../testing/accessibility';
import { ACCOUNT_SETTINGS } from '../../testing/account-settings';
import { clickToastAction } from '../../testing/click-toast-action';
import { FakeResponse } from '../../testing/fake-api';
import { followUp, followUpDetails, followUpPage, hoursFromNow, LEE } from '../../testing/follow-ups';
import { mockAudioPlayback } from '../../testing/render-call';
import { CHANGE_FOLLOW_UP, COUNTS, LIST_FOLLOW_UPS, renderFollowUps, ROBIN_ID } from '../../testing/render-follow-ups';
import { TEST_USERS } from '../../testing/test-users';
import { FOLLOW_UPS_COPY } from './follow-ups-copy';

const findRow = (name: string): Promise<HTMLElement> => screen.findByRole('article', { name });
async function expandDetails(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: `Details: ${name}` }));
}
async function openMenu(name: string): Promise<void> {
  await expandDetails(name);
  await userEvent.click(await screen.findByRole('button', { name: `More actions: ${name}` }));
  expect(await screen.findByRole('menuitem', { name: FOLLOW_UPS_COPY.dismiss })).toBeVisible();
}
async function openCorrection(name: string, action: string): Promise<HTMLElement> {
  await openMenu(name);
  await userEvent.click(screen.getByRole('menuitem', { name: action }));
  return screen.findByRole('dialog');
}
async function saveNote(): Promise<void> {
  await openMenu('Karen Voss');
  await userEvent.click(screen.getByRole('menuitem', { name: 'Add a note' }));
  await userEvent.type(await screen.findByLabelText('Note'), 'Gate code 4711');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
}
async function openDoneDialog() {
  await expandDetails('Karen Voss');
  await userEvent.click(await screen.findByRole('button', { name: 'Done Karen Voss' }));
  return within(await screen.findByRole('dialog', { name: 'How did it go?' }));
}
const findLink = (name: string): Promise<HTMLElement> => screen.findByRole('link', { name });

describe('FollowUpsPage', () => {
  it('shows who to call, at which number, why and by when', async () => {
    renderFollowUps({
      responses: {
        [LIST_FOLLOW_UPS]: followUpPage(
          followUp({ callCount: 3, firstCalledAt: hoursFromNow(-110), dueAt: hoursFromNow(-2.5), isOverdue: true }),
          LEE,
        ),
      },
    });
    const karen = within(await findRow('Karen Voss'));
    expect(karen.getByText(/^Third call in 5 days/)).toBeVisible();
    expect(karen.getByText('Not taken yet')).toBeVisible();
    expect(await findAccessibilityProblems()).toEqual([]);
    await expandDetails('Karen Voss');
    expect(karen.getByRole('link', { name: 'Karen Voss' })).toHaveAttribute('href', '/follow-ups/f1');
    expect(karen.getByRole('link', { name: 'Karen Voss' })).toHaveAccessibleDescription('2 h overdue Unhappy customer');
    expect(await karen.findByRole('link', { name: /\(555\) 010-0142/ })).toHaveAttribute('href', 'tel:+15550100142');
    for (const text of [/^No hot water since Friday/, /^Third call in 5 days/, 'Not taken yet'])
      expect(karen.getByText(text)).toBeVisible(); // fails if it appears twice
    expect(await karen.findByText("“This is the third time I've called”")).toBeVisible();
    expect(karen.getByRole('link', { name: 'Open the call' })).toHaveAttribute('href', '/calls/c1');
    const lee = within(await findRow('Lee Ortiz'));
    await expandDetails('Lee Ortiz');
    expect(lee.getByText('Due in 2 h')).toBeVisible();
    expect(await lee.findByRole('link', { name: 'Call 1 hour ago' })).toHaveAttribute('href', '/calls/c1');
    expect(await findAccessibilityProblems()).toEqual([]);
  });

  it.each([
    ['manager', FOLLOW_UPS_COPY.leadsOff.title, ['/settings/alerts#follow-ups']],
    ['viewer', FOLLOW_UPS_COPY.noneFound.title, []],
  ] as const)(
    'says that leads are off, but only to users who can see that setting: %s',
    async (memberRole, title, hrefs) => {
      const user = { ...TEST_USERS.user, memberRole };
      const api = renderFollowUps({
        path: '/follow-ups?kind=lead',
        user,
        responses: {
          [LIST_FOLLOW_UPS]: followUpPage(),
          'GET /api/my/settings': { ...ACCOUNT_SETTINGS, leadsEnabled: false },
        },
      });
      expect(await screen.findByText(title)).toBeVisible();
      const settingsLinks = screen.queryAllByRole('link', { name: 'Go to settings' });
      expect(settingsLinks.map((link) => link.getAttribute('href'))).toEqual(hrefs);
      expect(api.requests().includes('GET /api/my/settings')).toBe(memberRole === 'manager');
    },
  );

  it('congratulates the user if no one is waiting, and explains when filters match nothing', async () => {
    renderFollowUps({ responses: { [LIST_FOLLOW_UPS]: followUpPage() } });
    expect(await screen.findByText(FOLLOW_UPS_COPY.caughtUp.title)).toBeVisible();
    expect(screen.getByText('No one is waiting for a call.')).toBeVisible();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Reason' }), 'Voicemail to return');
    expect(await screen.findByText(FOLLOW_UPS_COPY.noneFound.title)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText(FOLLOW_UPS_COPY.caughtUp.title)).toBeVisible();
  });

  it('applies filters from the URL and from the selects, even if two change in the same update', async () => {
    const { queries } = renderFollowUps({
      path: '/follow-ups?show=snoozed&assignee=none&nonsense=1',
      responses: { [LIST_FOLLOW_UPS]: followUpPage(LEE) },
    });
    await findRow('Lee Ortiz');
    expect(queries(LIST_FOLLOW_UPS)).toEqual(['?show=snoozed&assignee=none']);
    expect(screen.getByRole('link', { name: 'Snoozed 4' })).toHaveAttribute('aria-current', 'true');
    await userEvent.click(screen.getByRole('link', { name: 'Waiting 2' }));
    act(() => {
      fireEvent.change(screen.getByRole('combobox', { name: 'Assignee' }), { target: { value: ROBIN_ID } });
      fireEvent.click(screen.getByRole('checkbox', { name: 'Overdue only' }));
    });
    await waitFor(() => expect(queries(LIST_FOLLOW_UPS)).toContain(`?show=waiting&assignee=${ROBIN_ID}&overdue=true`));
  });

  it('shows the number of matching follow-ups on each tab', async () => {
    const getCounts = (request: Request): unknown =>
      new URL(request.url).searchParams.get('kind') === 'voicemail'
        ? { waiting: 1, overdue: 0, mine: 0, unassigned: 1, snoozed: 3 }
        : COUNTS;
    renderFollowUps({ path: '/follow-ups?section=older', responses: { 'GET /api/follow-ups/counts': getCounts } });
    expect(await screen.findByRole('link', { name: 'Waiting 2' })).toBeVisible();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Reason' }), 'Voicemail to return');
    expect(await screen.findByRole('link', { name: 'Waiting 1' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Snoozed 3' })).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Overdue only' }));
    expect(await screen.findByRole('link', { name: 'Waiting 0' })).toBeVisible();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'When' }), 'All days');
    expect(screen.getByRole('combobox', { name: 'When' })).toHaveDisplayValue('All days');
  });

  it('takes a follow-up right away', async () => {
    const api = renderFollowUps({ responses: { [CHANGE_FOLLOW_UP]: new Promise(() => undefined) } });
    await userEvent.click(await screen.findByRole('button', { name: 'Take Karen Voss' }));
    expect(await within(await findRow('Karen Voss')).findByText('You')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Take Karen Voss' })).not.toBeInTheDocument();
    expect(await api.bodies(CHANGE_FOLLOW_UP)).toEqual([{ action: 'take', version: 1 }]);
  });

  const REJECTION = new FakeResponse(409, { code: 'FOLLOW_UP_CHANGED', message: 'Dana Reyes took this.' });
  it.each([
    ['saved', followUpDetails({ state: 'in_progress', assignee: { id: 'u1', name: 'You' }, version: 2 }), 2],
    ['rejected', REJECTION, 1],
    ['rejected, until it is rejected, too', REJECTION, 0],
  ])(
    'keeps showing a change that is waiting to be sent while an earlier one is %s',
    async (_, response, takenCount) => {
      const laterResponse = takenCount === 0 ? REJECTION : new Promise(() => undefined);
      const api = renderFollowUps({
        responses: { [CHANGE_FOLLOW_UP]: response, 'PATCH /api/follow-ups/f2': laterResponse },
      });
      await findRow('Karen Voss');
      api.set(LIST_FOLLOW_UPS, new FakeResponse(503));
      for (const name of ['Karen Voss', 'Lee Ortiz'])
        fireEvent.click(screen.getByRole('button', { name: `Take ${name}` }));
      await waitFor(() => expect(api.requests()).toContain('PATCH /api/follow-ups/f2'));
      await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
      expect(within(await findRow('Lee Ortiz')).queryAllByText('You')).toHaveLength(Math.min(takenCount, 1));
      expect(screen.queryAllByText('You')).toHaveLength(takenCount);
    },
  );

  it('keeps rows that were loaded while a change was being rejected', async () => {
    const firstPage = { followUps: [followUp()], nextCursor: 'p2' };
    const api = renderFollowUps({
      responses: {
        [LIST_FOLLOW_UPS]: ({ url }: Request) => (url.includes('cursor') ? followUpPage(LEE) : firstPage),
      },
    });
    const respond = api.hold(CHANGE_FOLLOW_UP);
    await userEvent.click(await screen.findByRole('button', { name: 'Take Karen Voss' }));
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
    await findRow('Lee Ortiz');
    api.set(LIST_FOLLOW_UPS, new FakeResponse(503));
    respond(REJECTION);
    expect(await screen.findByRole('button', { name: 'Take Karen Voss' })).toBeVisible();
    expect(await findRow('Lee Ortiz')).toBeVisible();
  });

  it('says which colleague acted first, and shows the current state', async () => {
    const message = 'Dana Reyes took this at 10:12 AM. Reload to see it.';
    const api = renderFollowUps({
      responses: { [CHANGE_FOLLOW_UP]: new FakeResponse(409, { code: 'FOLLOW_UP_CHANGED', message }) },
    });
    const takeButton = await screen.findByRole('button', { name: 'Take Karen Voss' });
    api.set(
      LIST_FOLLOW_UPS,
      followUpPage(followUp({ state: 'in_progress', version: 2, assignee: { id: 'u9', name: 'Dana Reyes' } }), LEE),
    );
    await userEvent.click(takeButton);
    expect(await screen.findByText(message)).toBeVisible();
    expect(await within(await findRow('Karen Voss')).findByText('Dana Reyes')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Take over Karen Voss' })).toBeVisible();
  });

  it('marks a follow-up as done with its outcome, and reopens it on Undo', async () => {
    const api = renderFollowUps({
      responses: { [CHANGE_FOLLOW_UP]: followUpDetails({ state: 'done', outcome: 'recovered', version: 2 }) },
    });
    const dialog = await openDoneDialog();
    expect(await findAccessibilityProblems()).toEqual([]);
    await userEvent.type(dialog.getByLabelText(/^Note/), 'Sent Mike.');
    api.set(LIST_FOLLOW_UPS, followUpPage(LEE));
    await userEvent.click(dialog.getByRole('button', { name: /^Recovered/ }));
    expect(await screen.findByText('Karen Voss: Recovered')).toBeVisible();
    expect(screen.queryByRole('article', { name: 'Karen Voss' })).not.toBeInTheDocument();
    expect(await findLink('Lee Ortiz')).toHaveFocus();
    api.set(LIST_FOLLOW_UPS, followUpPage(followUp({ version: 3 }), LEE));
    await clickToastAction('Undo');
    expect(await findRow('Karen Voss')).toBeVisible();
    expect(await api.bodies(CHANGE_FOLLOW_UP)).toEqual([
      { action: 'done', outcome: 'recovered', note: 'Sent Mike.', version: 1 },
      { action: 'reopen', version: 2 },
    ]);
  });

  it("snoozes until the next attempt when a customer doesn't answer, and offers to give up after several", async () => {
    const nextTry = hoursFromNow(2);
    const api = renderFollowUps({
      responses: {
        [LIST_FOLLOW_UPS]: followUpPage(
          followUp({ tries: 2, state: 'in_progress', assignee: { id: 'u1', name: 'You' } }),
        ),
        [CHANGE_FOLLOW_UP]: followUpDetails({ tries: 3, snoozedUntil: nextTry, version: 2 }),
      },
    });
    expect(await within(await findRow('Karen Voss')).findByText(/^No answer \(2 tries\)/)).toBeVisible();
    const dialog = await openDoneDialog();
    expect(dialog.getByRole('button', { name: /^Give up/ })).toHaveTextContent(
      'Closes the follow-up after 3 unanswered tries',
    );
    await userEvent.click(dialog.getByRole('button', { name: /^No answer/ }));
    expect(await screen.findByText(/^No answer: next try /)).toBeVisible();
    await clickToastAction('Undo');
    await api.expectBodies(CHANGE_FOLLOW_UP, [
      { action: 'no_answer', version: 1 },
      { action: 'undo_no_answer', version: 2 },
    ]);
  });

  it('shows which answer is being saved', async () => {
    renderFollowUps({
      responses: {
        [LIST_FOLLOW_UPS]: followUpPage(followUp({ tries: 2 })),
        [CHANGE_FOLLOW_UP]: new Promise(() => undefined),
      },
    });
    const dialog = await openDoneDialog();
    await userEvent.type(dialog.getByLabelText(/^Note/), 'Sent Mike.');
    await userEvent.click(dialog.getByRole('button', { name: /^Give up/ }));
    expect(dialog.getByRole('button', { name: 'Give up' })).toBeVisible(); // the spinner replaces the hint
    expect(dialog.getByRole('button', { name: /^No answer/ })).toHaveTextContent('Comes back in two business hours');
  });

  it('keeps customers who are still unhappy on the list, assigned to an owner', async () => {
    const api = renderFollowUps({
      responses: { [CHANGE_FOLLOW_UP]: followUpDetails({ assignee: { id: 'u9', name: 'Olive Owner' }, version: 2 }) },
    });
    await userEvent.click((await openDoneDialog()).getByRole('button', { name: /^Still unhappy/ }));
    expect(await screen.findByText('Still unhappy: assigned to the owner')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    expect(await findRow('Karen Voss')).toBeVisible();
    expect(await api.bodies(CHANGE_FOLLOW_UP)).toEqual([{ action: 'still_unhappy', version: 1 }]);
  });

  it.each([
    ['is reloaded', followUpDetails()],
    ['cannot be reloaded either', new FakeResponse(404)],
  ])('keeps the note when it could not be saved and the follow-up %s', async (_, details) => {
    const api = renderFollowUps({
      responses: { [CHANGE_FOLLOW_UP]: new FakeResponse(500), 'GET /api/follow-ups/f1': details },
    });
    await saveNote();
    expect(await screen.findByText(FOLLOW_UPS_COPY.failed)).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Save' })).toBeVisible();
    expect(screen.getByLabelText('Note')).toHaveValue('Gate code 4711');
    api.set(CHANGE_FOLLOW_UP, followUpDetails({ version: 2 }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect((await api.bodies(CHANGE_FOLLOW_UP))[1]).toEqual({ action: 'note', note: 'Gate code 4711' });
  });

  it('saves a note only once, without closing a dialog opened for another follow-up', async () => {
    const api = renderFollowUps();
    const respond = api.hold(CHANGE_FOLLOW_UP);
    await saveNote();
    await userEvent.click(await screen.findByRole('button', { name: 'Saving…' }));
    expect(await api.bodies(CHANGE_FOLLOW_UP)).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    await expandDetails('Lee Ortiz');
    await userEvent.click(await screen.findByRole('button', { name: 'Snooze Lee Ortiz' }));
    const dialog = await screen.findByRole('dialog', { name: 'Snooze until' });
    await act(async () => respond(followUpDetails({ version: 2 })));
    expect(dialog).toBeVisible();
    expect(dialog).toHaveAccessibleDescription(/^Lee Ortiz\. /);
  });

  it.each(['0026-12-01T10:00', '20266-12-01T10:00'])(
    'rejects a snooze time with a mistyped year: %s',
    async (typedTime) => {
      const api = renderFollowUps();
      await expandDetails('Lee Ortiz');
      await userEvent.click(await screen.findByRole('button', { name: 'Snooze Lee Ortiz' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Snooze until' }));
      fireEvent.change(dialog.getByLabelText(FOLLOW_UPS_COPY.snooze.pick), { target: { value: typedTime } });
      await userEvent.click(dialog.getByRole('button', { name: 'Snooze' }));
      expect(await dialog.findByRole('alert')).toHaveTextContent(FOLLOW_UPS_COPY.snooze.outOfRange(60));
      expect(api.requests()).not.toContain(CHANGE_FOLLOW_UP);
    },
  );

  it('asks whether a lead was won, and shows its value', async () => {
    const lead = followUp({ kind: 'lead', why: 'Call Karen Voss: wanted Saturday, we had Monday' });
    const api = renderFollowUps({
      responses: { [LIST_FOLLOW_UPS]: followUpPage(lead), [CHANGE_FOLLOW_UP]: followUpDetails({ state: 'done' }) },
    });
    expect(within(await findRow('Karen Voss')).getByText('Lead')).not.toHaveClass('sr-only');
    const dialog = await openDoneDialog();
    expect(dialog.queryByRole('button', { name: /^Recovered/ })).not.toBeInTheDocument();
    const revenue = { cents: 45_000, isEstimate: true, jobId: null };
    const wonLead = { ...lead, state: 'done', outcome: 'won', closedAt: hoursFromNow(0), brought: revenue } as const;
    api.set(LIST_FOLLOW_UPS, followUpPage(wonLead));
    await userEvent.click(dialog.getByRole('button', { name: /^Won back/ }));
    expect(await api.bodies(CHANGE_FOLLOW_UP)).toEqual([{ action: 'done', outcome: 'won', version: 1 }]);
    expect((await screen.findAllByText('Won back: about $450'))[0]).toBeVisible();
  });

  it('snoozes until a suggested time, and undoes it', async () => {
    const api = renderFollowUps({
      responses: { [CHANGE_FOLLOW_UP]: followUpDetails({ snoozedUntil: hoursFromNow(20), version: 2 }) },
    });
    await expandDetails('Karen Voss');
    await userEvent.click(await screen.findByRole('button', { name: 'Snooze Karen Voss' }));
    api.set(LIST_FOLLOW_UPS, followUpPage(LEE));
    await userEvent.click(await screen.findByRole('button', { name: /^Tomorrow morning/ }));
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Karen Voss' })).not.toBeInTheDocument());
    await clickToastAction('Undo');
    await waitFor(async () => expect(await api.bodies(CHANGE_FOLLOW_UP)).toHaveLength(2));
    const [snoozeBody, undoBody] = (await api.bodies(CHANGE_FOLLOW_UP)) as { until?: string }[];
    expect(snoozeBody).toMatchObject({ action: 'snooze', version: 1 });
    expect(undoBody).toEqual({ action: 'unsnooze', version: 2 });
  });

  it('does not offer to snooze until a closed day', async () => {
    renderFollowUps({ responses: { 'GET /api/follow-ups/open-days': [] } });
    await expandDetails('Karen Voss');
    await userEvent.click(await screen.findByRole('button', { name: 'Snooze Karen Voss' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Snooze until' }));
    expect(await dialog.findByRole('button', { name: /^In 1 hour/ })).toBeVisible();
    expect(dialog.getAllByRole('listitem')).toHaveLength(1);
  });

  it('restores an earlier snooze on Undo', async () => {
    const earlierSnooze = hoursFromNow(5);
    const api = renderFollowUps({
      path: '/follow-ups?show=snoozed',
      responses: {
        [LIST_FOLLOW_UPS]: followUpPage(followUp({ snoozedUntil: earlierSnooze })),
        [CHANGE_FOLLOW_UP]: followUpDetails({ state: 'dismissed', version: 2 }),
      },
    });
    await openMenu('Karen Voss');
    await userEvent.click(screen.getByRole('menuitem', { name: FOLLOW_UPS_COPY.dismiss }));
    await screen.findByRole('button', { name: 'Undo' });
    api.set(CHANGE_FOLLOW_UP, followUpDetails({ version: 3 }));
    await clickToastAction('Undo');
    await api.expectBodies(CHANGE_FOLLOW_UP, [
      { action: 'dismiss', version: 1 },
      { action: 'reopen', version: 2 },
      { action: 'snooze', until: earlierSnooze, version: 3 },
    ]);
  });

  it('corrects a wrong label and dismisses the follow-up in one step, and reverts both on Undo', async () => {
    const api = renderFollowUps({
      responses: { [CHANGE_FOLLOW_UP]: followUpDetails({ state: 'dismissed', version: 3 }) },
    });
    await openMenu('Lee Ortiz');
    for (const { action } of [FOLLOW_UPS_COPY.correct.unhappy, FOLLOW_UPS_COPY.correct.review])
      expect(screen.queryByRole('menuitem', { name: action })).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    const dialog = within(await openCorrection('Karen Voss', FOLLOW_UPS_COPY.correct.unhappy.action));
    expect(await findAccessibilityProblems()).toEqual([]);
    expect(dialog.queryByRole('radio', { name: 'Negative' })).not.toBeInTheDocument();
    expect(dialog.getByRole('link', { name: 'Open the call' })).toHaveAttribute('href', '/calls/c1');
    await userEvent.click(dialog.getByRole('button', { name: 'Correct and dismiss' }));
    expect(dialog.getByText('Choose the right label.')).toBeVisible();
    await userEvent.click(dialog.getByRole('radio', { name: 'Neutral' }));
    await userEvent.type(dialog.getByLabelText(/^Why/), ' Only an\ninvoice. ');
    api.set(LIST_FOLLOW_UPS, followUpPage(LEE));
    await userEvent.click(dialog.getByRole('button', { name: 'Correct and dismiss' }));
    expect(await screen.findByText('Karen Voss: call labeled Neutral')).toBeVisible();
    expect(screen.queryByRole('article', { name: 'Karen Voss' })).not.toBeInTheDocument();
    await clickToastAction('Undo');
    await api.expectBodies(CHANGE_FOLLOW_UP, [
      { action: 'dismiss', correctLabel: 'neutral', why: 'Only an invoice.', version: 1 },
      { action: 'reopen', version: 3 },
    ]);
  });

  it('keeps a call that needed a listen on the list if the customer was unhappy, and reverts only this correction on Undo', async () => {
    const { events } = followUpDetails();
    const at = new Date().toISOString();
    const corrected = events.map((event) => ({ ...event, type: 'corrected' as const, at, callId: 'c1' }));
    const undo = jest.fn<object, [Request]>(() => ({}));
    renderFollowUps({
      responses: {
        [LIST_FOLLOW_UPS]: followUpPage(followUp({ kind: 'review', label: 'Needs a listen' })),
        [CHANGE_FOLLOW_UP]: followUpDetails({ version: 2, events: [...events, ...corrected] }),
        'DELETE /api/calls/c1/correction': undo,
      },
    });
    const dialog = within(await openCorrection('Karen Voss', FOLLOW_UPS_COPY.correct.review.action));
    await userEvent.click(dialog.getByRole('radio', { name: 'Negative' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save label' }));
    expect(await screen.findByText('Karen Voss still needs a call')).toBeVisible();
    expect(await findRow('Karen Voss')).toBeVisible();
    await clickToastAction('Undo');
    await waitFor(() => expect(undo).toHaveBeenCalledTimes(1));
    expect(new URL(undo.mock.calls[0]?.[0].url ?? '').searchParams.get('replaces')).toBe(at);
  });

  it('keeps what was entered if the correction could not be saved', async () => {
    const message = 'Dana Reyes took this.';
    renderFollowUps({
      responses: {
        [CHANGE_FOLLOW_UP]: new FakeResponse(409, { code: 'FOLLOW_UP_CHANGED', message }),
        'GET /api/follow-ups/f1': followUpDetails({ version: 2 }),
      },
    });
    const dialog = within(await openCorrection('Karen Voss', FOLLOW_UPS_COPY.correct.unhappy.action));
    await userEvent.click(dialog.getByRole('radio', { name: 'Positive' }));
    await userEvent.type(dialog.getByLabelText(/^Why/), 'A joke.');
    await userEvent.click(dialog.getByRole('button', { name: 'Correct and dismiss' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(dialog.getByLabelText(/^Why/)).toHaveValue('A joke.');
  });

  it('assigns a follow-up to a member with permission to act', async () => {
    const api = renderFollowUps({ responses: { [CHANGE_FOLLOW_UP]: new Promise(() => undefined) } });
    await openMenu('Karen Voss');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Assign' }));
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Member' }), 'Robin Ortiz');
    await userEvent.click(screen.getByRole('button', { name: 'Assign' }));
    expect(await within(await findRow('Karen Voss')).findByText('Robin Ortiz')).toBeVisible();
    expect(await api.bodies(CHANGE_FOLLOW_UP)).toEqual([{ action: 'assign', assigneeId: ROBIN_ID, version: 1 }]);
  });

  it('can be used with only the keyboard', async () => {
    const api = renderFollowUps({ responses: { [CHANGE_FOLLOW_UP]: followUpDetails({ version: 2 }) } });
    await findRow('Karen Voss');
    await userEvent.keyboard('j');
    expect(await findLink('Karen Voss')).toHaveFocus();
    await userEvent.keyboard('j');
    expect(await findLink('Lee Ortiz')).toHaveFocus();
    await userEvent.keyboard('o');
    expect(screen.getByRole('button', { name: 'Details: Lee Ortiz' })).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('kt');
    await api.expectBodies(CHANGE_FOLLOW_UP, [{ action: 'take', version: 1 }]);
    await userEvent.keyboard('e');
    expect(await screen.findByRole('dialog', { name: 'How did it go?' })).toBeVisible();
    await userEvent.keyboard('{Escape}s');
    expect(await screen.findByRole('dialog', { name: 'Snooze until' })).toBeVisible();
    await userEvent.keyboard('{Escape}n');
    expect(await screen.findByRole('dialog', { name: 'Add a note' })).toBeVisible();
  });

  it('takes a follow-up with a swipe to the right, and asks how it went with a swipe to the left', async () => {
    const api = renderFollowUps({ responses: { [CHANGE_FOLLOW_UP]: new Promise(() => undefined) } });
    const swipe = async (name: string, byPx: number): Promise<void> => {
      const target = await findRow(name);
      fireEvent.pointerDown(target, { pointerType: 'touch', clientX: 200, clientY: 50 });
      fireEvent.pointerMove(target, { pointerType: 'touch', clientX: 200 + byPx, clientY: 52 });
      fireEvent.pointerUp(target, { pointerType: 'touch' });
    };
    await swipe('Karen Voss', 40);
    expect(api.requests()).not.toContain(CHANGE_FOLLOW_UP);
    await swipe('Karen Voss', 120);
    expect(await within(await findRow('Karen Voss')).findByText('You')).toBeVisible();
    await swipe('Lee Ortiz', -120);
    expect(await screen.findByRole('dialog', { name: 'How did it go?' })).toBeVisible();
  });

  it('is read-only for viewers', async () => {
    renderFollowUps({ user: { ...TEST_USERS.user, memberRole: 'viewer' } });
    await findRow('Karen Voss');
    expect(screen.queryByRole('button', { name: /^(Take|Done|Snooze|More)/ })).not.toBeInTheDocument();
    await userEvent.keyboard('je');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('redirects demo accounts to the home page', async () => {
    renderFollowUps({ user: TEST_USERS.demo });
    expect(await screen.findByText('Home')).toBeVisible();
  });

  it('retries after a failure', async () => {
    const api = renderFollowUps({ responses: { [LIST_FOLLOW_UPS]: new FakeResponse(500) } });
    const retryButton = await screen.findByRole('button', { name: 'Try again' });
    api.set(LIST_FOLLOW_UPS, followUpPage(LEE));
    await userEvent.click(retryButton);
    expect(await findRow('Lee Ortiz')).toBeVisible();
  });

  it('does not move focus when a row without focus disappears', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const api = renderFollowUps();
    (await findLink('Karen Voss')).focus();
    (await findLink('Karen Voss')).blur();
    api.set(LIST_FOLLOW_UPS, followUpPage(LEE));
    await act(() => jest.advanceTimersByTimeAsync(LIVE_POLL_MS));
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Karen Voss' })).not.toBeInTheDocument());
    expect(document.body).toHaveFocus();
  });

  it('does not show the previous rows or an empty list while another list loads', async () => {
    renderFollowUps({
      responses: {
        [LIST_FOLLOW_UPS]: (request: Request) => {
          const { searchParams } = new URL(request.url);
          if (searchParams.get('show') === 'waiting') return followUpPage(followUp());
          return searchParams.has('kind') ? new Promise(() => undefined) : followUpPage();
        },
      },
    });
    await findRow('Karen Voss');
    await userEvent.click(screen.getByRole('link', { name: 'Snoozed 4' }));
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
    expect(await screen.findByText(FOLLOW_UPS_COPY.noneSnoozed.title)).toBeVisible();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Reason' }), 'Voicemail to return');
    expect(await screen.findByText('Loading follow-ups')).toBeInTheDocument();
    expect(screen.queryByText(FOLLOW_UPS_COPY.noneFound.title)).not.toBeInTheDocument();
  });

  it('announces new follow-ups, but not those that Load more adds', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const pages: Record<string, unknown> = { '': { followUps: [followUp()], nextCursor: 'p2' }, p2: followUpPage(LEE) };
    const api = renderFollowUps({
      responses: {
        [LIST_FOLLOW_UPS]: (request: Request) => pages[new URL(request.url).searchParams.get('cursor') ?? ''],
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    await findRow('Lee Ortiz');
    expect(screen.queryByText(/^(New follow-up|Unhappy customer):/)).not.toBeInTheDocument();
    const annFollowUp = followUp({ id: 'f3', customer: { id: 'k3', name: 'Ann Lee', phone: null, reference: null } });
    api.set(LIST_FOLLOW_UPS, followUpPage(annFollowUp, followUp(), LEE));
    await act(() => jest.advanceTimersByTimeAsync(LIVE_POLL_MS));
    expect(await screen.findByText('Unhappy customer: Ann Lee')).toBeInTheDocument();
  });

  describe('quote', () => {
    const play = mockAudioPlayback();

    it('plays the recording from the quote', async () => {
      renderFollowUps();
      expect(document.querySelector('audio')).toBeNull();
      await expandDetails('Karen Voss');
      await userEvent.click(await screen.findByRole('button', { name: 'Play from 1:05: Karen Voss' }));
      expect(document.querySelector('audio')).toHaveAttribute('src', '/api/calls/c1/audio');
      expect(document.querySelector('audio')?.currentTime).toBe(65);
      expect(play()).toHaveBeenCalledTimes(1);
      expect(await screen.findByRole('button', { name: 'Pause: Karen Voss' })).toBeVisible();
    });
  });
});
