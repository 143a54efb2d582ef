import { MigrationExecutor } from 'typeorm';

import { loadColumns, findContractions } from '@ringwell/testing/schema-contractions';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { undoMigrationsDownTo } from './migrate';
import { MIGRATIONS } from './migrations';

describe('migrations', () => {
  const database = useTestDatabase();

  it("keep all columns that the previous version reads, and don't require any that it doesn't write", async () => {
    const { dataSource, url } = database;
    await undoMigrationsDownTo(url, MIGRATIONS[0]?.name ?? '');
    const executor = new MigrationExecutor(dataSource);
    const contractionsByMigration: Record<string, string[]> = {};
    let before = await loadColumns(dataSource.manager);
    for (const migration of await executor.getPendingMigrations()) {
      await executor.executeMigration(migration);
      const after = await loadColumns(dataSource.manager);
      const contractions = findContractions(before, after);
      if (contractions.length > 0) contractionsByMigration[migration.name] = contractions; // a failed test prints them
      before = after;
    }
    // An entry requires a new major version: docs/decisions/085-versions-run-side-by-side.md.
    expect(contractionsByMigration).toEqual({});
  });
});
