import { makeAccount } from '@ringwell/testing/make-account';
import { makeCall } from '@ringwell/testing/make-call';
import { addFailingMigration, NEXT_MIGRATIONS, useNextMigrations } from '@ringwell/testing/next-migrations';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';

import { migrate, undoLastMigration, undoMigrationsDownTo } from './migrate';
import type { MigrationProgress } from './migration-progress';
import { MIGRATIONS } from './migrations';

describe('migrate and undoLastMigration', () => {
  useNextMigrations();

  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(); // with this version's schema
  });
  afterEach(() => database.drop());

  const [columnMigration = '', indexMigration = ''] = NEXT_MIGRATIONS;
  const listNames = (): string[] => MIGRATIONS.map(({ name }) => name);
  const listColors = (): Promise<object[]> => database.query('select state, color from calls order by state');

  const countCalls = (): Promise<object[]> => database.query('select count(*)::int as count from calls');

  it("apply the next version's migrations to this version's rows, and revert them one at a time", async () => {
    const { dataSource, url } = database;
    const { account } = await makeAccount(dataSource);
    await makeCall(dataSource, account.id, { state: 'failed' });
    await makeCall(dataSource, account.id, { state: 'queued' });
    expect(await migrate(url)).toEqual(NEXT_MIGRATIONS);
    expect(await listColors()).toEqual([
      { state: 'failed', color: 'red' },
      { state: 'queued', color: null },
    ]);
    expect(await migrate(url)).toEqual([]);
    expect(await undoLastMigration(url)).toBe(indexMigration);
    expect(await undoLastMigration(url)).toBe(columnMigration);
    await expect(listColors()).rejects.toThrow('column "color" does not exist');
    expect(await migrate(url)).toEqual(NEXT_MIGRATIONS);
  });

  it('keep the initial schema unless asked to revert every migration', async () => {
    const { url } = database;
    await migrate(url);
    const undoneNames = [];
    for (let last = await undoLastMigration(url); last; last = await undoLastMigration(url)) undoneNames.push(last);
    expect(undoneNames.at(-1)).toBe(listNames()[1]);
    expect(await countCalls()).toEqual([{ count: 0 }]);
    await migrate(url);
    expect(await undoMigrationsDownTo(url, listNames()[0] ?? '')).toEqual(listNames().toReversed());
    await expect(countCalls()).rejects.toThrow('relation "calls" does not exist');
    expect(await migrate(url)).toEqual(listNames());
  });

  it('roll back a migration that fails, and keep the earlier ones', async () => {
    const removeMigration = addFailingMigration();
    try {
      await expect(migrate(database.url)).rejects.toThrow('column "hue" of relation "colors" does not exist');
    } finally {
      removeMigration();
    }
    await expect(database.query('select from colors')).rejects.toThrow('relation "colors" does not exist');
    expect(await listColors()).toEqual([]);
    expect(await migrate(database.url)).toEqual([]);
  });

  it('report which migration is running while it waits for a long transaction', async () => {
    const lockingRunner = database.dataSource.createQueryRunner();
    await lockingRunner.startTransaction();
    await lockingRunner.query('lock table calls in access exclusive mode');
    let applied = Promise.resolve<string[]>([]);
    const progress = await new Promise<MigrationProgress>((report) => {
      applied = migrate(database.url, { intervalMs: 20, report });
    });
    expect(progress).toEqual({
      name: columnMigration,
      position: listNames().indexOf(columnMigration) + 1,
      count: listNames().length,
    });
    await lockingRunner.commitTransaction();
    await lockingRunner.release();
    expect(await applied).toEqual(NEXT_MIGRATIONS);
  });

  it('report why the connection was lost', async () => {
    const lockingRunner = database.dataSource.createQueryRunner();
    await lockingRunner.startTransaction();
    await lockingRunner.query('lock table calls in access exclusive mode');
    const terminateWaitingSession = (): Promise<unknown[]> =>
      database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'ringwell-migrate' and wait_event_type = 'Lock'`,
      );
    const failure = expect(migrate(database.url)).rejects.toThrow(
      'terminating connection due to administrator command',
    );
    while ((await terminateWaitingSession()).length === 0) await new Promise(setImmediate);
    await failure;
    await lockingRunner.commitTransaction();
    await lockingRunner.release();
    expect(await migrate(database.url)).toEqual(NEXT_MIGRATIONS);
  });

  it('apply each migration once when several processes migrate at the same time', async () => {
    const applied = await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    expect(applied.flat()).toEqual(NEXT_MIGRATIONS);
  });
});
