import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';

describe('the schema', () => {
  let database: TestDatabase;
  beforeAll(async () => { database = await createTestDatabase(); });
  afterAll(() => database.drop());

  it('that the migrations make is the one the entities describe', async () => {
    const { upQueries } = await database.dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('names every constraint itself', async () => {
    const names = await database.dataSource.query<{ conname: string }[]>(`
      select conname from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
        and conname !~ '^(pk|fk|uq|ck)_' and conrelid <> 'migrations'::regclass`);
    expect(names).toEqual([]);
  });

  it('goes away again when the migration is undone', async () => {
    await database.dataSource.undoLastMigration();
    const tables = await database.dataSource.query<{ tablename: string }[]>(`select tablename from pg_tables where schemaname = 'public'`);
    expect(tables.map(({ tablename }) => tablename)).toEqual(['migrations']);
  });
});
