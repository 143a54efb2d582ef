import { setTimeout as sleep } from 'node:timers/promises';

import { NEXT_MIGRATIONS, useNextMigrations } from '@ringwell/testing/next-migrations';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';

import { migrate, undoLastMigration } from '../migrate';
import { buildIndex } from './build-index';

describe('buildIndex', () => {
  useNextMigrations();

  let database: TestDatabase;
  let accountId: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    ({
      account: { id: accountId },
    } = await database.makeAccount());
  });
  afterEach(() => database.drop());

  /** Applies all but the last migration, which builds an index. */
  async function migrateUntilIndex(): Promise<void> {
    await migrate(database.url);
    await undoLastMigration(database.url);
  }

  const readSchema = (): Promise<unknown[]> =>
    database.query(`
    select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public'
    union all
    select conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    order by name, definition`);

  const listInvalidIndexes = (): Promise<unknown[]> =>
    database.query('select indexrelid::regclass::text as name from pg_index where not indisvalid');

  // Runs work while index builds are blocked by an open transaction that has written to the table.
  async function runWhileBuildWaits<T>(build: () => Promise<T>, work: () => Promise<void>): Promise<T> {
    const writer = database.dataSource.createQueryRunner();
    await writer.startTransaction();
    await writer.query('insert into calls (account_id, source) values ($1, $2)', [accountId, 'upload']);
    const buildPromise = build();
    try {
      while (!(await isWaiting(`application_name = 'ringwell-migrate'`))) await sleep(20);
      await work();
    } finally {
      await writer.commitTransaction();
      await writer.release();
    }
    return buildPromise;
  }

  async function isWaiting(condition: string): Promise<boolean> {
    const waitingQueries = await database.query<unknown[]>(`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and ${condition}`);
    return waitingQueries.length > 0;
  }

  function writeCall(): Promise<unknown> {
    return database.dataSource.transaction(async (manager) => {
      await manager.query(`set local statement_timeout = '5s'`);
      await manager.query(`insert into calls (account_id, source) values ($1, $2)`, [accountId, 'upload']);
    });
  }

  it('does not block inserts while it builds an index', async () => {
    await migrateUntilIndex();
    const applied = await runWhileBuildWaits(
      () => migrate(database.url),
      async () => {
        await writeCall();
      },
    );
    expect(applied).toEqual(NEXT_MIGRATIONS.slice(-1));
    expect(await listInvalidIndexes()).toEqual([]);
  });

  it('replaces the invalid index from an interrupted build', async () => {
    await migrate(database.url);
    const completeSchema = await readSchema();
    await migrateUntilIndex();
    await interruptBuild(() => migrate(database.url));
    expect(await listInvalidIndexes()).not.toEqual([]);
    await migrate(database.url);
    expect(await listInvalidIndexes()).toEqual([]);
    expect(await readSchema()).toEqual(completeSchema);
  });

  async function interruptBuild(build: () => Promise<unknown>): Promise<void> {
    await expect(
      runWhileBuildWaits(build, async () => {
        await database.query(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'ringwell-migrate' and wait_event_type = 'Lock'`);
      }),
    ).rejects.toThrow();
  }

  it('does not block inserts for long while another transaction holds the table', async () => {
    const runner = database.dataSource.createQueryRunner();
    await buildIndex(runner, { name: 'ix_calls_test', table: 'calls', definition: '(source)' });
    const backup = database.dataSource.createQueryRunner();
    await backup.startTransaction();
    await backup.query('select count(*) from calls');
    const buildPromise = buildIndex(runner, { name: 'ix_calls_test', table: 'calls', definition: '(source, state)' });
    while (!(await isWaiting(`query like 'alter table %'`))) await sleep(20);
    await writeCall();
    expect(JSON.stringify(await readSchema())).not.toContain(
      'ix_calls_test ON public.calls USING btree (source, state)',
    );
    await backup.commitTransaction();
    await buildPromise;
    expect(JSON.stringify(await readSchema())).toContain('ix_calls_test ON public.calls USING btree (source, state)');
    await Promise.all([backup.release(), runner.release()]);
  });
});
