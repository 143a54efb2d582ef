import { setTimeout as sleep } from 'node:timers/promises';

import type { DataSource } from 'typeorm';

import { Pooler } from '@ringwell/testing/pooler';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { createDataSource } from './data-source';
import { migrate } from './migrate';
import { isDatabaseUnavailable } from './postgres/database-unavailable';

// Settings that an administrator might choose for every client of the database.
const OVERRIDDEN_DEFAULTS = {
  DateStyle: `'German, DMY'`,
  IntervalStyle: `'sql_standard'`,
  TimeZone: `'Pacific/Auckland'`,
  bytea_output: `'escape'`,
  extra_float_digits: '-15',
  standard_conforming_strings: 'off',
  array_nulls: 'off',
  transform_null_equals: 'on',
  default_transaction_isolation: `'serializable'`,
  statement_timeout: `'500ms'`,
  lock_timeout: `'500ms'`,
  idle_session_timeout: `'500ms'`,
};

const database = useTestDatabase();
let dataSource: DataSource | undefined;

beforeAll(async () => {
  const [{ name }] = await database.query<[{ name: string }]>('select current_database() as name');
  for (const [setting, value] of Object.entries(OVERRIDDEN_DEFAULTS))
    await database.query(`alter database ${name} set ${setting} = ${value}`);
});
afterEach(async () => {
  await dataSource?.destroy();
});

it("reads and writes the same values regardless of the database's settings", async () => {
  dataSource = createDataSource({
    url: database.url,
    poolSize: 1,
    applicationName: 'test',
    statementTimeoutMs: 30_000,
  });
  await dataSource.initialize();
  const [row] = await dataSource.query<[Record<string, unknown>]>(`
    select timestamptz '2026-03-04 05:06:07Z' as at, timestamptz '2026-03-04 05:06:07Z'::date::text as day,
      interval '26 hours'::text as span, '\\x00ff'::bytea as bytes, 0.1::float8 + 0.2::float8 as sum,
      '{null}'::text[] as list, (null = null) is null as "isUnknown", 'a\\b' as text,
      current_setting('transaction_isolation') as isolation, current_setting('statement_timeout') as "canceledAfter",
      current_setting('lock_timeout') as "waitsFor", current_setting('idle_session_timeout') as "closedAfter"`);
  expect(row).toEqual({
    at: new Date('2026-03-04T05:06:07Z'),
    day: '2026-03-04',
    span: '26:00:00',
    bytes: Buffer.from([0, 255]),
    sum: 0.30000000000000004,
    list: [null],
    isUnknown: true,
    text: 'a\\b',
    isolation: 'read committed',
    canceledAfter: '30s',
    waitsFor: '0',
    closedAfter: '0',
  });
});

it('resumes writing after the database was read-only for a while, as with a full disk', async () => {
  const [{ name }] = await database.query<[{ name: string }]>('select current_database() as name');
  await database.query(`alter database ${name} set default_transaction_read_only = on`);
  dataSource = createDataSource({
    url: database.url,
    poolSize: 1,
    applicationName: 'test',
    statementTimeoutMs: 30_000,
  });
  await dataSource.initialize();
  const write = (): Promise<unknown> =>
    (dataSource as DataSource).query('delete from sessions').then(
      () => 'written',
      (error: unknown) => error,
    );
  expect(isDatabaseUnavailable(await write())).toBe(true);
  await database.query(`alter database ${name} reset default_transaction_read_only`);
  let outcome = await write(); // the pool may still hand out the connection being closed
  for (let attempt = 0; attempt < 20 && outcome !== 'written'; attempt += 1) outcome = await sleep(20).then(write);
  expect(outcome).toBe('written');
});

it('connects and migrates through a pooler that supports few startup parameters', async () => {
  const pooler = await Pooler.start(database.url);
  try {
    expect(await migrate(pooler.url)).toEqual([]);
    dataSource = createDataSource({
      url: pooler.url,
      poolSize: 1,
      applicationName: 'test',
      statementTimeoutMs: 30_000,
    });
    await dataSource.initialize();
    expect(await dataSource.query('show statement_timeout')).toEqual([{ statement_timeout: '30s' }]);
    await dataSource.destroy();
  } finally {
    await pooler.stop();
    dataSource = undefined;
  }
});
