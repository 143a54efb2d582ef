import type { Client } from 'pg';
import { DataSource } from 'typeorm';

import { useTestDatabase } from '@ringwell/testing/test-database';

import { createDataSource } from '../data-source';
import { isDatabaseUnavailable } from './database-unavailable';
import { preparedRow } from './prepared';
import { row, violatedUniqueConstraint } from './sql';

const database = useTestDatabase();

const connect = () =>
  createDataSource({ url: database.url, poolSize: 1, applicationName: 'test', statementTimeoutMs: 5_000 }).initialize();

describe('preparedRow', () => {
  it('prepares a statement once per connection, and again after a connection is lost', async () => {
    const dataSource = await connect();
    const sql = 'select $1::int + 1 as next, pg_backend_pid() as pid';
    const first = await preparedRow<{ next: number; pid: number }>(dataSource.manager, sql, [1]);
    expect(await preparedRow(dataSource.manager, sql, [2])).toEqual({ next: 3, pid: first?.pid });
    expect(await dataSource.query('select statement from pg_prepared_statements')).toEqual([{ statement: sql }]);
    await database.query('select pg_terminate_backend($1)', [first?.pid]);
    let secondRow: object | undefined;
    while (!secondRow) {
      // until the pool notices
      secondRow = await preparedRow(dataSource.manager, sql, [3]).catch((error: unknown) => {
        expect(isDatabaseUnavailable(error)).toBe(true);
        return undefined;
      });
    }
    expect(secondRow).toMatchObject({ next: 4 });
    await dataSource.destroy();
  });

  it('joins a transaction and reports the violated constraint', async () => {
    const dataSource = await connect();
    const sql = `insert into users (email) values ($1) returning email`;
    await expect(
      dataSource.transaction(async (manager) => {
        expect(await preparedRow(manager, sql, ['gone@example.com'])).toEqual({ email: 'gone@example.com' });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(
      await preparedRow(dataSource.manager, 'select email from users where email = $1', ['gone@example.com']),
    ).toBeUndefined();
    await preparedRow(dataSource.manager, sql, ['twice@example.com']);
    const failure: unknown = await preparedRow(dataSource.manager, sql, ['twice@example.com']).catch(
      (error: unknown) => error,
    );
    expect(violatedUniqueConstraint(failure)).toBe('uq_users_email');
    await dataSource.destroy();
  });

  it("plans for a table's current size when its statistics are outdated", async () => {
    const dataSource = await connect();
    await dataSource.query('create table grown (id int primary key, filler text)');
    await dataSource.query(`insert into grown select n, repeat('x', 20) from generate_series(1, 20) n`);
    await dataSource.query('alter table grown set (autovacuum_enabled = false)');
    await dataSource.query('analyze grown');
    const sql = 'select id from grown where id = $1';
    for (let n = 1; n <= 10; n += 1) await preparedRow(dataSource.manager, sql, [n]);
    await dataSource.query(`insert into grown select n, repeat('x', 20) from generate_series(21, 50000) n`);
    const laterMs = performance.now() + 60_000;
    jest.spyOn(performance, 'now').mockReturnValue(laterMs);
    await preparedRow(dataSource.manager, sql, [1]);
    jest.restoreAllMocks();
    await dataSource.query('select pg_stat_force_next_flush()');
    const countScannedRows = (): Promise<{ read: string } | undefined> =>
      row<{ read: string }>(
        dataSource.manager,
        `select seq_tup_read as read from pg_stat_user_tables where relname = 'grown'`,
      );
    const rowsBefore = await countScannedRows();
    await preparedRow(dataSource.manager, sql, [1]);
    await dataSource.query('select pg_stat_force_next_flush()');
    expect(await countScannedRows()).toEqual(rowsBefore);
    await dataSource.destroy();
  });

  it('replans at growing intervals while a connection is in use, and soon after a pause', async () => {
    const dataSource = await connect();
    const runner = dataSource.createQueryRunner();
    const query = jest.spyOn((await runner.connect()) as Client, 'query');
    const clock = jest.spyOn(performance, 'now');
    const discardedAt: number[] = [];
    const start = Math.ceil(performance.now()); // differences between fractions would be rounded
    for (const second of [0, 1, 2, 3, 5, 6, 10, 14, 20, 29, 31, 60, 62, 63, 200, 201, 202, 205, 206]) {
      query.mockClear();
      clock.mockReturnValue(start + second * 1_000);
      await preparedRow(runner.manager, 'select 1 as one', []);
      if (query.mock.calls.some(([sql]: unknown[]) => sql === 'discard plans')) discardedAt.push(second);
    }
    jest.restoreAllMocks();
    expect(discardedAt).toEqual([2, 6, 14, 31, 60, 200, 202, 206]);
    await runner.release();
    await dataSource.destroy();
  });

  it('rejects a data source with options that it would ignore', async () => {
    const { options } = database.dataSource;
    const dataSource = await new DataSource({
      ...options,
      logging: ['schema'],
      maxQueryExecutionTime: 100,
    }).initialize();
    await expect(preparedRow(dataSource.manager, 'select 1', [])).rejects.toThrow(
      'Prepared statements ignore these options of the data source: logging, maxQueryExecutionTime.',
    );
    await dataSource.destroy();
  });
});
