import { Call } from '@ringwell/database/calls/call.entity';
import { CustomerBackfillRepository } from '@ringwell/database/customers/customer-backfill.repository';
import { CustomerListsRepository, type ListedCustomer } from '@ringwell/database/customers/customer-lists.repository';
import { CustomerStandingsRepository } from '@ringwell/database/customers/customer-standings.repository';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { makeAccount } from '@ringwell/testing/make-account';
import { makeCompletedCall } from '@ringwell/testing/make-completed-call';
import { useTestDatabase } from '@ringwell/testing/test-database';

import type { LeaderElectionService } from '../leader/leader-election.service';
import { CustomerBackfillLoop } from './customer-backfill.loop';
import { CustomerStandingsLoop } from './customer-standings.loop';

const NIL_ID = '00000000-0000-0000-0000-000000000000';
const DAY = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY);

describe('customers of calls', () => {
  const database = useTestDatabase();
  const logger = createLogger({ service: 'test', level: 'fatal' });
  let accountId: string;

  beforeEach(async () => {
    accountId = (await makeAccount(database.dataSource)).account.id;
  });

  const leader = (isLeader: boolean): LeaderElectionService => ({ isLeader }) as LeaderElectionService;
  async function pass(loop: CustomerBackfillLoop | CustomerStandingsLoop): Promise<void> {
    loop.onApplicationBootstrap();
    await loop.onModuleDestroy();
  }
  const backfill = (isLeader = true): Promise<void> =>
    pass(
      new CustomerBackfillLoop(leader(isLeader), new CustomerBackfillRepository(database.dataSource.manager), logger),
    );
  const refresh = (isLeader = true): Promise<void> =>
    pass(
      new CustomerStandingsLoop(leader(isLeader), new CustomerStandingsRepository(database.dataSource.manager), logger),
    );
  const listed = (): Promise<ListedCustomer[]> =>
    new CustomerListsRepository(database.dataSource.manager).list(accountId, {}, 'name', 9);
  const call = (fields: Partial<Call> = {}): Promise<Call> =>
    makeCompletedCall(database.dataSource, accountId, {
      call: { direction: 'inbound', fromNumber: '(555) 123-4567', ...fields },
      analysis: { sentiment: 'negative' },
    });
  const keyOf = async ({ id }: Call): Promise<string | null> =>
    (await database.dataSource.manager.findOneByOrFail(Call, { id })).customerKey;

  it('assigns calls of before, once, only on the leader, and stops', async () => {
    const { manager } = database.dataSource;
    const latest = await call({ customerName: 'Dana Reyes', occurredAt: daysAgo(1) });
    const earlier = await call({ customerName: 'D. Reyes', fromNumber: '+1 555 123 4567', occurredAt: daysAgo(2) });
    const byId = await call({ fromNumber: null, customerId: '4711', occurredAt: daysAgo(3) });
    const withheld = await call({ fromNumber: 'anonymous' });
    const unfinished = await call({ state: 'queued', resultRunNumber: null });
    // The state that the migration leaves in an installation with calls.
    await database.dataSource.query('insert into customer_backfill (last_call_id) values ($1)', [NIL_ID]);
    await backfill(false);
    expect(await keyOf(latest)).toBeNull();
    await backfill();
    expect(await Promise.all([latest, earlier, byId, withheld, unfinished].map(keyOf))).toEqual([
      'tel:+15551234567',
      'tel:+15551234567',
      'id:4711',
      null,
      null,
    ]);
    await refresh(false);
    expect(await listed()).toEqual([]);
    await refresh();
    expect(await listed()).toMatchObject([
      { name: 'Dana Reyes', recentCalls: 2, lastLabel: 'negative', risks: [{ kind: 'unhappy_twice', calls: 2 }] },
      { name: null, keys: ['id:4711'], recentCalls: 1, risks: [] },
    ]);
    expect(await new CustomerBackfillRepository(manager).assignNext(1)).toBe(false);
  });

  it('continues where it was interrupted', async () => {
    const calls = [await call(), await call(), await call()];
    await database.dataSource.query('insert into customer_backfill (last_call_id) values ($1)', [NIL_ID]);
    const repository = new CustomerBackfillRepository(database.dataSource.manager);
    expect(await repository.assignNext(2)).toBe(true);
    expect((await Promise.all(calls.map(keyOf))).filter(Boolean).length).toBeLessThan(3);
    while (await repository.assignNext(2));
    expect((await Promise.all(calls.map(keyOf))).filter(Boolean)).toHaveLength(3);
  });

  it('refreshes the others when the refresh of a customer fails', async () => {
    const { dataSource } = database;
    const added = await dataSource.query<{ id: string }[]>(
      `insert into customers (account_id, refresh_at) select $1, now() - make_interval(secs => number)
       from generate_series(1, 2) number returning id`,
      [accountId],
    );
    await dataSource.query(`alter table customers add constraint ck_test check (id <> '${added[1]?.id}') not valid`);
    try {
      const standings = new CustomerStandingsRepository(dataSource.manager);
      await expect(standings.refreshDue(9)).rejects.toThrow('ck_test');
    } finally {
      await dataSource.query('alter table customers drop constraint ck_test');
    }
    expect(await dataSource.query('select id from customers where refresh_at <= now()')).toEqual([added[1]]);
    await refresh();
  });

  it('ends a risk when its time has passed', async () => {
    await call({ customerKey: 'tel:+15551234567', occurredAt: daysAgo(1), createdAt: daysAgo(1) });
    await call({ customerKey: 'tel:+15551234567', occurredAt: daysAgo(40), createdAt: daysAgo(40) });
    const [{ id }] = await database.dataSource.query<[{ id: string }]>(
      `insert into customers (account_id, last_called_at, recent_calls, risk_count, risks, refresh_at)
        values ($1, now(), 2, 1, '[{"kind": "unhappy_twice"}]', now() - interval '1 second') returning id`,
      [accountId],
    );
    await database.dataSource.query('insert into customer_keys values ($1, $2, $3)', [
      accountId,
      'tel:+15551234567',
      id,
    ]);
    expect(await listed()).toMatchObject([{ risks: [{ kind: 'unhappy_twice' }] }]);
    await refresh();
    expect(await listed()).toMatchObject([{ risks: [], recentCalls: 2 }]);
    expect(await new CustomerStandingsRepository(database.dataSource.manager).refreshDue(9)).toMatchObject({
      refreshed: 0,
    });
  });
});
