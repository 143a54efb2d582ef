import { setTimeout as sleep } from 'node:timers/promises';

import { Call } from '@ringwell/database/calls/call.entity';
import type { ConcludedCall, FollowUpReason } from '@ringwell/rules/follow-ups/plan-follow-up';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { rows } from '../postgres/sql';
import type { FollowUpChange } from './follow-up-events';
import { FollowUp } from './follow-up.entity';

const PHONE = 'tel:+15551234567';
const HOUR = 3_600_000;
const NOW = Date.now();
const hoursAgo = (hours: number): Date => new Date(NOW - hours * HOUR);
const makeUnhappyReason = (calledAt: Date): FollowUpReason => ({
  kind: 'unhappy',
  dueAt: new Date(calledAt.getTime() + HOUR),
  isPromisedTime: false,
});

describe('FollowUpsRepository', () => {
  const database = useTestDatabase();
  let accountId: string;

  beforeEach(async () => {
    accountId = (await database.makeAccount()).account.id;
  });

  const makeCustomer = (key = PHONE): Promise<string> =>
    database.repositories.customers.findOrCreate(accountId, key, null);

  async function makeConcludedCall(
    fields: Partial<ConcludedCall> & { call?: Partial<Call> } = {},
  ): Promise<ConcludedCall> {
    const { call: overrides, ...concludedFields } = fields;
    await makeCustomer();
    const calledAt = fields.calledAt ?? hoursAgo(5);
    const label = fields.label ?? 'negative';
    const call = await database.makeCompletedCall(accountId, {
      call: {
        customerKey: PHONE,
        occurredAt: calledAt,
        direction: fields.direction ?? 'inbound',
        durationSeconds: String(fields.durationSeconds ?? 90),
        ...overrides,
      },
      analysis: {
        sentiment: label === 'needs_review' ? 'negative' : label,
        needsReview: label === 'needs_review',
        reviewReason: label === 'needs_review' ? 'low_confidence' : null,
      },
    });
    return {
      id: call.id,
      accountId,
      calledAt,
      direction: 'inbound',
      durationSeconds: 90,
      label,
      course: [],
      isMessage: false,
      reason: label === 'negative' ? makeUnhappyReason(calledAt) : null,
      hasEarlierResult: false,
      ...concludedFields,
    };
  }
  const makeCallback = (fields: Parameters<typeof makeConcludedCall>[0] = {}): Promise<ConcludedCall> =>
    makeConcludedCall({ calledAt: hoursAgo(3), direction: 'outbound', label: 'positive', reason: null, ...fields });
  const appliedIds = new Set<string>();
  const apply = (call: ConcludedCall): Promise<FollowUpChange[]> => {
    const hasEarlierResult = appliedIds.has(call.id);
    appliedIds.add(call.id);
    return database.unitOfWork.run(({ followUps }) => followUps.apply({ ...call, hasEarlierResult }));
  };
  const applyAndListTypes = async (call: ConcludedCall): Promise<string[]> =>
    (await apply(call)).map(({ type }) => type);
  const findAll = (): Promise<FollowUp[]> =>
    database.manager.find(FollowUp, { where: { accountId }, order: { openedAt: 'asc' } });
  const findOnlyFollowUp = async (): Promise<FollowUp> => {
    const [followUp, ...otherFollowUps] = await findAll();
    if (!followUp || otherFollowUps.length > 0) throw new Error('There must be exactly one follow-up.');
    return followUp;
  };
  const reopen = async (id: string): Promise<void> => {
    const actor = { userId: null, name: 'Dana Reyes' };
    const change = await database.unitOfWork.run(({ followUpChanges }) =>
      followUpChanges.change(accountId, id, undefined, { action: 'reopen' }, actor),
    );
    expect(change).toMatchObject({ type: 'reopened' });
  };
  const listHistory = async (): Promise<string[]> =>
    (
      await database.query<{ type: string }[]>(
        'select type from follow_up_events where follow_up_id = $1 order by at',
        [(await findOnlyFollowUp()).id],
      )
    ).map(({ type }) => type);

  it('opens a follow-up for an unhappy customer, and makes it more urgent with each additional call', async () => {
    const first = await makeConcludedCall();
    expect(await applyAndListTypes(first)).toEqual(['opened']);
    expect(await findOnlyFollowUp()).toMatchObject({
      kind: 'unhappy',
      state: 'open',
      callId: first.id,
      dueAt: first.reason?.dueAt,
    });
    const second = await makeConcludedCall({ calledAt: hoursAgo(4) });
    expect(await applyAndListTypes(second)).toEqual(['joined']);
    expect(await applyAndListTypes(await makeConcludedCall({ calledAt: hoursAgo(3), label: 'neutral' }))).toEqual([
      'joined',
    ]);
    expect(await applyAndListTypes(await makeConcludedCall({ calledAt: hoursAgo(2), label: 'positive' }))).toEqual([
      'joined',
    ]);
    const followUp = await findOnlyFollowUp();
    expect(followUp).toMatchObject({ callCount: 3, callId: second.id, dueAt: first.reason?.dueAt });
    expect(followUp.dueAt.getTime() - followUp.urgentAt.getTime()).toBe(48 * HOUR);
  });

  it('gives a follow-up the most urgent kind and earliest due time of its calls', async () => {
    const dueAt = hoursAgo(-1);
    await apply(
      await makeConcludedCall({ label: 'neutral', reason: { kind: 'promise', dueAt, isPromisedTime: true } }),
    );
    const secondCallAt = hoursAgo(2);
    const complaint = await makeConcludedCall({
      calledAt: secondCallAt,
      reason: { ...makeUnhappyReason(secondCallAt), dueAt: hoursAgo(-5) },
    });
    await apply(complaint);
    expect(await findOnlyFollowUp()).toMatchObject({
      kind: 'unhappy',
      callId: complaint.id,
      dueAt,
      isPromisedTime: true,
    });
  });

  it.each([
    ['positive', 'recovered'],
    ['neutral', 'recovered'],
  ] as const)('settles a follow-up after an outbound call that is long enough and %s', async (label, outcome) => {
    await apply(await makeConcludedCall());
    const call = await makeCallback({ label });
    expect(await applyAndListTypes(call)).toEqual(['done']);
    expect(await findOnlyFollowUp()).toMatchObject({
      state: 'done',
      outcome,
      closedByCallId: call.id,
      calledBackAt: call.calledAt,
    });
  });

  it('reflects corrected call times', async () => {
    const [complaint, callback] = [await makeConcludedCall(), await makeCallback()];
    for (const call of [complaint, callback]) await apply(call);
    const earlier = { ...complaint, calledAt: hoursAgo(6), reason: makeUnhappyReason(hoursAgo(6)) };
    expect(await apply(earlier)).toEqual([]);
    expect(await apply({ ...callback, calledAt: hoursAgo(4) })).toEqual([]);
    expect(await findOnlyFollowUp()).toMatchObject({
      state: 'done',
      openedAt: hoursAgo(6),
      dueAt: hoursAgo(5),
      calledBackAt: hoursAgo(4),
    });
    expect(await applyAndListTypes({ ...callback, calledAt: hoursAgo(7) })).toEqual(['reopened']);
    expect(await findOnlyFollowUp()).toMatchObject({ state: 'open', calledBackAt: null });
  });

  it('reopens a follow-up when a correction moves the complaint after the callback', async () => {
    const complaint = await makeConcludedCall();
    for (const call of [complaint, await makeCallback()]) await apply(call);
    expect(await applyAndListTypes({ ...complaint, calledAt: hoursAgo(2) })).toEqual(['reopened']);
    expect(await findOnlyFollowUp()).toMatchObject({ state: 'open', openedAt: hoursAgo(2), calledBackAt: null });
  });

  it('keeps a follow-up closed when a correction moves the complaint between two callbacks', async () => {
    const complaint = await makeConcludedCall();
    const second = await makeCallback({ calledAt: hoursAgo(1) });
    for (const call of [complaint, await makeCallback(), second]) await apply(call);
    expect(await applyAndListTypes({ ...complaint, calledAt: hoursAgo(2) })).toEqual(['done']);
    expect(await findOnlyFollowUp()).toMatchObject({ calledBackAt: hoursAgo(1), closedByCallId: second.id });
  });

  it('dates a follow-up from its second call when a correction moves the first call after it', async () => {
    const complaint = await makeConcludedCall();
    for (const call of [complaint, await makeConcludedCall({ calledAt: hoursAgo(4) })]) await apply(call);
    await apply({ ...complaint, calledAt: hoursAgo(2) });
    expect(await findOnlyFollowUp()).toMatchObject({ openedAt: hoursAgo(4) });
  });

  it.each([
    ['needs a listen', { label: 'needs_review' }, ['called']],
    ['is short', { durationSeconds: 45 }, ['called']],
    ['took place before the complaint', { calledAt: hoursAgo(9) }, []],
    ['is negative', { label: 'negative', reason: makeUnhappyReason(hoursAgo(3)) }, ['joined']],
  ] as const)('leaves a follow-up open when the outbound call %s', async (_, fields, changes) => {
    await apply(await makeConcludedCall());
    const call = await makeCallback(fields);
    expect(await applyAndListTypes(call)).toEqual(changes);
    expect(await applyAndListTypes(call)).toEqual([]);
    expect(await findOnlyFollowUp()).toMatchObject({ state: 'open', callCount: changes[0] === 'joined' ? 2 : 1 });
  });

  it('settles a follow-up regardless of the order in which calls are processed', async () => {
    const complaint = await makeConcludedCall();
    const message = await makeCallback({ calledAt: hoursAgo(4), isMessage: true });
    const segments = ['Please leave a message after the tone.', 'We will call again.'].map((text) => ({
      speaker: 'agent',
      startMs: 0,
      endMs: 1_000,
      text,
    }));
    const sql = 'update transcripts set segments = $2 where call_id = $1';
    await database.query(sql, [message.id, JSON.stringify(segments)]);
    const call = await makeCallback();
    for (const callback of [message, call]) expect(await applyAndListTypes(callback)).toEqual([]);
    expect(await applyAndListTypes(complaint)).toEqual(['opened', 'done']);
    expect(await findOnlyFollowUp()).toMatchObject({ state: 'done', outcome: 'recovered', closedByCallId: call.id });
  });

  it.each([
    ['complaint first', false],
    ['callback first', true],
  ])('does not settle a reopened follow-up again with the same call, %s', async (_name, isCallbackFirst) => {
    const [complaint, callback] = [await makeConcludedCall(), await makeCallback()];
    const order = isCallbackFirst ? [callback, complaint] : [complaint, callback];
    for (const call of order) await apply(call);
    expect(await findOnlyFollowUp()).toMatchObject({ state: 'done', closedByCallId: callback.id });
    await database.query('update follow_ups set tries = 2'); // from before the callback
    await reopen((await findOnlyFollowUp()).id);
    for (const call of [...order, ...order.toReversed()]) await apply(call);
    expect(await findOnlyFollowUp()).toMatchObject({ state: 'open', closedByCallId: null, callCount: 1, tries: 0 });
    await apply(await makeConcludedCall({ calledAt: hoursAgo(4) }));
    expect(await findOnlyFollowUp()).toMatchObject({ state: 'open', callCount: 2 });
    expect(await applyAndListTypes(await makeCallback({ calledAt: hoursAgo(1) }))).toEqual(['done']);
    expect(await applyAndListTypes(callback)).toEqual([]);
    expect(await findOnlyFollowUp()).toMatchObject({ state: 'done', outcome: 'recovered' });
  });

  it('opens a follow-up for a promise made in a call that settles an earlier one', async () => {
    await apply(await makeConcludedCall());
    const promise: FollowUpReason = { kind: 'promise', dueAt: hoursAgo(-20), isPromisedTime: true };
    const call = await makeCallback({ label: 'neutral', reason: promise });
    expect(await applyAndListTypes(call)).toEqual(['done', 'opened']);
    expect((await findAll()).map(({ kind, state }) => [kind, state])).toEqual([
      ['unhappy', 'done'],
      ['promise', 'open'],
    ]);
    expect(await applyAndListTypes(call)).toEqual([]);
    expect(await findAll()).toHaveLength(2);
  });

  it("updates a follow-up when its call's label changes", async () => {
    const call = await makeConcludedCall();
    await apply(call);
    expect(await applyAndListTypes(call)).toEqual([]);
    expect(await applyAndListTypes({ ...call, label: 'neutral', reason: null })).toEqual(['dismissed']);
    expect(await findOnlyFollowUp()).toMatchObject({ state: 'dismissed' });
    expect(await applyAndListTypes({ ...call, label: 'neutral', reason: null })).toEqual([]);
    expect(await applyAndListTypes(call)).toEqual(['reopened']);
    expect(await findOnlyFollowUp()).toMatchObject({ state: 'open', kind: 'unhappy', closedAt: null });
    const callback = await makeCallback();
    expect(await applyAndListTypes(callback)).toEqual(['done']);
    expect(
      await applyAndListTypes({ ...callback, label: 'negative', reason: makeUnhappyReason(callback.calledAt) }),
    ).toEqual(['reopened', 'joined']);
    expect(await findOnlyFollowUp()).toMatchObject({
      state: 'open',
      callCount: 2,
      outcome: null,
      closedByCallId: null,
    });
    expect(await listHistory()).toEqual(['opened', 'dismissed', 'reopened', 'done', 'reopened', 'joined']);
  });

  it('does not count the call that made a promise as the callback', async () => {
    const promise: FollowUpReason = { kind: 'promise', dueAt: hoursAgo(-20), isPromisedTime: true };
    const call = await makeCallback({ label: 'neutral', reason: promise, call: { occurredAt: null } });
    const { createdAt } = await database.manager.findOneByOrFail(Call, { id: call.id });
    expect(await applyAndListTypes({ ...call, calledAt: createdAt })).toEqual(['opened']);
    expect(await findOnlyFollowUp()).toMatchObject({ state: 'open', kind: 'promise' });
  });

  it('ends a snooze when the customer calls and is unhappy', async () => {
    await apply(await makeConcludedCall());
    await database.query(`update follow_ups set snoozed_until = now() + interval '1 day'`);
    await apply(await makeConcludedCall({ calledAt: hoursAgo(4), label: 'positive' }));
    expect((await findOnlyFollowUp()).snoozedUntil).not.toBeNull();
    await apply(await makeConcludedCall({ calledAt: hoursAgo(3) }));
    expect((await findOnlyFollowUp()).snoozedUntil).toBeNull();
  });

  it('ignores calls that are old or were followed by a callback', async () => {
    const first = await makeConcludedCall({ calledAt: hoursAgo(2) });
    await apply(first);
    expect(await applyAndListTypes(await makeConcludedCall({ calledAt: hoursAgo(24 * 40) }))).toEqual([]);
    await makeCallback({ calledAt: hoursAgo(4) });
    expect(await applyAndListTypes(await makeConcludedCall({ calledAt: hoursAgo(5) }))).toEqual([]);
    expect(await findOnlyFollowUp()).toMatchObject({ callCount: 1, dueAt: first.reason?.dueAt });
  });

  it("replaces a follow-up with another customer's when its call's number is corrected", async () => {
    const call = await makeConcludedCall();
    await apply(call);
    const otherCustomerId = await makeCustomer('tel:+15550000002');
    await database.query('update calls set customer_key = $2 where id = $1', [call.id, 'tel:+15550000002']);
    expect(await applyAndListTypes(call)).toEqual(['dismissed', 'opened']);
    expect((await findAll()).map(({ customerId, state }) => [customerId === otherCustomerId, state]).sort()).toEqual([
      [false, 'dismissed'],
      [true, 'open'],
    ]);
  });

  it('settles a follow-up when the callback is no longer negative', async () => {
    await apply(await makeConcludedCall());
    const callback = await makeCallback({ label: 'negative', reason: makeUnhappyReason(hoursAgo(3)) });
    await apply(callback);
    await apply(await makeConcludedCall({ calledAt: hoursAgo(4) }));
    expect(await applyAndListTypes({ ...callback, label: 'positive', reason: null })).toEqual(['done']);
    expect(await findOnlyFollowUp()).toMatchObject({ outcome: 'recovered', closedByCallId: callback.id });
  });

  it('no longer counts a follow-up as a success when the callback turns out to be negative', async () => {
    await apply(await makeConcludedCall());
    const promise: FollowUpReason = { kind: 'promise', dueAt: hoursAgo(-20), isPromisedTime: true };
    const callback = await makeCallback({ label: 'neutral', reason: promise });
    await apply(callback);
    const negativeCallback = { ...callback, label: 'negative' as const, reason: makeUnhappyReason(callback.calledAt) };
    expect(await applyAndListTypes(negativeCallback)).toEqual(['done']);
    expect(await applyAndListTypes(negativeCallback)).toEqual([]);
    expect((await findAll()).map(({ state, outcome }) => [state, outcome])).toEqual([
      ['done', 'still_unhappy'],
      ['open', null],
    ]);
    expect(await applyAndListTypes(callback)).toEqual(['done']);
    expect(await findAll()).toMatchObject([{ outcome: 'recovered' }, { state: 'open', kind: 'promise' }]);
  });

  it('opens no follow-up for an old call, and one for each call from an unknown customer', async () => {
    expect(await applyAndListTypes(await makeConcludedCall({ calledAt: hoursAgo(24 * 31) }))).toEqual([]);
    for (const hours of [2, 3])
      await apply(await makeConcludedCall({ calledAt: hoursAgo(hours), call: { customerKey: null } }));
    expect(await findAll()).toHaveLength(2);
  });

  it('opens only one follow-up when calls from the same customer end at the same time', async () => {
    const calls = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((hours) => makeConcludedCall({ calledAt: hoursAgo(hours) })),
    );
    const changes = await Promise.all(calls.map((call) => applyAndListTypes(call)));
    expect(changes.flat().sort()).toEqual(['joined', 'joined', 'joined', 'joined', 'joined', 'opened']);
    expect(await findOnlyFollowUp()).toMatchObject({ callCount: 6 });
  });

  it('keeps a customer whose call completes while they are being deleted as unused', async () => {
    const id = await makeCustomer();
    const call = await makeConcludedCall({ call: { customerKey: null } });
    await database.whileLocked(
      `with completed as (update calls set customer_key = $2 where id = $3)
       select from customers where account_id = $1 for update`,
      [accountId, PHONE, call.id],
      () => database.repositories.customers.deleteUnused(accountId, PHONE),
    );
    expect(await makeCustomer()).toBe(id);
  });

  it('adds a customer only once, and keeps a corrected name', async () => {
    const repository = database.repositories.customers;
    const ids = await Promise.all(
      [1, 2, 3, 4, 5].map((at) => sleep(at).then(() => repository.findOrCreate(accountId, 'id:1', `Dana ${at}`))),
    );
    expect(new Set(ids).size).toBe(1);
    const listNames = (): Promise<object[]> =>
      database.query('select name from customers where account_id = $1', [accountId]);
    await repository.findOrCreate(accountId, 'id:1', 'Dana Reyes');
    await repository.findOrCreate(accountId, 'id:1', null);
    expect(await listNames()).toEqual([{ name: 'Dana Reyes' }]);
    await rows(database.manager, 'update customers set is_name_corrected = true');
    await repository.findOrCreate(accountId, 'id:1', 'Dena Rays');
    expect(await listNames()).toEqual([{ name: 'Dana Reyes' }]);
  });
});
