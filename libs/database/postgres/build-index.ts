import { setTimeout as sleep } from 'node:timers/promises';

import type { QueryRunner } from 'typeorm';

import { getDriverError, isDeadlock } from './sql';

// Limits the wait for the table lock, because all other statements queue behind it.
const LOCK_TIMEOUT_MS = 2_000;
const RETRY_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';

export interface IndexDefinition {
  name: string;
  table: string;
  /** The part of `create index` after the table name: method, columns, condition. */
  definition: string;
  isUnique?: boolean;
  isConstraint?: boolean;
}

/**
 * Builds an index without blocking reads and writes, and replaces any index or unique constraint with the same name.
 * For migrations with `transaction = false`, because PostgreSQL can't build an index concurrently inside a transaction.
 * Safe to repeat: drops an interrupted build's invalid index first.
 */
export async function buildIndex(runner: QueryRunner, index: IndexDefinition): Promise<void> {
  const { name, table, definition } = index;
  const newName = `${name}_new`;
  const uniqueKeyword = index.isUnique || index.isConstraint ? 'unique' : '';
  await dropIndex(runner, newName);
  await runner.query(`create ${uniqueKeyword} index concurrently ${newName} on ${table} ${definition}`);
  await withShortLock(runner, async () => {
    await runner.query(`alter table ${table} drop constraint if exists ${name}`);
    await runner.query(`drop index if exists ${name}`);
    await runner.query(
      index.isConstraint
        ? `alter table ${table} add constraint ${name} unique using index ${newName}`
        : `alter index ${newName} rename to ${name}`,
    );
  });
}

export async function dropIndex(runner: QueryRunner, name: string): Promise<void> {
  await runner.query(`drop index concurrently if exists ${name}`);
}

/**
 * Runs quick changes to a table in a transaction. Retries while a long transaction, such as a backup, holds the table,
 * so the changes must be repeatable. For migrations with `transaction = false`.
 */
export async function withShortLock(runner: QueryRunner, change: () => Promise<void>): Promise<void> {
  for (;;) {
    await runner.startTransaction();
    try {
      await runner.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await change();
      await runner.commitTransaction();
      return;
    } catch (error) {
      await runner.rollbackTransaction().catch(() => undefined); // fails after a lost connection, which `error` explains
      if (getDriverError(error).code !== LOCK_NOT_AVAILABLE && !isDeadlock(error)) throw error;
      await sleep(RETRY_MS);
    }
  }
}
