import type { DataSource, EntityManager } from 'typeorm';

/**
 * Runs work while another transaction holds an uncommitted change. Commits the change once the work is waiting for it,
 * so that anything the work has read is outdated.
 * @param change SQL or a function that locks what the work will wait for
 * @param waiters how many of the work's connections have to wait for it
 */
export async function whileLocked<T>(
  dataSource: DataSource,
  change: string | ((manager: EntityManager) => Promise<unknown>),
  parameters: unknown[],
  work: () => Promise<T>,
  waiters = 1,
): Promise<T> {
  const lockingRunner = dataSource.createQueryRunner();
  await lockingRunner.startTransaction();
  await (typeof change === 'string' ? lockingRunner.query(change, parameters) : change(lockingRunner.manager));
  const result = work();
  await waitForLocks(dataSource, waiters);
  await lockingRunner.commitTransaction();
  await lockingRunner.release();
  return result;
}

/** Waits until this many connections are waiting for locks. */
export async function waitForLocks(dataSource: DataSource, count = 1): Promise<void> {
  const sql = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await dataSource.query<unknown[]>(sql)).length < count) await new Promise(setImmediate);
}
