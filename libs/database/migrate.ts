import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import type { DataSource, QueryRunner } from 'typeorm';

import { loadSettings } from '@ringwell/platform/config/load-config';

import { openDatabase } from './data-source';
import { exitWithFailure } from './explain-failure';
import { readMigrationProgress, type MigrationProgress } from './migration-progress';
import { MIGRATIONS } from './migrations';
import { row } from './postgres/sql';

const MIGRATION_LOCK = 7_264_801;
const LOCK_POLL_MS = 200;
const MAX_LISTED_NAMES = 10;
const REPORT_INTERVAL_MS = 5_000;

export interface ProgressReporter {
  intervalMs: number;
  report: (progress: MigrationProgress) => void;
}

/**
 * Applies all pending migrations. Safe to run on several machines at the same time, and to rerun after an interruption.
 * @returns the names of the applied migrations
 */
export function migrate(url: string, progress?: ProgressReporter): Promise<string[]> {
  return withMigrationLock(url, async (dataSource) => {
    const reports = progress && startReports(dataSource, progress);
    try {
      return (await dataSource.runMigrations()).map((migration) => migration.name);
    } finally {
      await reports?.stop();
    }
  });
}

/** Reports progress with one query at a time, to avoid straining a slow database. */
function startReports(dataSource: DataSource, { intervalMs, report }: ProgressReporter): { stop: () => Promise<void> } {
  const stopController = new AbortController();
  const reports = (async (): Promise<void> => {
    for (;;) {
      await sleep(intervalMs, undefined, { signal: stopController.signal });
      const progress = await readMigrationProgress(dataSource);
      if (progress) report(progress);
    }
  })().catch(() => undefined); // done, or the database is gone, which the migration itself reports
  return {
    stop: async () => {
      stopController.abort();
      await reports;
    },
  };
}

/**
 * Reverts the last migration and deletes data that only fits its schema.
 * @returns its name; `undefined` if only the first migration is left, because reverting it would delete everything
 */
export function undoLastMigration(url: string): Promise<string | undefined> {
  return withMigrationLock(url, async (dataSource) => {
    const lastApplied = await findLastApplied(dataSource);
    return lastApplied === MIGRATIONS[0]?.name ? undefined : undoLast(dataSource);
  });
}

/**
 * Reverts a migration and all later ones.
 * @returns their names, latest first; empty if the given migration isn't applied
 */
export function undoMigrationsDownTo(url: string, name: string): Promise<string[]> {
  return withMigrationLock(url, async (dataSource) => {
    const undoneNames: string[] = [];
    if (!(await row(dataSource.manager, 'select from migrations where name = $1', [name]))) return undoneNames;
    while (undoneNames.at(-1) !== name) undoneNames.push((await undoLast(dataSource)) ?? name);
    return undoneNames;
  });
}

async function undoLast(dataSource: DataSource): Promise<string | undefined> {
  const lastApplied = await findLastApplied(dataSource);
  const transaction = lastApplied && isTransactional(dataSource, lastApplied) ? 'each' : 'none';
  if (lastApplied) await dataSource.undoLastMigration({ transaction });
  return lastApplied;
}

async function findLastApplied({ manager }: DataSource): Promise<string | undefined> {
  return (await row<{ name: string }>(manager, 'select name from migrations order by id desc limit 1'))?.name;
}

// TypeORM ignores a migration's `transaction` setting when reverting it.
function isTransactional(dataSource: DataSource, name: string): boolean {
  return dataSource.migrations.find((migration) => migration.name === name)?.transaction ?? true;
}

async function withMigrationLock<T>(url: string, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const dataSource = await openDatabase({
    url,
    poolSize: 3,
    applicationName: 'ringwell-migrate',
    statementTimeoutMs: 0,
  });
  const lock = dataSource.createQueryRunner();
  try {
    // Polls, because a statement waiting for the lock would block `create index concurrently`, which waits for older
    // statements.
    while (!(await tryLock(lock))) await sleep(LOCK_POLL_MS);
    return await work(dataSource);
  } finally {
    await dataSource.destroy(); // also releases the lock, which belongs to this session
  }
}

async function tryLock(lock: QueryRunner): Promise<boolean> {
  const sql = 'select pg_try_advisory_lock($1) as acquired';
  return (await row<{ acquired: boolean }>(lock.manager, sql, [MIGRATION_LOCK]))?.acquired ?? false;
}

// On a new database, the names of all migrations would fill the terminal.
function summarize(names: readonly string[]): string {
  if (names.length === 0) return 'The schema is up to date.';
  return names.length > MAX_LISTED_NAMES ? `Migrated: ${names.length} steps` : `Migrated: ${names.join(', ')}`;
}

async function main(): Promise<void> {
  const { undo } = parseArgs({ options: { undo: { type: 'boolean' } } }).values;
  const { DATABASE_URL: url } = loadSettings(['DATABASE_URL']);
  if (undo) {
    process.stdout.write(
      `Reverted: ${(await undoLastMigration(url)) ?? 'nothing. The first migration created all tables; to delete them, drop the database.'}\n`,
    );
    return;
  }
  const report = ({ name, position, count, indexPercent }: MigrationProgress): void => {
    const percent = indexPercent === undefined ? '' : `, index ${indexPercent}%`;
    process.stderr.write(`Step ${position} of ${count}: ${name.replace(/\d+$/, '')}${percent}\n`);
  };
  process.stdout.write(`${summarize(await migrate(url, { intervalMs: REPORT_INTERVAL_MS, report }))}\n`);
}

if (require.main === module) {
  main().catch((error: unknown) => exitWithFailure('Migration failed', error));
}
