import type { BusinessWeek } from '@ringwell/domain/accounts/business-week';
import { makeFollowUp } from '@ringwell/testing/make-follow-up';
import type { ProblemBody } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';
import { getZoneAtNoon } from '@ringwell/testing/zone-at-noon';

import type { FollowUpDetailsDto, FollowUpPageDto } from './dto/follow-up.dto';
import type { FollowUpClosingDto, TodayDto, UndoneClosingDto } from './dto/today.dto';

const PATH = '/api/follow-ups';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ago = (ms: number): Date => new Date(Date.now() - ms);
const BANKERS_HOURS = { from: '08:00', until: '17:00' };

describe("Today's follow-ups", () => {
  const {
    api,
    database,
    owner: account,
    client: owner,
  } = useSignedInOwner({
    user: { firstName: 'Dana', lastName: 'Reyes' },
    settings: { timeZone: getZoneAtNoon(), businessWeek: Array<typeof BANKERS_HOURS>(7).fill(BANKERS_HOURS) },
  });
  let phoneCount = 0;

  const addFollowUp = async (options: Parameters<typeof makeFollowUp>[2]): Promise<string> => {
    phoneCount += 1;
    const phone = `+1555${String(phoneCount).padStart(7, '0')}`;
    const calledAt = options?.calledAt ?? new Date();
    return (await database.makeFollowUp(account.account.id, { phone, ...options, calledAt })).id;
  };
  const fetchToday = async (): Promise<TodayDto> => (await owner.get<TodayDto>(`${PATH}/today`)).body;
  const listIds = async (query = ''): Promise<string[]> => {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const path: string = `${PATH}?limit=2${query}${cursor && `&cursor=${cursor}`}`;
      const { body } = await owner.get<FollowUpPageDto>(path);
      ids.push(...body.followUps.map(({ id }) => id));
      cursor = body.nextCursor;
    }
    return ids;
  };
  const change = (id: string, body: object): Promise<{ status: number; body: FollowUpDetailsDto & ProblemBody }> =>
    owner.patch<FollowUpDetailsDto & ProblemBody>(`${PATH}/${id}`, body);
  const setWeek = (businessWeek: BusinessWeek): Promise<void> =>
    database.repositories.accounts.updateSettings(account.account.id, { businessWeek });
  const querySql = (text: string, parameters: unknown[]): Promise<Record<string, unknown>[]> =>
    database.query(text, parameters);

  it('are sorted by urgency across pages, separately from older ones', async () => {
    const oldVoicemailId = await addFollowUp({ calledAt: ago(20 * DAY), kind: 'voicemail' });
    const oldUnhappyId = await addFollowUp({ calledAt: ago(25 * DAY) });
    const voicemailId = await addFollowUp({ kind: 'voicemail' });
    const dueInAnHourId = await addFollowUp({ kind: 'promise', dueAt: ago(-HOUR), calledAt: ago(3 * DAY) });
    const dueInHalfAnHourId = await addFollowUp({ kind: 'promise', dueAt: ago(-HOUR / 2), calledAt: ago(3 * DAY) });
    const dueLaterId = await addFollowUp({ kind: 'promise', dueAt: ago(-2 * DAY) });
    const unhappyId = await addFollowUp({ calledAt: ago(2 * HOUR) });
    const latestUnhappyId = await addFollowUp({ calledAt: ago(HOUR) });
    const dangerId = await addFollowUp({ kind: 'promise', calledAt: ago(10 * DAY) });
    const sql = 'update follow_ups set opened_at = $2, last_contact_at = $3 where id = $1';
    await querySql(sql, [unhappyId, ago(40 * DAY), ago(2 * HOUR)]);
    await querySql('update follow_ups set is_danger = true where id = $1', [dangerId]);
    const todayIds = [dangerId, latestUnhappyId, unhappyId, dueInHalfAnHourId, dueInAnHourId, voicemailId];
    expect(await listIds()).toEqual([...todayIds, dueLaterId, oldUnhappyId, oldVoicemailId]);
    expect(await listIds('&section=older')).toEqual([oldUnhappyId, oldVoicemailId]);
    expect(await listIds('&section=today&kind=voicemail')).toEqual([voicemailId]);
    const page = await fetchToday();
    expect(page.followUps.map(({ id }) => id)).toEqual(todayIds);
    expect(page).toMatchObject({
      isOpen: true,
      counts: { today: 6, later: 1, older: 2, snoozed: 0, calledBack: 0 },
      progress: null,
      followUps: [{ isDanger: true, section: 'today' }, { isDanger: false }, {}, {}, {}, {}],
    });
    expect(Math.round((Date.now() - Date.parse(page.oldestAt ?? '')) / DAY)).toBe(25);
  });

  it('are snoozed until the next attempt when no one answers, count the attempts, and close when the office gives up', async () => {
    const id = await addFollowUp({});
    const { body } = await change(id, { action: 'no_answer', note: 'Mailbox full.' });
    expect(body).toMatchObject({ state: 'open', outcome: null, tries: 1, calledBackAt: null });
    expect(Date.parse(body.snoozedUntil ?? '') - Date.now()).toBeGreaterThan(2 * HOUR - 60_000);
    expect(body.events.at(-1)).toMatchObject({
      type: 'called',
      outcome: 'no_answer',
      actor: 'Dana Reyes',
      note: 'Mailbox full.',
      until: body.snoozedUntil,
    });
    expect(await fetchToday()).toMatchObject({
      followUps: [],
      backAt: body.snoozedUntil,
      counts: { snoozed: 1 },
      progress: {
        title: 'All caught up',
        text: expect.stringMatching(/^Remaining: 1 snoozed, the next one until \w{3} \d/) as string,
      },
    });
    await querySql(`update follow_ups set snoozed_until = now() - interval '1 second' where id = $1`, [id]);
    expect(await listIds('&section=today')).toEqual([id]);
    expect((await change(id, { action: 'no_answer' })).body.tries).toBe(2);
    expect((await change(id, { action: 'done', outcome: 'no_answer' })).body).toMatchObject({
      state: 'done',
      outcome: 'no_answer',
      calledBackAt: null,
    });
  });

  it("don't count an attempt that was undone, and reject the undo if they have changed since", async () => {
    const id = await addFollowUp({});
    await change(id, { action: 'no_answer' });
    await change(id, { action: 'no_answer', version: 2 });
    const undoResponse = await change(id, { action: 'undo_no_answer', version: 3 });
    expect(undoResponse.body).toMatchObject({ tries: 1, snoozedUntil: null, version: 4 });
    expect(undoResponse.body.events.slice(-2)).toMatchObject([
      { type: 'called', outcome: 'no_answer' },
      { type: 'no_answer_undone', actor: 'Dana Reyes', until: null },
    ]);
    await change(id, { action: 'done', outcome: 'called_back', version: 4 });
    expect((await change(id, { action: 'reopen', version: 5 })).body).toMatchObject({ state: 'open', tries: 1 });
    const earlierSnooze = ago(-5 * HOUR).toISOString();
    await change(id, { action: 'no_answer', version: 6 });
    expect((await change(id, { action: 'undo_no_answer', until: earlierSnooze, version: 7 })).body).toMatchObject({
      tries: 1,
      snoozedUntil: earlierSnooze,
    });
    expect((await change(id, { action: 'undo_no_answer' })).status).toBe(400);
    await change(id, { action: 'no_answer', version: 8 });
    await change(id, { action: 'take' });
    const { status, body } = await change(id, { action: 'undo_no_answer', version: 9 });
    expect([status, body.message]).toEqual([409, expect.stringMatching(/^Dana Reyes took this on /)]);
    expect((await owner.get<FollowUpDetailsDto>(`${PATH}/${id}`)).body).toMatchObject({ tries: 2, version: 10 });
  });

  it('are snoozed until the next business day when the office closes before the next attempt', async () => {
    await setWeek(Array<typeof BANKERS_HOURS>(7).fill({ from: '08:00', until: '13:00' }));
    const { body } = await change(await addFollowUp({}), { action: 'no_answer' });
    expect(Date.parse(body.snoozedUntil ?? '') - Date.now()).toBeGreaterThan(18 * HOUR);
  });

  it.each([{ action: 'still_unhappy' }, { action: 'done', outcome: 'still_unhappy' }])(
    "are assigned to the owner while the customer is still unhappy, and aren't counted as called back yet (%j)",
    async (body) => {
      const paul = await database.makeMember(account, 'member');
      const { id: disabledOwnerId } = await database.makeMember(account, 'owner');
      await querySql('update members set created_at = $2 where user_id = $1', [disabledOwnerId, ago(DAY)]);
      await querySql('update users set is_active = false where id = $1', [disabledOwnerId]);
      const id = await addFollowUp({ calledAt: ago(5 * DAY), dueAt: ago(-HOUR) });
      const client = await api.signIn(paul);
      await client.patch(`${PATH}/${id}`, { action: 'take' });
      const response = await client.patch<FollowUpDetailsDto>(`${PATH}/${id}`, body);
      expect(response.body).toMatchObject({
        state: 'in_progress',
        outcome: null,
        calledBackAt: null,
        assignee: { id: account.user.id, name: 'Dana Reyes' },
      });
      expect(response.body.events.slice(-2)).toMatchObject([
        { type: 'called', outcome: 'still_unhappy', actor: 'Paul Ruiz' },
        { type: 'assigned', note: 'Dana Reyes' },
      ]);
      expect(await fetchToday()).toMatchObject({ followUps: [{ id }], counts: { calledBack: 0 } });
      await change(id, { action: 'done', outcome: 'recovered' });
      expect(await fetchToday()).toMatchObject({
        counts: { today: 0, calledBack: 1 },
        progress: { title: "Today's customer has been called back", text: 'No one is waiting for a call.' },
      });
    },
  );

  it('are summarized after business hours and on closed days, with the remaining callbacks', async () => {
    await setWeek(Array<typeof BANKERS_HOURS>(7).fill({ from: '08:00', until: '09:00' }));
    const ids = [await addFollowUp({}), await addFollowUp({}), await addFollowUp({})];
    for (const id of ids) await change(id, { action: 'done', outcome: 'called_back' });
    await addFollowUp({ kind: 'promise', dueAt: ago(-2 * DAY) });
    await addFollowUp({ calledAt: ago(9 * DAY) });
    expect(await fetchToday()).toMatchObject({
      isOpen: false,
      progress: {
        title: 'All three have been called back',
        text: 'Remaining: 1 due after today; 1 from before today.',
      },
    });
    await addFollowUp({});
    expect((await fetchToday()).progress?.title).toBe('3 called back, 1 still to call');
    const inTwoDays = (new Date().getUTCDay() + 8) % 7;
    await setWeek(Array.from({ length: 7 }, (_, day) => (day === inTwoDays ? BANKERS_HOURS : null)));
    expect((await fetchToday()).progress?.title).toMatch(/^3 called back, 1 to call when you open \w{3} 8:00 AM$/);
  });

  it('can be closed together if older than a given day, and reopened together', async () => {
    const firstId = await addFollowUp({ calledAt: ago(20 * DAY) });
    const secondId = await addFollowUp({ calledAt: ago(15 * DAY) });
    const recentId = await addFollowUp({ calledAt: ago(4 * DAY) });
    const todaysId = await addFollowUp({});
    const dangerId = await addFollowUp({ calledAt: ago(12 * DAY) });
    await querySql('update follow_ups set is_danger = true where id = $1', [dangerId]);
    const assignedToPaulId = await addFollowUp({ calledAt: ago(14 * DAY) });
    const paul = await database.makeMember(account, 'member');
    await change(assignedToPaulId, { action: 'assign', assigneeId: paul.id });
    const { id: formerMemberId } = await database.makeMember(account, 'member');
    await change(secondId, { action: 'assign', assigneeId: formerMemberId });
    await owner.delete(`/api/my/members/${formerMemberId}`);
    const before = ago(10 * DAY)
      .toISOString()
      .slice(0, 10);
    const closeResponse = await owner.post<FollowUpClosingDto>(`${PATH}/closings`, { before });
    expect([closeResponse.status, closeResponse.body]).toEqual([
      201,
      { id: expect.any(String) as string, closed: 2, left: 0, kept: 1 },
    ]);
    expect(new Set(await listIds())).toEqual(new Set([dangerId, todaysId, recentId, assignedToPaulId]));
    expect((await owner.get<FollowUpDetailsDto>(`${PATH}/${firstId}`)).body).toMatchObject({
      state: 'dismissed',
      events: [
        { type: 'opened' },
        { type: 'dismissed', actor: 'Dana Reyes', note: expect.stringMatching('Closed with all') as string },
      ],
    });
    await change(secondId, { action: 'reopen' });
    await querySql(
      'update follow_ups set customer_id = (select customer_id from follow_ups where id = $2) where id = $1',
      [recentId, firstId],
    );
    const undoClosing = (): Promise<{ status: number; body: UndoneClosingDto & ProblemBody }> =>
      owner.delete<UndoneClosingDto & ProblemBody>(`${PATH}/closings/${closeResponse.body.id}`);
    expect((await undoClosing()).status).toBe(404);
    await querySql('update follow_ups set customer_id = null where id = $1', [recentId]);
    expect((await undoClosing()).body).toEqual({ reopened: 1 });
    expect((await undoClosing()).body.message).toMatch('There is nothing to undo');
    expect(new Set(await listIds())).toEqual(
      new Set([dangerId, todaysId, recentId, assignedToPaulId, firstId, secondId]),
    );
  });

  it('are reopened together, one per customer, even if customers have been merged since they were closed', async () => {
    const ids = [await addFollowUp({ calledAt: ago(20 * DAY) }), await addFollowUp({ calledAt: ago(15 * DAY) })];
    const before = ago(10 * DAY).toISOString();
    const { body: closing } = await owner.post<FollowUpClosingDto>(`${PATH}/closings`, { before });
    const customers = await Promise.all(
      ids.map(async (id) => (await owner.get<FollowUpDetailsDto>(`${PATH}/${id}`)).body.customer.id),
    );
    const mergeResponse = await owner.post(`/api/customers/${customers[0]}/merge`, { customerId: customers[1] });
    expect([closing.closed, mergeResponse.status]).toEqual([2, 200]);
    const { body } = await owner.delete<UndoneClosingDto>(`${PATH}/closings/${closing.id}`);
    expect(body).toEqual({ reopened: 1 });
    expect(await listIds()).toEqual([ids[1]]);
  });

  it.each([
    [{ before: ago(-2 * DAY).toISOString() }, 'Choose today or an earlier day.'],
    [{ before: 'yesterday' }, 'This must be a date'],
    [{}, 'This must be a date'],
  ])('stay open after the invalid request %j', async (body, message) => {
    await addFollowUp({});
    const { status, body: problem } = await owner.post<ProblemBody>(`${PATH}/closings`, body);
    expect(status).toBe(400);
    expect(JSON.stringify(problem)).toContain(message);
    expect((await fetchToday()).counts.today).toBe(1);
  });

  it('include a hint to lower the minimum length when calls over 30 seconds were skipped last week', async () => {
    const addSkippedCall = async (seconds: number, daysAgo: number): Promise<void> => {
      const { id } = await database.makeCall(account.account.id);
      await querySql(
        `update calls set state = 'skipped', skip_reason = 'too_short', duration_seconds = $2, finished_at = now(),
           created_at = date_trunc('week', now()) - $3 * interval '1 day' where id = $1`,
        [id, seconds, daysAgo],
      );
    };
    await addSkippedCall(12, 3);
    await addSkippedCall(55, 20);
    expect((await fetchToday()).skipped).toBeNull();
    await addSkippedCall(40, 3);
    expect((await fetchToday()).skipped).toEqual({
      calls: 2,
      longer: 1,
      text: '2 calls were skipped, 1 of them over 30 seconds. Lower the limit?',
    });
  });

  it('cannot be closed by another account', async () => {
    const otherAccount = await database.makeAccount();
    await database.makeFollowUp(otherAccount.account.id, { calledAt: ago(20 * DAY) });
    const before = ago(DAY).toISOString();
    const { body } = await owner.post<FollowUpClosingDto>(`${PATH}/closings`, { before });
    expect(body).toMatchObject({ closed: 0, left: 0, kept: 0 });
  });
});
