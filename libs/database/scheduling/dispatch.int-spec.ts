import { randomUUID } from 'node:crypto';

import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';

import { Delivery } from '../deliveries/delivery.entity';
import { rows } from '../postgres/sql';
import { CALLS_PER_PASS, DispatchRepository } from './dispatch.repository';

let database: TestDatabase;
let dispatch: DispatchRepository;

beforeEach(async () => {
  database = await createTestDatabase();
  dispatch = new DispatchRepository(database.dataSource);
});
afterEach(() => database.drop());

async function countActiveByAccount(): Promise<Record<string, number>> {
  const rowsByAccount = await database.query<{ accountId: string; count: number }[]>(`
    select account_id as "accountId", count(*)::int as count from calls where state in ('released', 'running')
      group by account_id`);
  return Object.fromEntries(rowsByAccount.map(({ accountId, count }) => [accountId, count]));
}

describe('releaseDueCalls', () => {
  it('releases the oldest calls of each account up to its limit', async () => {
    const account = await database.makeAccount({ settings: { maxConcurrentWorkflows: 2 } });
    const otherAccount = await database.makeAccount();
    await database.makeCalls(account.account.id, 6);
    await database.makeCalls(otherAccount.account.id, 3);
    const oldestCalls = await database.query<{ id: string }[]>(
      'select id from calls where account_id = $1 order by run_after limit 2',
      [account.account.id],
    );

    const releasedCalls = await dispatch.releaseDueCalls({ calls: 100, forBusyAccounts: 100 });

    expect(await countActiveByAccount()).toEqual({ [account.account.id]: 2, [otherAccount.account.id]: 3 });
    expect(releasedCalls.map(({ callId }) => callId)).toEqual(expect.arrayContaining(oldestCalls.map(({ id }) => id)));
    expect(new Set(releasedCalls.map(({ leaseToken }) => leaseToken)).size).toBe(5);
  });

  it('counts running calls and applies a changed limit', async () => {
    const { account } = await database.makeAccount();
    await database.makeCalls(account.id, 20);
    expect(await dispatch.releaseDueCalls({ calls: 100, forBusyAccounts: 100 })).toHaveLength(5);
    await database.query(`update calls set state = 'running' where state = 'released'`);
    expect(await dispatch.releaseDueCalls({ calls: 100, forBusyAccounts: 100 })).toHaveLength(0);
    await database.query('update account_settings set max_concurrent_workflows = 7');
    expect(await dispatch.releaseDueCalls({ calls: 100, forBusyAccounts: 100 })).toHaveLength(2);
    await database.query('update account_settings set max_concurrent_workflows = 1');
    expect(await dispatch.releaseDueCalls({ calls: 100, forBusyAccounts: 100 })).toHaveLength(0);
  });

  it('releases many calls in several short passes', async () => {
    for (let account = 0; account < 60; account += 1)
      await database.makeCalls((await database.makeAccount()).account.id, 5);
    expect(await dispatch.releaseDueCalls({ calls: 1_000, forBusyAccounts: 1_000 })).toHaveLength(CALLS_PER_PASS);
    expect(await dispatch.releaseDueCalls({ calls: 1_000, forBusyAccounts: 1_000 })).toHaveLength(300 - CALLS_PER_PASS);
  });

  it('does not release calls before they are due', async () => {
    const { account } = await database.makeAccount();
    await database.makeCall(account.id, { runAfter: new Date(Date.now() + 60_000) });
    expect(await dispatch.releaseDueCalls({ calls: 100, forBusyAccounts: 100 })).toHaveLength(0);
  });

  it('releases calls that have already started first, because their deadline is approaching', async () => {
    const { account } = await database.makeAccount({ settings: { maxConcurrentWorkflows: 1 } });
    await database.makeCalls(account.id, 5);
    const [releasedCall] = await dispatch.releaseDueCalls({ calls: 100, forBusyAccounts: 100 });
    if (!releasedCall) throw new Error('No call was due.');
    const runs = database.repositories.callRuns;
    await runs.claim(releasedCall, randomUUID());
    await runs.retryOrFail(releasedCall, 1, { code: 'BUSY', message: 'Busy.' });
    await database.query('update calls set run_after = now() where id = $1', [releasedCall.callId]);
    expect((await dispatch.releaseDueCalls({ calls: 100, forBusyAccounts: 100 })).map(({ callId }) => callId)).toEqual([
      releasedCall.callId,
    ]);
  });

  it('gives every account a turn before giving any account a second one when few slots are free', async () => {
    const accounts = await Promise.all([1, 2, 3].map(() => database.makeAccount()));
    for (const { account } of accounts) await database.makeCalls(account.id, 10);
    const servedAccountIds: string[] = [];
    for (let pass = 0; pass < 3; pass += 1) {
      await dispatch.releaseDueCalls({ calls: 1, forBusyAccounts: 1 });
      const completedRows = await rows<{ accountId: string }>(
        database.manager,
        `update calls set state = 'completed' where state = 'released' returning account_id as "accountId"`,
      );
      servedAccountIds.push(...completedRows.map(({ accountId }) => accountId));
    }
    expect(new Set(servedAccountIds)).toEqual(new Set(accounts.map(({ account }) => account.id)));
    await dispatch.releaseDueCalls({ calls: 6, forBusyAccounts: 6 });
    expect(Object.values(await countActiveByAccount())).toEqual([2, 2, 2]);
  });

  it('gives the first turn to the account that got fewer slots last time when slots do not divide evenly', async () => {
    const accounts = await Promise.all([1, 2, 3].map(() => database.makeAccount()));
    for (const { account } of accounts) await database.makeCalls(account.id, 10);
    for (let pass = 0; pass < 3; pass += 1) {
      await dispatch.releaseDueCalls({ calls: 4, forBusyAccounts: 4 });
      await database.query(`update calls set state = 'completed' where state = 'released'`);
    }
    const releasedCounts = await database.query<{ count: number }[]>(
      `select count(*)::int as count from calls where state = 'completed' group by account_id`,
    );
    expect(releasedCounts).toEqual([{ count: 4 }, { count: 4 }, { count: 4 }]);
  });

  it("never exceeds an account's limit with many concurrent dispatchers", async () => {
    const accounts = await Promise.all(Array.from({ length: 4 }, () => database.makeAccount()));
    for (const { account } of accounts) await database.makeCalls(account.id, 200);
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(
        Array.from({ length: 8 }, () => dispatch.releaseDueCalls({ calls: 1_000, forBusyAccounts: 1_000 })),
      );
      expect(Math.max(...Object.values(await countActiveByAccount()))).toBeLessThanOrEqual(5);
      await database.query(
        `update calls set state = 'completed'
        where id in (select id from calls where state = 'released' order by random() limit 7)`,
      );
    }
  });
});

describe('computeRoom', () => {
  const addWorker = (slots: number): Promise<string> => database.addLiveWorker({ slots });
  const releaseAll = async (): Promise<void> => {
    for (let pass = 0; pass < 3; pass += 1) await dispatch.releaseDueCalls(await dispatch.computeRoom());
  };

  it('counts only the slots of live workers', async () => {
    expect(await dispatch.computeRoom()).toEqual({ calls: 0, forBusyAccounts: 0, demo: 1 });
    await addWorker(4);
    const deadWorkerId = await addWorker(10);
    const sql = `update workers set last_seen_at = now() - interval '1 minute' where id = $1`;
    await database.query(sql, [deadWorkerId]);
    expect(await dispatch.computeRoom()).toEqual({ calls: 6, forBusyAccounts: 6, demo: 1 });
    const { account } = await database.makeAccount();
    await database.makeCalls(account.id, 5);
    await dispatch.releaseDueCalls(await dispatch.computeRoom());
    expect(await dispatch.computeRoom()).toEqual({ calls: 1, forBusyAccounts: 1, demo: 1 });
  });

  it.each([
    [1, 1, 1],
    [2, 1, 1],
    [4, 3, 1],
    [20, 15, 4],
  ])('reserves some of %i slots for accounts without an active call', async (slots, maxPerAccount, maxForOther) => {
    await addWorker(slots);
    const settings = { maxConcurrentWorkflows: 100 };
    const [busyAccount, otherAccount] = [
      await database.makeAccount({ settings }),
      await database.makeAccount({ settings }),
    ];
    await database.makeCalls(busyAccount.account.id, 40);
    await releaseAll();
    expect(await countActiveByAccount()).toEqual({ [busyAccount.account.id]: maxPerAccount });
    await database.makeCalls(otherAccount.account.id, 40);
    await releaseAll();
    expect(await countActiveByAccount()).toEqual({
      [busyAccount.account.id]: maxPerAccount,
      [otherAccount.account.id]: maxForOther,
    });
  });

  it('serves accounts waiting behind more than a hundred accounts with an active call', async () => {
    const busyAccounts = await Promise.all(Array.from({ length: 119 }, () => database.makeAccount()));
    for (const { account } of busyAccounts) {
      await database.makeCall(account.id, { state: 'running' });
      await database.makeCall(account.id);
    }
    const { account } = await database.makeAccount();
    await database.query('update account_lanes set last_served_at = now() where account_id = $1', [account.id]);
    await database.makeCalls(account.id, 2);
    await addWorker(120); // last, because a worker counts as live for only a few seconds
    await dispatch.releaseDueCalls(await dispatch.computeRoom());
    expect((await countActiveByAccount())[account.id]).toBe(1);
  });

  it('gives all slots to the only account that can send calls', async () => {
    await addWorker(2);
    const { account } = await database.makeAccount();
    await database.makeAccount({ user: { role: 'admin' } }); // an account without calls
    await database.makeAccount({ account: { isActive: false } });
    await database.makeCalls(account.id, 5);
    await releaseAll();
    expect(await countActiveByAccount()).toEqual({ [account.id]: 3 });
  });

  it('leaves slots for an account whose owner is not an administrator, even if an administrator created it', async () => {
    await addWorker(2);
    const { account } = await database.makeAccount();
    const transferredAccount = await database.makeAccount({ user: { role: 'admin' } });
    await database.makeMember(transferredAccount, 'owner');
    await database.makeCalls(account.id, 5);
    await releaseAll();
    expect(await countActiveByAccount()).toEqual({ [account.id]: 1 });
  });

  it('allows a demo account one active call', async () => {
    await addWorker(20);
    const { account } = await database.makeAccount({ account: { status: 'demo', activatedAt: null } });
    for (let call = 0; call < 3; call += 1) await database.makeCall(account.id, { source: 'demo' });
    await releaseAll();
    expect(await countActiveByAccount()).toEqual({ [account.id]: 1 });
  });

  const makeDemoWithCall = async (): Promise<string> => {
    const { account } = await database.makeAccount({ account: { status: 'demo', activatedAt: null } });
    await database.makeCall(account.id, { source: 'demo' });
    return account.id;
  };

  it.each([
    [1, 1],
    [2, 1],
    [8, 2],
  ])('gives demo accounts at most a quarter of %i slots in total, but at least one', async (slots, maxForDemos) => {
    await addWorker(slots);
    for (let number = 0; number < 5; number += 1) await makeDemoWithCall();
    await releaseAll();
    const firstAccountIds = Object.keys(await countActiveByAccount());
    expect(firstAccountIds).toHaveLength(maxForDemos);
    await database.query(`update calls set state = 'completed' where state = 'released'`);
    await releaseAll();
    const nextAccountIds = Object.keys(await countActiveByAccount());
    expect(nextAccountIds).toHaveLength(maxForDemos);
    expect(nextAccountIds.filter((id) => firstAccountIds.includes(id))).toEqual([]);
  });

  it("releases a paying account's first call before demo calls that have waited longer", async () => {
    await addWorker(1);
    const demoAccountIds = await Promise.all(Array.from({ length: 3 }, makeDemoWithCall));
    const { account } = await database.makeAccount();
    await database.query('update account_lanes set last_served_at = now() where account_id = $1', [account.id]);
    await database.makeCall(account.id);
    await dispatch.releaseDueCalls({ ...(await dispatch.computeRoom()), calls: 1 });
    expect(await countActiveByAccount()).toEqual({ [account.id]: 1 });
    await releaseAll();
    expect(Object.keys(await countActiveByAccount()).filter((id) => demoAccountIds.includes(id))).toHaveLength(1);
  });
});

describe('leaseDueDeliveries', () => {
  const planDeliveries = async (priority = 0): Promise<{ accountId: string; callId: string }> => {
    const { account } = await database.makeAccount();
    const call = await database.makeCall(account.id, { state: 'completed' });
    await database.repositories.deliveries.plan(
      call,
      ['a', 'b', 'c'].map((destination, index) => ({
        channel: 'email',
        destination,
        destinationHash: destination,
        priority: index === 2 ? priority : 0,
      })),
    );
    return { accountId: account.id, callId: call.id };
  };

  it('leases one delivery per account and channel, highest priority first', async () => {
    await planDeliveries(1);
    const [leasedDelivery, ...otherLeases] = await dispatch.leaseDueDeliveries(['email'], 10);
    expect(otherLeases).toEqual([]);
    expect(await database.manager.findOneByOrFail(Delivery, { id: leasedDelivery?.deliveryId })).toMatchObject({
      destination: 'c',
    });
    expect(await dispatch.leaseDueDeliveries(['email'], 10)).toEqual([]);
  });

  it("keeps the call's trace, even for messages about its follow-up", async () => {
    const { callId } = await planDeliveries();
    const traceParent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await database.query('update calls set trace_parent = $2 where id = $1', [callId, traceParent]);
    expect(await dispatch.leaseDueDeliveries(['email'], 10)).toMatchObject([{ traceParent }]);

    const { account } = await database.makeAccount();
    const followUp = await database.makeFollowUp(account.id);
    await database.query('update calls set trace_parent = $2 where id = $1', [followUp.callId, traceParent]);
    await database.query(
      `insert into deliveries (account_id, follow_up_event_id, run_number, channel, destination, destination_hash)
      select $1, id, 0, 'webhook', 'a', 'a' from follow_up_events where follow_up_id = $2`,
      [account.id, followUp.id],
    );
    expect(await dispatch.leaseDueDeliveries(['webhook'], 10)).toMatchObject([{ traceParent }]);
  });

  it("leases every account's deliveries, even when many other accounts have one in flight", async () => {
    for (let account = 0; account < 101; account += 1) await planDeliveries();
    const leases = await dispatch.leaseDueDeliveries(['email'], 1_000);
    expect(leases).toHaveLength(100);
    expect(await dispatch.leaseDueDeliveries(['email'], 1_000)).toHaveLength(1);
  });

  it('does not lease deliveries for other channels', async () => {
    await planDeliveries();
    expect(await dispatch.leaseDueDeliveries([], 10)).toEqual([]);
    expect(await dispatch.leaseDueDeliveries(['slack'], 10)).toEqual([]);
  });

  it("does not lease disabled accounts' deliveries until the accounts are enabled", async () => {
    const { accountId } = await planDeliveries();
    const setEnabled = (isEnabled: boolean): Promise<unknown> =>
      database.query('update accounts set is_active = $2 where id = $1', [accountId, isEnabled]);
    await setEnabled(false);
    expect(await dispatch.leaseDueDeliveries(['email'], 10)).toEqual([]);
    await setEnabled(true);
    const [leasedDelivery] = await dispatch.leaseDueDeliveries(['email'], 10);
    if (!leasedDelivery) throw new Error('No delivery was due.');
    await setEnabled(false);
    expect(await database.repositories.deliveries.claim(leasedDelivery)).toBeNull();
  });

  it('does not lease a delivery twice if it is claimed just as its lease expires', async () => {
    await planDeliveries(1);
    const [leasedDelivery] = await dispatch.leaseDueDeliveries(['email'], 10);
    if (!leasedDelivery) throw new Error('No delivery was due.');
    const { deliveryId: id, leaseToken } = leasedDelivery;
    await database.query(`update deliveries set lease_until = now() - interval '1 second' where id = $1`, [id]);
    const claimSql = `update deliveries set state = 'sending', lease_until = now() + interval '1 minute' where id = $1`;
    expect(await database.whileLocked(claimSql, [id], () => dispatch.leaseDueDeliveries(['email'], 10))).toEqual([]);
    expect(await database.manager.findOneByOrFail(Delivery, { id })).toMatchObject({ state: 'sending', leaseToken });
  });

  it('leases the next delivery when one is concluded', async () => {
    await planDeliveries();
    const { deliveries } = database.repositories;
    const [first] = await dispatch.leaseDueDeliveries(['email'], 10);
    if (!first) throw new Error('No delivery was due.');
    expect(await deliveries.claim(first)).toMatchObject({ state: 'sending', attempts: 1 });
    expect(await deliveries.claim(first)).toBeNull();
    await deliveries.conclude(first, { state: 'sent', startedAt: new Date(), providerRef: 'x1' });
    const [second] = await dispatch.leaseDueDeliveries(['email'], 10);
    expect(second?.deliveryId).not.toBe(first.deliveryId);
    expect(await database.manager.findOneByOrFail(Delivery, { id: first.deliveryId })).toMatchObject({
      state: 'sent',
      providerRef: 'x1',
      leaseToken: null,
    });
    const attempts = await database.query('select attempt, outcome from delivery_attempts');
    expect(attempts).toEqual([{ attempt: 1, outcome: 'sent' }]);
  });
});
