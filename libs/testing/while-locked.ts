import type { DataSource } from 'typeorm';

/**
 * Runs work while another transaction holds an uncommitted change. Commits the change once the work is waiting for it,
 * so that anything the work has read is outdated.
 * @param sql the change, which locks what the work will wait for
 * @param waiters how many of the work's connections have to wait for it
 */
export async function whileLocked<T>(
  dataSource: DataSource,
  sql: string,
  parameters: unknown[],
  work: () => Promise<T>,
  waiters = 1,
): Promise<T> {
  const lockingRunner = dataSource.createQueryRunner();
  await lockingRunner.startTransaction();
  await lockingRunner.query(sql, parameters);
  const result = work();
  const isWaiting = async (): Promise<boolean> =>
    (
      await dataSource.query<unknown[]>(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).length >= waiters;
  while (!(await isWaiting())) await new Promise(setImmediate);
  await lockingRunner.commitTransaction();
  await lockingRunner.release();
  return result;
}
