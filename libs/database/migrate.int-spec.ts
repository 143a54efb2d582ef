import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';

import { migrate, undoLastMigration } from './migrate';
import { MIGRATIONS } from './migrations';

describe('migrating', () => {
  let database: TestDatabase;
  beforeEach(async () => { database = await createTestDatabase(); });
  afterEach(() => database.drop());

  const names = MIGRATIONS.map((migration) => migration.name);

  it('takes back one migration at a time, the last first, and makes it again', async () => {
    expect(await undoLastMigration(database.url)).toBe(names.at(-1));
    expect(await undoLastMigration(database.url)).toBe(names.at(-2));
    expect(await migrate(database.url)).toEqual(names.slice(-2));
    expect(await migrate(database.url)).toEqual([]);
  });

  it('says when there is nothing left to take back', async () => {
    for (const name of names.toReversed()) expect(await undoLastMigration(database.url)).toBe(name);
    expect(await undoLastMigration(database.url)).toBeUndefined();
    expect(await migrate(database.url)).toEqual(names);
  });

  it('is done once when several ask at the same time', async () => {
    await undoLastMigration(database.url);
    const applied = await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    expect(applied.flat()).toEqual(names.slice(-1));
  });
});
