import { makeAccount } from '@ringwell/testing/make-account';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { CustomerStandingsRepository } from './customers/customer-standings.repository';
import { RankCustomersAtRisk1798005310000 } from './migrations/1798005310000-rank-customers-at-risk';

describe('the migration that ranks customers at risk', () => {
  const database = useTestDatabase();

  it('leaves them to workers of its own version, not to those that still run', async () => {
    const { dataSource } = database;
    const { account } = await makeAccount(dataSource);
    await dataSource.query(
      `insert into customers (account_id, risk_count, refresh_at) values
        ($1, 2, now()), ($1, 2, null), ($1, 1, now() + interval '9 days'), ($1, 0, null)`,
      [account.id],
    );
    const runner = dataSource.createQueryRunner();
    await new RankCustomersAtRisk1798005310000().up(runner);
    await runner.release();
    const standings = new CustomerStandingsRepository(dataSource.manager);
    expect(await standings.refreshDue(9)).toEqual({ found: 0, refreshed: 0 });
    await dataSource.query(`update customers set refresh_at = refresh_at - interval '1 hour'`);
    expect(await standings.refreshDue(9)).toEqual({ found: 3, refreshed: 3 });
  });
});
