import { loadSettings } from '@ringwell/platform/config/load-config';

import { createDataSource } from './data-source';

/** Two migrations at once would trip over each other; the second waits for this lock. */
const MIGRATION_LOCK = 7_264_801;

/** Brings the schema of `url` up to date. Safe to run from several machines at once. */
export async function migrate(url: string): Promise<string[]> {
  const dataSource = createDataSource({ url, poolSize: 2, applicationName: 'ringwell-migrate', statementTimeoutMs: 0 });
  await dataSource.initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const applied = await dataSource.runMigrations();
    return applied.map((migration) => migration.name);
  } finally {
    await lock.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await lock.release();
    await dataSource.destroy();
  }
}

async function main(): Promise<void> {
  const applied = await migrate(loadSettings(['DATABASE_URL']).DATABASE_URL);
  process.stdout.write(applied.length > 0 ? `Migrated: ${applied.join(', ')}\n` : 'The schema is up to date.\n');
}

if (require.main === module) {
  main().catch((error: unknown) => {
    process.stderr.write(`Migration failed: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
}
