import type { DataSource } from 'typeorm';

import { MIGRATIONS } from './migrations';
import { row, rows } from './postgres/sql';

export interface MigrationProgress {
  /** The running migration, such as `IndexCallTimes1763820000001`. */
  name: string;
  /** Position among all migrations, starting at 1. */
  position: number;
  count: number;
  /** Progress of the index being built, if any. */
  indexPercent?: number;
}

/** Returns the progress of a migration on another connection; `undefined` if none is pending. */
export async function readMigrationProgress(dataSource: DataSource): Promise<MigrationProgress | undefined> {
  const applied = await listAppliedNames(dataSource);
  const index = MIGRATIONS.findIndex(({ name }) => !applied.has(name));
  const migration = MIGRATIONS[index];
  if (!migration) return undefined;
  const indexBuild = await row<{ percent: number | null }>(
    dataSource.manager,
    `select round(100.0 * blocks_done / nullif(blocks_total, 0))::int as percent
     from pg_stat_progress_create_index where datname = current_database()`,
  );
  return {
    name: migration.name,
    position: index + 1,
    count: MIGRATIONS.length,
    ...(typeof indexBuild?.percent === 'number' && { indexPercent: indexBuild.percent }),
  };
}

// A new database doesn't have the table yet.
async function listAppliedNames({ manager }: DataSource): Promise<Set<string>> {
  const table = await row<{ exists: boolean }>(manager, `select to_regclass('migrations') is not null as exists`);
  if (!table?.exists) return new Set();
  return new Set((await rows<{ name: string }>(manager, 'select name from migrations')).map(({ name }) => name));
}
