import { Call } from '@ringwell/database/calls/call.entity';
import { CustomerListsRepository, type ListedCustomer } from '@ringwell/database/customers/customer-lists.repository';
import { CustomerStandingsRepository } from '@ringwell/database/customers/customer-standings.repository';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { passOnce } from '../leader/testing/pass-once';
import { CustomerStandingsLoop } from './customer-standings.loop';

const DAY = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY);

describe('CustomerStandingsLoop', () => {
  const database = useTestDatabase();
  let accountId: string;

  beforeEach(async () => {
    accountId = (await database.makeAccount()).account.id;
  });

  const refresh = (isLeader = true): Promise<void> => {
    const repository = new CustomerStandingsRepository(database.manager);
    return passOnce(isLeader, (leader) => new CustomerStandingsLoop(leader, repository));
  };
  const listCustomers = (): Promise<ListedCustomer[]> =>
    new CustomerListsRepository(database.manager).list(accountId, {}, 'name', 9);
  const makeUnhappyCall = (fields: Partial<Call> = {}): Promise<Call> =>
    database.makeCompletedCall(accountId, {
      call: { direction: 'inbound', fromNumber: '(555) 123-4567', ...fields },
      analysis: { sentiment: 'negative' },
    });

  it('refreshes other customers when one refresh fails', async () => {
    const addedCustomers = await database.query<{ id: string }[]>(
      `insert into customers (account_id, refresh_at) select $1, now() - make_interval(secs => number)
       from generate_series(1, 2) number returning id`,
      [accountId],
    );
    await database.query(
      `alter table customers add constraint ck_test check (id <> '${addedCustomers[1]?.id}') not valid`,
    );
    try {
      const repository = new CustomerStandingsRepository(database.manager);
      await expect(repository.refreshDue(9)).rejects.toThrow('ck_test');
    } finally {
      await database.query('alter table customers drop constraint ck_test');
    }
    expect(await database.query('select id from customers where refresh_at <= now()')).toEqual([addedCustomers[1]]);
    await refresh();
  });

  it('ends a risk once its time has passed', async () => {
    await makeUnhappyCall({ customerKey: 'tel:+15551234567', occurredAt: daysAgo(1), createdAt: daysAgo(1) });
    await makeUnhappyCall({ customerKey: 'tel:+15551234567', occurredAt: daysAgo(40), createdAt: daysAgo(40) });
    const [{ id }] = await database.query<[{ id: string }]>(
      `insert into customers (account_id, last_called_at, recent_calls, risk_count, risks, refresh_at)
        values ($1, now(), 2, 1, '[{"kind": "unhappy_twice"}]', now() - interval '1 second') returning id`,
      [accountId],
    );
    const sql = 'insert into customer_keys values ($1, $2, $3)';
    await database.query(sql, [accountId, 'tel:+15551234567', id]);
    expect(await listCustomers()).toMatchObject([{ risks: [{ kind: 'unhappy_twice' }] }]);
    await refresh();
    expect(await listCustomers()).toMatchObject([{ risks: [], recentCalls: 2 }]);
    expect(await new CustomerStandingsRepository(database.manager).refreshDue(9)).toMatchObject({
      refreshedCount: 0,
    });
  });
});
