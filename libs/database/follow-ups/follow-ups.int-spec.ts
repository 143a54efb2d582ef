import { setTimeout as sleep } from 'node:timers/promises';

import { Call } from '@ringwell/database/calls/call.entity';
import type { ConcludedCall, FollowUpReason } from '@ringwell/rules/follow-ups/plan-follow-up';
import { makeAccount } from '@ringwell/testing/make-account';
import { makeCompletedCall } from '@ringwell/testing/make-completed-call';
import { useTestDatabase } from '@ringwell/testing/test-database';
import { whileLocked } from '@ringwell/testing/while-locked';

import { CustomersRepository } from '../customers/customers.repository';
import { rows } from '../postgres/sql';
import { UnitOfWork } from '../unit-of-work';
import type { FollowUpChange } from './follow-up-events';
import { FollowUp } from './follow-up.entity';

const PHONE = 'tel:+15551234567';
const HOUR = 3_600_000;
const NOW = Date.now();
const hoursAgo = (hours: number): Date => new Date(NOW - hours * HOUR);
const unhappy = (calledAt: Date): FollowUpReason => ({
  kind: 'unhappy',
  dueAt: new Date(calledAt.getTime() + HOUR),
  isPromisedTime: false,
});

describe('follow-ups for calls', () => {
  const database = useTestDatabase();
  let accountId: string;

  beforeEach(async () => {
    accountId = (await makeAccount(database.dataSource)).account.id;
  });

  const customer = (key = PHONE): Promise<string> =>
    new CustomersRepository(database.dataSource.manager).findOrCreate(accountId, key, null);

  async function concluded(fields: Partial<ConcludedCall> & { call?: Partial<Call> } = {}): Promise<ConcludedCall> {
    const { call: overrides, ...rest } = fields;
    await customer();
    const calledAt = fields.calledAt ?? hoursAgo(5);
    const label = fields.label ?? 'negative';
    const call = await makeCompletedCall(database.dataSource, accountId, {
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
      reason: label === 'negative' ? unhappy(calledAt) : null,
      hasEarlierResult: false,
      ...rest,
    };
  }
  const callBack = (fields: Parameters<typeof concluded>[0] = {}): Promise<ConcludedCall> =>
    concluded({ calledAt: hoursAgo(3), direction: 'outbound', label: 'positive', reason: null, ...fields });
  const applied = new Set<string>();
  const apply = (call: ConcludedCall): Promise<FollowUpChange[]> => {
    const hasEarlierResult = applied.has(call.id);
    applied.add(call.id);
    return new UnitOfWork(database.dataSource).run(({ followUps }) => followUps.apply({ ...call, hasEarlierResult }));
  };
  const types = async (call: ConcludedCall): Promise<string[]> => (await apply(call)).map(({ type }) => type);
  const all = (): Promise<FollowUp[]> =>
    database.dataSource.manager.find(FollowUp, { where: { accountId }, order: { openedAt: 'asc' } });
  const only = async (): Promise<FollowUp> => {
    const [followUp, ...others] = await all();
    if (!followUp || others.length > 0) throw new Error('There must be exactly one follow-up.');
    return followUp;
  };
  const reopen = async (id: string): Promise<void> => {
    const dana = { userId: null, name: 'Dana Reyes' };
    const undone = await new UnitOfWork(database.dataSource).run(({ followUpChanges }) =>
      followUpChanges.change(accountId, id, undefined, { action: 'reopen' }, dana),
    );
    expect(undone).toMatchObject({ type: 'reopened' });
  };
  const history = async (): Promise<string[]> =>
    (
      await rows<{ type: string }>(
        database.dataSource.manager,
        'select type from follow_up_events where follow_up_id = $1 order by at',
        [(await only()).id],
      )
    ).map(({ type }) => type);

  it('open for an unhappy customer, and become more urgent with each additional call', async () => {
    const first = await concluded();
    expect(await types(first)).toEqual(['opened']);
    expect(await only()).toMatchObject({
      kind: 'unhappy',
      state: 'open',
      callId: first.id,
      dueAt: first.reason?.dueAt,
    });
    const second = await concluded({ calledAt: hoursAgo(4) });
    expect(await types(second)).toEqual(['joined']);
    expect(await types(await concluded({ calledAt: hoursAgo(3), label: 'neutral' }))).toEqual(['joined']);
    expect(await types(await concluded({ calledAt: hoursAgo(2), label: 'positive' }))).toEqual(['joined']);
    const followUp = await only();
    expect(followUp).toMatchObject({ callCount: 3, callId: second.id, dueAt: first.reason?.dueAt });
    expect(followUp.dueAt.getTime() - followUp.urgentAt.getTime()).toBe(48 * HOUR);
  });

  it("have their calls' most pressing kind and earliest due time", async () => {
    const dueAt = hoursAgo(-1);
    await apply(await concluded({ label: 'neutral', reason: { kind: 'promise', dueAt, isPromisedTime: true } }));
    const later = hoursAgo(2);
    const complaint = await concluded({ calledAt: later, reason: { ...unhappy(later), dueAt: hoursAgo(-5) } });
    await apply(complaint);
    expect(await only()).toMatchObject({ kind: 'unhappy', callId: complaint.id, dueAt, isPromisedTime: true });
  });

  it.each([
    ['positive', 'recovered'],
    ['neutral', 'recovered'],
  ] as const)('are settled by a longer outbound call that is %s', async (label, outcome) => {
    await apply(await concluded());
    const call = await callBack({ label });
    expect(await types(call)).toEqual(['done']);
    expect(await only()).toMatchObject({
      state: 'done',
      outcome,
      closedByCallId: call.id,
      calledBackAt: call.calledAt,
    });
  });

  it.each([
    ['needs a listen', { label: 'needs_review' }, ['called']],
    ['is short', { durationSeconds: 45 }, ['called']],
    ['took place before the complaint', { calledAt: hoursAgo(9) }, []],
    ['is negative', { label: 'negative', reason: unhappy(hoursAgo(3)) }, ['joined']],
  ] as const)('stay open when the outbound call %s', async (_, fields, changes) => {
    await apply(await concluded());
    const call = await callBack(fields);
    expect(await types(call)).toEqual(changes);
    expect(await types(call)).toEqual([]);
    expect(await only()).toMatchObject({ state: 'open', callCount: changes[0] === 'joined' ? 2 : 1 });
  });

  it('are settled regardless of the order in which calls are processed', async () => {
    const complaint = await concluded();
    const call = await callBack();
    expect(await types(call)).toEqual([]);
    expect(await types(complaint)).toEqual(['opened', 'done']);
    expect(await only()).toMatchObject({ state: 'done', outcome: 'recovered', closedByCallId: call.id });
  });

  it.each([
    ['the complaint first', false],
    ['the callback first', true],
  ])(
    'are not settled again by the same call after a member reopens them, when processed %s',
    async (_name, isBackFirst) => {
      const [complaint, back] = [await concluded(), await callBack()];
      const order = isBackFirst ? [back, complaint] : [complaint, back];
      for (const call of order) await apply(call);
      expect(await only()).toMatchObject({ state: 'done', closedByCallId: back.id });
      await reopen((await only()).id);
      for (const call of [...order, ...order.toReversed()]) await apply(call);
      expect(await only()).toMatchObject({ state: 'open', closedByCallId: null, callCount: 1 });
      await apply(await concluded({ calledAt: hoursAgo(4) }));
      expect(await only()).toMatchObject({ state: 'open', callCount: 2 });
      expect(await types(await callBack({ calledAt: hoursAgo(1) }))).toEqual(['done']);
      expect(await types(back)).toEqual([]);
      expect(await only()).toMatchObject({ state: 'done', outcome: 'recovered' });
    },
  );

  it('open for a promise made in a call that settles an earlier follow-up', async () => {
    await apply(await concluded());
    const promise: FollowUpReason = { kind: 'promise', dueAt: hoursAgo(-20), isPromisedTime: true };
    const call = await callBack({ label: 'neutral', reason: promise });
    expect(await types(call)).toEqual(['done', 'opened']);
    expect((await all()).map(({ kind, state }) => [kind, state])).toEqual([
      ['unhappy', 'done'],
      ['promise', 'open'],
    ]);
    expect(await types(call)).toEqual([]);
    expect(await all()).toHaveLength(2);
  });

  it('change with the label when the call is judged again', async () => {
    const call = await concluded();
    await apply(call);
    expect(await types(call)).toEqual([]);
    expect(await types({ ...call, label: 'neutral', reason: null })).toEqual(['dismissed']);
    expect(await only()).toMatchObject({ state: 'dismissed' });
    expect(await types({ ...call, label: 'neutral', reason: null })).toEqual([]);
    expect(await types(call)).toEqual(['reopened']);
    expect(await only()).toMatchObject({ state: 'open', kind: 'unhappy', closedAt: null });
    const back = await callBack();
    expect(await types(back)).toEqual(['done']);
    expect(await types({ ...back, label: 'negative', reason: unhappy(back.calledAt) })).toEqual(['reopened', 'joined']);
    expect(await only()).toMatchObject({ state: 'open', callCount: 2, outcome: null, closedByCallId: null });
    expect(await history()).toEqual(['opened', 'dismissed', 'reopened', 'done', 'reopened', 'joined']);
  });

  it('do not count the call that made a promise as the callback', async () => {
    const promise: FollowUpReason = { kind: 'promise', dueAt: hoursAgo(-20), isPromisedTime: true };
    const call = await callBack({ label: 'neutral', reason: promise, call: { occurredAt: null } });
    const { createdAt } = await database.dataSource.manager.findOneByOrFail(Call, { id: call.id });
    expect(await types({ ...call, calledAt: createdAt })).toEqual(['opened']);
    expect(await only()).toMatchObject({ state: 'open', kind: 'promise' });
  });

  it('end their snooze when the customer calls', async () => {
    await apply(await concluded());
    await database.dataSource.query(`update follow_ups set snoozed_until = now() + interval '1 day'`);
    await apply(await concluded({ calledAt: hoursAgo(4), label: 'positive' }));
    expect((await only()).snoozedUntil).not.toBeNull();
    await apply(await concluded({ calledAt: hoursAgo(3) }));
    expect((await only()).snoozedUntil).toBeNull();
  });

  it('do not change for calls that are old or already settled them', async () => {
    const first = await concluded({ calledAt: hoursAgo(2) });
    await apply(first);
    expect(await types(await concluded({ calledAt: hoursAgo(24 * 40) }))).toEqual([]);
    await callBack({ calledAt: hoursAgo(4) });
    expect(await types(await concluded({ calledAt: hoursAgo(5) }))).toEqual([]);
    expect(await only()).toMatchObject({ callCount: 1, dueAt: first.reason?.dueAt });
  });

  it("move to another customer when their call's number is corrected", async () => {
    const call = await concluded();
    await apply(call);
    const other = await customer('tel:+15550000002');
    await database.dataSource.query('update calls set customer_key = $2 where id = $1', [call.id, 'tel:+15550000002']);
    expect(await types(call)).toEqual(['dismissed', 'opened']);
    expect((await all()).map(({ customerId, state }) => [customerId === other, state]).sort()).toEqual([
      [false, 'dismissed'],
      [true, 'open'],
    ]);
  });

  it('are settled when the callback is no longer negative', async () => {
    await apply(await concluded());
    const back = await callBack({ label: 'negative', reason: unhappy(hoursAgo(3)) });
    await apply(back);
    await apply(await concluded({ calledAt: hoursAgo(4) }));
    expect(await types({ ...back, label: 'positive', reason: null })).toEqual(['done']);
    expect(await only()).toMatchObject({ outcome: 'recovered', closedByCallId: back.id });
  });

  it('no longer count as a success when the callback turns out to be negative', async () => {
    await apply(await concluded());
    const promise: FollowUpReason = { kind: 'promise', dueAt: hoursAgo(-20), isPromisedTime: true };
    const back = await callBack({ label: 'neutral', reason: promise });
    await apply(back);
    const negative = { ...back, label: 'negative' as const, reason: unhappy(back.calledAt) };
    expect(await types(negative)).toEqual(['done']);
    expect(await types(negative)).toEqual([]);
    expect((await all()).map(({ state, outcome }) => [state, outcome])).toEqual([
      ['done', 'still_unhappy'],
      ['open', null],
    ]);
  });

  it('do not open for old calls, and open for each call from an unknown customer', async () => {
    expect(await types(await concluded({ calledAt: hoursAgo(24 * 31) }))).toEqual([]);
    for (const hours of [2, 3])
      await apply(await concluded({ calledAt: hoursAgo(hours), call: { customerKey: null } }));
    expect(await all()).toHaveLength(2);
  });

  it('open only once when calls from the same customer end at the same time', async () => {
    const calls = await Promise.all([1, 2, 3, 4, 5, 6].map((hours) => concluded({ calledAt: hoursAgo(hours) })));
    const changes = await Promise.all(calls.map((call) => types(call)));
    expect(changes.flat().sort()).toEqual(['joined', 'joined', 'joined', 'joined', 'joined', 'opened']);
    expect(await only()).toMatchObject({ callCount: 6 });
  });

  it('keep a customer whose other call completes while they are being deleted as unused', async () => {
    const id = await customer();
    const call = await concluded({ call: { customerKey: null } });
    await whileLocked(
      database.dataSource,
      `with completed as (update calls set customer_key = $2 where id = $3)
       select from customers where account_id = $1 for update`,
      [accountId, PHONE, call.id],
      () => new CustomersRepository(database.dataSource.manager).deleteUnused(accountId, PHONE),
    );
    expect(await customer()).toBe(id);
  });

  it('add their customer once, and keep a corrected name', async () => {
    const repository = new CustomersRepository(database.dataSource.manager);
    const ids = await Promise.all(
      [1, 2, 3, 4, 5].map((at) => sleep(at).then(() => repository.findOrCreate(accountId, 'id:1', `Dana ${at}`))),
    );
    expect(new Set(ids).size).toBe(1);
    const names = (): Promise<object[]> =>
      rows(database.dataSource.manager, 'select name from customers where account_id = $1', [accountId]);
    await repository.findOrCreate(accountId, 'id:1', 'Dana Reyes');
    await repository.findOrCreate(accountId, 'id:1', null);
    expect(await names()).toEqual([{ name: 'Dana Reyes' }]);
    await rows(database.dataSource.manager, 'update customers set is_name_corrected = true');
    await repository.findOrCreate(accountId, 'id:1', 'Dena Rays');
    expect(await names()).toEqual([{ name: 'Dana Reyes' }]);
  });
});
