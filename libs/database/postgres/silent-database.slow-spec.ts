import type { DataSource } from 'typeorm';

import { TcpProxy } from '@ringwell/testing/tcp-proxy';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';

import { createDataSource, openDatabase } from '../data-source';
import { isDatabaseUnavailable } from './database-unavailable';
import { DATABASE_TIME_LIMITS } from './time-limits';
import { allowLongStatements, WatchedClient } from './watched-client';

let database: TestDatabase;
let proxy: TcpProxy;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await TcpProxy.start(database.url);
});
afterAll(async () => {
  await proxy.cut();
  await database.drop();
});

const connectTo = (url: string, statementTimeoutMs: number): Promise<DataSource> =>
  createDataSource({ url, poolSize: 1, applicationName: 'test', statementTimeoutMs }).initialize();

describe('a connection to a PostgreSQL server that stops responding but leaves the connection open', () => {
  it('fails the running statement as unavailable and is not reused', async () => {
    const dataSource = await connectTo(proxy.url, 500);
    await dataSource.query('select 1');
    proxy.hang(60_000);
    const failure: unknown = await dataSource.query('select 1').catch((error: unknown) => error);
    expect(isDatabaseUnavailable(failure)).toBe(true);
    proxy.stopHanging();
    expect(await dataSource.query('select 1 as one')).toEqual([{ one: 1 }]); // the pool has a single connection
    await dataSource.destroy();
  });

  it('fails a transaction in progress', async () => {
    const dataSource = await connectTo(proxy.url, 500);
    const failure: unknown = await dataSource
      .transaction(async (manager) => {
        await manager.query('select 1');
        proxy.hang(60_000);
        await manager.query('select 2');
      })
      .catch((error: unknown) => error);
    expect(isDatabaseUnavailable(failure)).toBe(true);
    proxy.stopHanging();
    expect(await dataSource.query('select 1 as one')).toEqual([{ one: 1 }]);
    await dataSource.destroy();
  });
});

describe('openDatabase', () => {
  const defaultTimeoutMs = DATABASE_TIME_LIMITS.connection;
  afterEach(() => {
    DATABASE_TIME_LIMITS.connection = defaultTimeoutMs;
    proxy.stopHanging();
  });

  const connect = (): Promise<DataSource> =>
    openDatabase({ url: proxy.url, poolSize: 1, applicationName: 'test', statementTimeoutMs: 30_000 });

  it('tries again when PostgreSQL does not respond to the first connection attempt in time', async () => {
    DATABASE_TIME_LIMITS.connection = 3_000;
    proxy.hang(60_000);
    setTimeout(() => proxy.stopHanging(), 4_000); // during the second of three attempts
    const dataSource = await connect();
    expect(await dataSource.query('select 1 as one')).toEqual([{ one: 1 }]);
    await dataSource.destroy();
  });

  it('gives up on a server that never responds', async () => {
    DATABASE_TIME_LIMITS.connection = 300;
    proxy.hang(60_000);
    await expect(connect()).rejects.toThrow('timeout');
  });
});

describe('allowLongStatements', () => {
  it('lets a statement exceed the default time limit', async () => {
    const dataSource = await connectTo(database.url, 200);
    await dataSource.transaction(async (manager) => {
      await allowLongStatements(manager, 30_000);
      await manager.query('select pg_sleep(7)'); // longer than a WatchedClient waits for a response by default
    });
    await dataSource.destroy();
  });

  it('is rejected outside of a transaction', async () => {
    await expect(allowLongStatements(database.manager, 30_000)).rejects.toThrow('only possible in a transaction');
  });
});

describe('WatchedClient', () => {
  it('rejects pipelining', () => {
    expect(() => new WatchedClient({ pipeline: true }, 500)).toThrow('Pipelining is not supported');
  });
});
