import { MigrationExecutor } from 'typeorm';

import { columnsOf, contractions } from '@ringwell/testing/schema-contractions';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { undoMigrationsDownTo } from './migrate';
import { MIGRATIONS } from './migrations';

// Made before versions had to work with the next version's schema. A new entry needs a new major version; see
// docs/decisions/085-versions-run-side-by-side.md.
const BREAKING = [
  'AddSessionsAndMails1763650000000',
  'AddSearchIndex1763680000000',
  'AddAccounts1763850000000',
  'AddGuidelines1764030000000',
];

describe('migrations', () => {
  const database = useTestDatabase();

  it('leave what the version before reads, and require nothing that it does not write', async () => {
    const { dataSource, url } = database;
    await undoMigrationsDownTo(url, MIGRATIONS[0]?.name ?? '');
    const executor = new MigrationExecutor(dataSource);
    const broken: Record<string, string[]> = {};
    let before = await columnsOf(dataSource.manager);
    for (const migration of await executor.getPendingMigrations()) {
      await executor.executeMigration(migration);
      const after = await columnsOf(dataSource.manager);
      const found = contractions(before, after);
      if (found.length > 0) broken[migration.name] = found; // a failed test prints them
      before = after;
    }
    expect(broken).toEqual(Object.fromEntries(BREAKING.map((name) => [name, broken[name] ?? []])));
  });
});
