import { TcpProxy } from '@ringwell/testing/tcp-proxy';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';

import { createDataSource } from '../data-source';
import { isDatabaseUnavailable } from './database-unavailable';
import { allowLongStatements } from './watched-client';

let database: TestDatabase;
let proxy: TcpProxy;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await TcpProxy.to(database.url);
});
afterAll(async () => {
  await proxy.cut();
  await database.drop();
});

describe('a PostgreSQL that falls silent without closing its connections', () => {
  it('fails what waits for it, as one that is away, and its connections are not used again', async () => {
    const dataSource = await createDataSource({
      url: proxy.url,
      poolSize: 1,
      applicationName: 'test',
      statementTimeoutMs: 500,
    }).initialize();
    await dataSource.query('select 1');
    proxy.hang(60_000);
    const failure: unknown = await dataSource.query('select 1').catch((error: unknown) => error);
    expect(isDatabaseUnavailable(failure)).toBe(true);
    proxy.heal();
    expect(await dataSource.query('select 1 as one')).toEqual([{ one: 1 }]); // the pool has a single connection
    await dataSource.destroy();
  });

  it('fails a transaction in the middle, too', async () => {
    const dataSource = await createDataSource({
      url: proxy.url,
      poolSize: 1,
      applicationName: 'test',
      statementTimeoutMs: 500,
    }).initialize();
    const failure: unknown = await dataSource
      .transaction(async (manager) => {
        await manager.query('select 1');
        proxy.hang(60_000);
        await manager.query('select 2');
      })
      .catch((error: unknown) => error);
    expect(isDatabaseUnavailable(failure)).toBe(true);
    proxy.heal();
    expect(await dataSource.query('select 1 as one')).toEqual([{ one: 1 }]);
    await dataSource.destroy();
  });
});

it('a statement may take as long as it was allowed to, although the others may not', async () => {
  const dataSource = await createDataSource({
    url: database.url,
    poolSize: 1,
    applicationName: 'test',
    statementTimeoutMs: 200,
  }).initialize();
  await dataSource.transaction(async (manager) => {
    await allowLongStatements(manager, 30_000);
    await manager.query('select pg_sleep(7)'); // longer than the connection would be waited for
  });
  await dataSource.destroy();
});
