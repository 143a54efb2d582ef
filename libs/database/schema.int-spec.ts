import { makeAccount } from '@ringwell/testing/make-account';
import { makeCall } from '@ringwell/testing/make-call';
import { makeCompletedCall } from '@ringwell/testing/make-completed-call';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { CallsRepository } from './calls/calls.repository';
import { migrate, undoLastMigration, undoMigrationsDownTo } from './migrate';
import { MIGRATIONS } from './migrations';

describe('the schema', () => {
  const database = useTestDatabase();

  it('matches the entities after all migrations', async () => {
    const { upQueries } = await database.dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('has no constraint with a generated name', async () => {
    const names = await database.dataSource.query<{ conname: string }[]>(`
      select conname from pg_constraint where connamespace = 'public'::regnamespace and contype not in ('n', 't')
        and conname !~ '^(pk|fk|uq|ck)_' and conrelid <> 'migrations'::regclass`);
    expect(names).toEqual([]);
  });

  it('keeps the results of calls when the last migration is reverted and applied again', async () => {
    const { dataSource } = database;
    const { account } = await makeAccount(dataSource);
    const [{ id }, failed] = [
      await makeCompletedCall(dataSource, account.id),
      await makeCall(dataSource, account.id, { state: 'failed' }),
    ];
    await undoLastMigration(database.url);
    await migrate(database.url);
    const calls = new CallsRepository(dataSource.manager);
    expect(await calls.findWithResult(account.id, id)).toMatchObject({
      call: { resultRunNumber: 1 },
      transcript: { runNumber: 1 },
      analysis: { sentiment: 'positive' },
    });
    expect(await calls.find(account.id, failed.id)).toMatchObject({ resultRunNumber: null });
  });

  it('is empty after all migrations are reverted', async () => {
    await undoMigrationsDownTo(database.url, MIGRATIONS[0]?.name ?? '');
    const tables = await database.dataSource.query<{ tablename: string }[]>(
      `select tablename from pg_tables where schemaname = 'public'`,
    );
    expect(tables.map(({ tablename }) => tablename)).toEqual(['migrations']);
  });
});
