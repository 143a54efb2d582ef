import { setTimeout as sleep } from 'node:timers/promises';

import type { QueryRunner } from 'typeorm';

/** The swap waits no longer than this for its lock on the table, because all other statements wait behind it. */
const LOCK_TIMEOUT_MS = 2_000;
const RETRY_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';

export interface IndexDefinition {
  name: string;
  table: string;
  /** What follows the table's name in `create index`: method, columns, condition. */
  on: string;
  isUnique?: boolean;
  /** Backs a unique constraint of the same name. */
  isConstraint?: boolean;
}

/**
 * Builds an index while others read and write its table, and puts it in the place of the index or unique constraint of
 * the same name, if there is one. For migrations with `transaction = false`, as PostgreSQL builds no index concurrently
 * inside a transaction. It may be repeated: what a broken-off build has left behind, which PostgreSQL marks as invalid,
 * is dropped first.
 */
export async function buildIndex(runner: QueryRunner, index: IndexDefinition): Promise<void> {
  const { name, table, on } = index;
  const draft = `${name}_new`;
  const unique = index.isUnique || index.isConstraint ? 'unique' : '';
  await dropIndex(runner, draft);
  await runner.query(`create ${unique} index concurrently ${draft} on ${table} ${on}`);
  await withShortLock(runner, async () => {
    await runner.query(`alter table ${table} drop constraint if exists ${name}`);
    await runner.query(`drop index if exists ${name}`);
    await runner.query(
      index.isConstraint
        ? `alter table ${table} add constraint ${name} unique using index ${draft}`
        : `alter index ${draft} rename to ${name}`,
    );
  });
}

/** Drops an index, if it exists, while others read and write its table. For migrations with `transaction = false`. */
export async function dropIndex(runner: QueryRunner, name: string): Promise<void> {
  await runner.query(`drop index concurrently if exists ${name}`);
}

/** Runs quick changes in a transaction. While a long one (a backup) holds the table, it tries again and again. */
async function withShortLock(runner: QueryRunner, change: () => Promise<void>): Promise<void> {
  for (;;) {
    await runner.startTransaction();
    try {
      await runner.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await change();
      await runner.commitTransaction();
      return;
    } catch (error) {
      await runner.rollbackTransaction();
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      await sleep(RETRY_MS);
    }
  }
}
