import { DateTime } from 'luxon';

import { makeFollowUp } from '@ringwell/testing/make-follow-up';
import { problem, SessionClient, type ProblemBody } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { CustomerDetailsDto } from '../customers/dto/customer.dto';
import type { FollowUpCountsDto, FollowUpDetailsDto, FollowUpPageDto } from './dto/follow-up.dto';
import type { OpenDayDto } from './dto/open-day.dto';

const PATH = '/api/follow-ups';
const HOUR = 3_600_000;
const fromNow = (hours: number): Date => new Date(Date.now() + hours * HOUR);

describe('Follow-ups', () => {
  const {
    api,
    database,
    owner: account,
    client: owner,
  } = useSignedInOwner({
    user: { firstName: 'Dana', lastName: 'Reyes' },
    settings: { timeZone: 'America/New_York' },
  });
  let paul: SessionClient;
  let paulId: string;

  beforeEach(async () => {
    paulId = (await database.makeMember(account, 'member')).id;
    paul = await api.signIn({ id: paulId });
  });

  const addFollowUp = (options: Parameters<typeof makeFollowUp>[2] = {}): ReturnType<typeof makeFollowUp> =>
    database.makeFollowUp(account.account.id, options);
  const listIds = async (query = ''): Promise<string[]> =>
    (await owner.get<FollowUpPageDto>(`${PATH}${query}`)).body.followUps.map(({ id }) => id);
  const change = async (
    id: string,
    body: object,
    client = owner,
  ): Promise<{ status: number; body: FollowUpDetailsDto & ProblemBody }> =>
    client.patch<FollowUpDetailsDto & ProblemBody>(`${PATH}/${id}`, body);
  const get = async (id: string): Promise<FollowUpDetailsDto> =>
    (await owner.get<FollowUpDetailsDto>(`${PATH}/${id}`)).body;

  it('show the reason, the deciding quote, the customer with all calls, and the history', async () => {
    const { id, callId, customerId } = await addFollowUp({ dueAt: fromNow(-1) });
    await addFollowUp({ calledAt: new Date(Date.now() - 60_000) });
    const laterCall = await database.makeCompletedCall(account.account.id, {
      call: { customerKey: 'tel:+15551234567', direction: 'outbound' },
    });
    expect(await get(id)).toMatchObject({
      id,
      kind: 'unhappy',
      state: 'open',
      isOverdue: true,
      callCount: 2,
      label: 'Negative',
      customer: { id: customerId, name: 'Dana Reyes', phone: '+15551234567', reference: null },
      why: 'Call back about the missed visit',
      quote: { text: 'I have been waiting since eight', startMs: 1_000 },
      assignee: null,
      events: [
        { type: 'opened', actor: null, callId },
        { type: 'joined', actor: null },
      ],
    });
    const { calls } = await get(id);
    expect(calls).toHaveLength(3);
    expect(calls.find((call) => call.id === laterCall.id)).toMatchObject({ isPartOfThis: false, label: 'Positive' });
    expect(calls.find((call) => call.id === callId)).toMatchObject({ isPartOfThis: true, label: 'Negative' });
  });

  it('show when calls took place in the history, not when they were processed', async () => {
    const calledAt = fromNow(-20);
    const { id } = await addFollowUp({ calledAt });
    const secondCalledAt = fromNow(-9);
    await addFollowUp({ calledAt: secondCalledAt });
    expect((await get(id)).events.map(({ type, at }) => [type, at])).toEqual([
      ['opened', calledAt.toISOString()],
      ['joined', secondCalledAt.toISOString()],
    ]);
  });

  it("show the sender's ID for a customer without a number, and only the number once it is known", async () => {
    const { id, customerId } = await addFollowUp({ customerName: null });
    const setKeys = (keys: string[]): Promise<unknown> =>
      database.query(
        `with deleted as (delete from customer_keys where customer_id = $1 and key <> all($3) returning 1)
         insert into customer_keys (account_id, key, customer_id) select $2, unnest($3::text[]), $1
         on conflict do nothing`,
        [customerId, account.account.id, keys],
      );
    await setKeys(['id:C-4711']);
    expect((await get(id)).customer).toMatchObject({ name: null, reference: 'C-4711' });
    await setKeys(['id:C-4711', 'tel:+15551234567']);
    expect((await get(id)).customer).toMatchObject({ name: null, reference: null });
  });

  it("notify the account's webhook when members close and reopen them", async () => {
    const { id } = await addFollowUp();
    await database.repositories.accounts.updateSettings(account.account.id, {
      sealedWebhookUrl: 'sealed',
    });
    for (const body of [{ action: 'take' }, { action: 'done', outcome: 'recovered' }, { action: 'reopen' }])
      expect((await change(id, body)).status).toBe(200);
    expect(
      await database.query(
        `select type, channel from deliveries join follow_up_events event on event.id = follow_up_event_id
         where account_id = $1 order by event.at`,
        [account.account.id],
      ),
    ).toEqual([
      { type: 'done', channel: 'webhook' },
      { type: 'reopened', channel: 'webhook' },
    ]);
  });

  it('count a promise only once a user has confirmed it, and never after a user has denied it', async () => {
    const { id, customerId } = await addFollowUp({ kind: 'promise', dueAt: fromNow(-1) });
    await database.query('update follow_ups set promise_confirmed = null where id = $1', [id]);
    const fetchPromisesAndRisks = async (): Promise<unknown> => {
      const { body } = await owner.get<CustomerDetailsDto>(`/api/customers/${customerId}`);
      return [body.promises.map(({ state }) => state), body.risks.map(({ kind }) => kind)];
    };
    const promise = { text: "I'll send you the quote by Friday", startMs: 0 };
    expect(await get(id)).toMatchObject({ promise: { ...promise, isConfirmed: null }, isPromisedTime: true });
    await change(id, { action: 'note', note: 'x' });
    expect(await fetchPromisesAndRisks()).toEqual([[], []]);
    const confirmation = await change(id, { action: 'confirm_promise' });
    expect(confirmation.body).toMatchObject({ promise: { ...promise, isConfirmed: true }, isPromisedTime: true });
    expect(await fetchPromisesAndRisks()).toEqual([['broken'], ['promise_overdue']]);
    const denialResponse = await change(id, { action: 'deny_promise' });
    expect(denialResponse.body).toMatchObject({
      promise: { isConfirmed: false },
      isPromisedTime: false,
      state: 'open',
    });
    expect(await fetchPromisesAndRisks()).toEqual([[], []]);
    expect((await get(id)).events.map(({ type }) => type).slice(-2)).toEqual(['promise_confirmed', 'promise_denied']);
    expect((await change(id, { action: 'confirm_promise' })).body).toMatchObject({ isPromisedTime: true });
    await addFollowUp({ calledAt: new Date(Date.now() - 60_000) }); // this is now the deciding call
    expect(await get(id)).toMatchObject({ kind: 'unhappy', promise: null });
  });

  it('are listed page by page, most urgent first, and can be filtered', async () => {
    const ids: string[] = [];
    for (const [index, kind] of (['unhappy', 'promise', 'voicemail', 'review'] as const).entries())
      ids.push((await addFollowUp({ kind, phone: `+1555123000${index}`, dueAt: fromNow(index < 2 ? -1 : 1) })).id);
    expect(await listIds()).toEqual(ids);
    const firstPage = (await owner.get<FollowUpPageDto>(`${PATH}?limit=3`)).body;
    expect(firstPage.followUps.map(({ id }) => id)).toEqual(ids.slice(0, 3));
    expect(await listIds(`?limit=3&cursor=${firstPage.nextCursor}`)).toEqual(ids.slice(3));
    expect(await listIds('?overdue=true')).toEqual(ids.slice(0, 2));
    expect(await listIds('?kind=promise')).toEqual([ids[1]]);
    const [takenId = '', snoozedId = '', doneId = ''] = ids;
    await change(takenId, { action: 'take' });
    await change(snoozedId, { action: 'snooze', until: fromNow(2).toISOString() });
    await change(doneId, { action: 'done', outcome: 'called_back' });
    expect(await listIds('?assignee=me')).toEqual([takenId]);
    expect(await listIds('?assignee=none')).toEqual([ids[3]]);
    expect(await listIds('?show=snoozed')).toEqual([snoozedId]);
    expect(await listIds('?show=closed')).toEqual([doneId]);
    expect((await owner.get<FollowUpCountsDto>(`${PATH}/counts`)).body).toEqual({
      waiting: 2,
      overdue: 1,
      mine: 1,
      unassigned: 1,
      snoozed: 1,
    });
    const count = async (query: string): Promise<unknown> => (await owner.get(`${PATH}/counts?${query}`)).body;
    expect(await count('kind=promise')).toMatchObject({ waiting: 0, overdue: 0, snoozed: 1 });
    expect(await count('assignee=me')).toMatchObject({ waiting: 1, overdue: 1, snoozed: 0 });
    expect(await count('section=today')).toMatchObject({ waiting: 2, overdue: 1, mine: 1, unassigned: 1, snoozed: 1 });
    expect(await count('section=older')).toMatchObject({ waiting: 0, overdue: 0, mine: 0, unassigned: 0, snoozed: 1 });
    expect((await owner.get(`${PATH}/counts?kind=angry`)).status).toBe(400);
    const { body } = await owner.get<ProblemBody>(`${PATH}?show=all&assignee=paul&cursor=x&limit=0&kind=angry`);
    expect(body.errors?.map(({ field }) => field).sort()).toEqual(['assignee', 'cursor', 'kind', 'limit', 'show']);
  });

  it('show every member the office hours for the coming days', async () => {
    const week = Array.from({ length: 7 }, () => ({ from: '07:30', until: '16:00' }));
    const tomorrow = DateTime.now().setZone('America/Denver').startOf('day').plus({ days: 1 });
    const holidays = [tomorrow.toISODate()];
    await owner.put('/api/my/settings', { timeZone: 'America/Denver', businessWeek: week, holidays });
    const { body } = await paul.get<OpenDayDto[]>(`${PATH}/open-days`);
    expect(body).toHaveLength(14); // today and the next 14 days, minus the holiday
    const opening = tomorrow.plus({ days: 1 }).set({ hour: 7, minute: 30 });
    expect(body).toContainEqual({
      opensAt: opening.toJSDate().toISOString(),
      closesAt: opening.set({ hour: 16, minute: 0 }).toJSDate().toISOString(),
    });
    expect(body.map(({ opensAt }) => opensAt)).toEqual(body.map(({ opensAt }) => opensAt).sort());
  });

  it('can be taken, assigned, released, snoozed, commented on, closed and reopened, and record who made each change', async () => {
    const { id } = await addFollowUp();
    expect((await change(id, { action: 'take' }, paul)).body).toMatchObject({
      state: 'in_progress',
      assignee: { id: paulId, name: 'Paul Ruiz' },
    });
    expect((await change(id, { action: 'done', outcome: 'recovered' })).body.message).toMatch(/^Paul Ruiz took this/);
    await change(id, { action: 'assign', assigneeId: account.user.id, version: 2 });
    await change(id, { action: 'note', note: ' Left a message.\nWill try again. ' });
    await change(id, { action: 'snooze', until: fromNow(1).toISOString() });
    expect((await change(id, { action: 'unsnooze' })).body).toMatchObject({ snoozedUntil: null, state: 'in_progress' });
    await change(id, { action: 'release' });
    await change(id, { action: 'done', outcome: 'recovered', note: 'All good.' });
    expect(await get(id)).toMatchObject({
      state: 'done',
      outcome: 'recovered',
      calledBackAt: expect.any(String) as string,
    });
    const { body } = await change(id, { action: 'reopen' });
    expect(body).toMatchObject({ state: 'open', outcome: null, closedAt: null, calledBackAt: null, version: 9 });
    expect(body.events.map(({ type, actor, note }) => [type, actor, note])).toEqual([
      ['opened', null, null],
      ['taken', 'Paul Ruiz', null],
      ['assigned', 'Dana Reyes', 'Dana Reyes'],
      ['noted', 'Dana Reyes', 'Left a message.\nWill try again.'],
      ['snoozed', 'Dana Reyes', null],
      ['snoozed', 'Dana Reyes', null],
      ['released', 'Dana Reyes', null],
      ['done', 'Dana Reyes', 'All good.'],
      ['reopened', 'Dana Reyes', null],
    ]);
  });

  it('reject the second of two concurrent changes, and name the user who made the first', async () => {
    const { id } = await addFollowUp();
    const responses = await Promise.all([
      change(id, { action: 'take', version: 1 }),
      change(id, { action: 'take', version: 1 }, paul),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const rejectedResponse = responses.find(({ status }) => status === 409);
    const winner = (await get(id)).assignee?.name;
    expect(rejectedResponse?.body).toMatchObject({ code: 'FOLLOW_UP_CHANGED' });
    expect(rejectedResponse?.body.message).toMatch(new RegExp(`^${winner} took this on .* E[SD]T\\. Check it, then`));
    expect((await change(id, { action: 'take' }, winner === 'Dana Reyes' ? paul : owner)).body.message).toMatch(
      /took this .* To take it over, open it first\./,
    );
  });

  it('reject invalid changes and stay unchanged', async () => {
    const { id } = await addFollowUp();
    const originalFollowUp = await get(id);
    for (const [body, status, expected] of [
      [{ action: 'done' }, 400, { errors: [{ field: 'outcome' }] }],
      [{ action: 'done', outcome: null }, 400, { errors: [{ field: 'outcome' }] }],
      [{ action: 'assign' }, 400, { errors: [{ field: 'assigneeId' }] }],
      [{ action: 'assign', assigneeId: null }, 400, { errors: [{ field: 'assigneeId' }] }],
      [{ action: 'assign', assigneeId: (await database.makeAccount()).user.id }, 404, { code: 'MEMBER_NOT_FOUND' }],
      [{ action: 'snooze', until: null }, 400, { errors: [{ field: 'until' }] }],
      [{ action: 'snooze', until: fromNow(-1).toISOString() }, 400, { errors: [{ field: 'until' }] }],
      [{ action: 'snooze', until: fromNow(24 * 61).toISOString() }, 400, { errors: [{ field: 'until' }] }],
      [
        { action: 'snooze', until: fromNow(1).toISOString().replace('Z', '+05') },
        400,
        { errors: [{ field: 'until' }] },
      ],
      [{ action: 'snooze', until: fromNow(1).toISOString().replace('.', ',') }, 400, { errors: [{ field: 'until' }] }],
      [{ action: 'note', note: '   ' }, 400, { errors: [{ field: 'note' }] }],
      [{ action: 'reopen' }, 409, { code: 'FOLLOW_UP_WAITING' }],
      [{ action: 'explode' }, 400, { errors: [{ field: 'action' }] }],
    ] as const)
      expect(await change(id, body)).toMatchObject({ status, body: expected });
    expect(await get(id)).toEqual(originalFollowUp);
    expect(await change(id, { action: 'dismiss', version: null, correctLabel: null })).toMatchObject({ status: 200 });
    expect(await change(id, { action: 'take' })).toMatchObject(
      problem(409, 'FOLLOW_UP_CLOSED', { message: expect.stringContaining('Dana Reyes dismissed this') as string }),
    );
    await addFollowUp();
    expect(await change(id, { action: 'reopen' })).toMatchObject({
      status: 409,
      body: { message: 'This customer already has another open follow-up. Use that one.' },
    });
  });

  it.each([null, '', ' '])('treat %j like a missing field', async (empty) => {
    const { id } = await addFollowUp();
    for (const [body, field] of [
      [{ action: 'done', outcome: empty }, 'outcome'],
      [{ action: 'assign', assigneeId: empty }, 'assigneeId'],
      [{ action: 'snooze', until: empty }, 'until'],
    ] as const)
      expect(await change(id, body)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    const names = ['version', 'assigneeId', 'until', 'note', 'outcome', 'why', 'correctLabel'];
    const emptyFields = Object.fromEntries(names.map((name) => [name, empty]));
    expect(await change(id, { action: 'dismiss', ...emptyFields })).toMatchObject({
      status: 200,
      body: { state: 'dismissed', label: 'Negative' },
    });
  });

  it('are hidden from other accounts', async () => {
    const { id, callId, customerId } = await addFollowUp();
    const otherAccount = await database.makeAccount();
    const otherClient = await api.signIn(otherAccount.user);
    expect(await otherClient.get(`${PATH}/${id}`)).toMatchObject({ status: 404 });
    expect(await change(id, { action: 'take' }, otherClient)).toMatchObject({ status: 404 });
    for (const query of [`?callId=${callId}`, `?customerId=${customerId}`, ''])
      expect((await otherClient.get<FollowUpPageDto>(`${PATH}${query}`)).body.followUps).toEqual([]);
    expect(await listIds(`?callId=${callId}`)).toEqual([id]);
    expect(await listIds(`?customerId=${customerId}`)).toEqual([id]);
  });

  it('are listed for automations if they changed after the cursor, and automations can close them', async () => {
    const firstFollowUp = await addFollowUp();
    await addFollowUp({ phone: '+15551230001' });
    const backdateChanges = (): Promise<unknown> =>
      database.query(`update follow_ups set updated_at = updated_at - interval '6 seconds'`);
    await backdateChanges();
    const headers = { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' };
    const poll = async (cursor?: string | null): Promise<FollowUpPageDto> => {
      const query = cursor ? `?cursor=${cursor}` : '';
      return (await (await fetch(`${api.url}/api/n8n/follow-ups${query}`, { headers })).json()) as FollowUpPageDto;
    };
    const page = await poll();
    expect(page.followUps).toHaveLength(2);
    expect((await poll(page.nextCursor)).followUps).toEqual([]);
    const linkInWebhooks = `${api.url}/api/follow-ups/${firstFollowUp.id}`;
    expect((await fetch(linkInWebhooks, { headers })).status).toBe(200);
    const closeResponse = await fetch(`${api.url}/api/n8n/follow-ups/${firstFollowUp.id}`, {
      method: 'PATCH',
      headers,
      body: JSON.stringify({ action: 'done', outcome: 'no_answer' }),
    });
    expect(closeResponse.status).toBe(200);
    await backdateChanges();
    expect((await poll(page.nextCursor)).followUps).toMatchObject([
      { id: firstFollowUp.id, state: 'done', outcome: 'no_answer' },
    ]);
  });
});
