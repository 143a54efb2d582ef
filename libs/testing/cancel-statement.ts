import type { DataSource } from 'typeorm';

/** Blocks the API's statement on a table and cancels it, with the same error code as a statement timeout. */
export function cancelStatement<T>(dataSource: DataSource, table: string, runQuery: () => Promise<T>): Promise<T> {
  return dataSource.transaction(async (manager) => {
    await manager.query(`lock table ${table} in access exclusive mode`);
    const request = runQuery();
    const cancel = (): Promise<unknown[]> =>
      dataSource.query(`
        select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'ringwell-api' and wait_event_type = 'Lock'`);
    while ((await cancel()).length === 0) await new Promise(setImmediate);
    return request;
  });
}
