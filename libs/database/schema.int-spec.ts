import { useTestDatabase } from '@ringwell/testing/test-database';

import { undoMigrationsDownTo } from './migrate';
import { MIGRATIONS } from './migrations';

describe('the schema', () => {
  const database = useTestDatabase();

  it('matches the entities after all migrations', async () => {
    const { upQueries } = await database.dataSource.driver.createSchemaBuilder().log();
    // Check constraints, and indexes that TypeORM can't describe, are only in the migrations.
    const isMigrationOnly = /^(DROP INDEX|ALTER TABLE "\w+" DROP CONSTRAINT "ck_)/;
    expect(upQueries.map(({ query }) => query).filter((query) => !isMigrationOnly.test(query))).toEqual([]);
  });

  it('has no constraints with generated names', async () => {
    const names = await database.query<{ conname: string }[]>(`
      select conname from pg_constraint where connamespace = 'public'::regnamespace and contype not in ('n', 't')
        and conname !~ '^(pk|fk|uq|ck)_' and conrelid <> 'migrations'::regclass`);
    expect(names).toEqual([]);
  });

  it('is empty after all migrations are reverted', async () => {
    await undoMigrationsDownTo(database.url, MIGRATIONS[0]?.name ?? '');
    const tables = await database.query<{ tablename: string }[]>(
      `select tablename from pg_tables where schemaname = 'public'`,
    );
    expect(tables.map(({ tablename }) => tablename)).toEqual(['migrations']);
  });
});
