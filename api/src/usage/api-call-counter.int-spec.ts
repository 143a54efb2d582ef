import { randomUUID } from 'node:crypto';

import type { TestAccount } from '@ringwell/testing/make-account';
import { startApi, type TestApi } from '@ringwell/testing/start-api';
import { TcpProxy } from '@ringwell/testing/tcp-proxy';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';

import { ApiCallCounterService } from './api-call-counter.service';

describe('ApiCallCounterService', () => {
  let database: TestDatabase;
  let postgres: TcpProxy;
  let api: TestApi;
  let account: TestAccount;
  let isRunning = false;

  beforeAll(async () => {
    database = await createTestDatabase();
    postgres = await TcpProxy.start(database.url);
  });
  beforeEach(async () => {
    api = await startApi(postgres.url);
    isRunning = true;
    account = await database.makeAccount();
  });
  afterEach(() => stopApi());
  afterAll(async () => {
    await postgres.cut();
    await database.drop();
  });

  async function stopApi(): Promise<void> {
    if (isRunning) await api.stop();
    isRunning = false;
  }
  const fetchStatus = async (path: string, init: RequestInit = {}, { token } = account): Promise<number> =>
    (await fetch(`${api.url}${path}`, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } }))
      .status;
  const requestCall = (owner = account): Promise<number> => fetchStatus(`/api/n8n/calls/${randomUUID()}`, {}, owner);
  const readCount = async ({ account: { id } } = account): Promise<number> => {
    const [day] = await database.query<{ calls: number }[]>(
      'select coalesce(sum(api_calls), 0)::int as calls from usage_daily where account_id = $1',
      [id],
    );
    return day?.calls ?? 0;
  };
  const waitForCount = async (expected: number): Promise<void> => {
    while ((await readCount()) < expected)
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
  };

  it('counts calls regardless of their status and writes them within seconds', async () => {
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    expect([
      await requestCall(),
      await fetchStatus('/api/n8n/calls', json),
      await fetchStatus('/api/account/usage', json),
    ]).toEqual([404, 400, 400]);
    await waitForCount(3);
    expect(await readCount()).toBe(3);
  });

  it('ignores calls with a session or an invalid token', async () => {
    const session = await api.signIn(account.user);
    expect((await session.post('/api/account/usage', { source: 'manual' })).status).toBe(201);
    expect(await fetchStatus('/api/account/usage', { method: 'POST' }, { ...account, token: 'rw_wrong' })).toBe(401);
    expect(await fetchStatus('/api/health/live')).toBe(200);
    await requestCall();
    await stopApi();
    expect(await readCount()).toBe(1);
  });

  it('writes the counts when the API stops', async () => {
    const otherAccount = await database.makeAccount();
    await Promise.all([
      ...Array.from({ length: 20 }, () => requestCall()),
      ...Array.from({ length: 5 }, () => requestCall(otherAccount)),
    ]);
    await stopApi();
    expect([await readCount(), await readCount(otherAccount)]).toEqual([20, 5]);
  });

  it('keeps the counts while the database is unavailable and writes them later', async () => {
    const counter = api.app.get(ApiCallCounterService, { strict: false });
    await postgres.cut();
    counter.count(account.account.id);
    await counter.flush();
    expect(
      api.log.some((line) => line.includes('"level":"warn"') && line.includes('failed to write API call counts')),
    ).toBe(true);
    counter.count(account.account.id);
    expect(await requestCall()).toBe(503); // the API cannot determine the token's account, so it does not count the call
    await postgres.restore();
    await counter.flush();
    expect(await readCount()).toBe(2);
    await stopApi();
    expect(await readCount()).toBe(2);
  });

  it('logs the lost counts if the database is unavailable until the API stops', async () => {
    const counter = api.app.get(ApiCallCounterService, { strict: false });
    await requestCall();
    await counter.flush();
    await postgres.cut();
    counter.count(account.account.id);
    await stopApi();
    await postgres.restore();
    expect(await readCount()).toBe(1);
    expect(api.log.some((line) => line.includes('"lost":1,') && line.includes('lost API call counts'))).toBe(true);
  });

  it('limits the number of accounts kept in memory', async () => {
    const counter = api.app.get(ApiCallCounterService, { strict: false });
    counter.count(account.account.id);
    for (let n = 0; n < 10_002; n += 1) counter.count(randomUUID());
    counter.count(account.account.id);
    await stopApi();
    expect(await readCount()).toBe(2);
    expect(api.log.some((line) => line.includes('"lost":3,') && line.includes('lost API call counts'))).toBe(true);
  });

  it("writes other accounts' counts if an account was deleted", async () => {
    const deletedAccount = await database.makeAccount();
    await Promise.all([requestCall(deletedAccount), requestCall()]);
    await database.query('delete from accounts where id = $1', [deletedAccount.account.id]);
    await stopApi();
    expect([await readCount(deletedAccount), await readCount()]).toEqual([0, 1]);
  });

  it('adds up counts from concurrent processes and posted usage', async () => {
    const otherAccounts = await Promise.all(Array.from({ length: 5 }, () => database.makeAccount()));
    const ids = [account, ...otherAccounts].map((each) => each.account.id);
    const { usage } = database.repositories;
    const writeCounts = (order: string[]): Promise<void> =>
      usage.addApiCalls(order.map((accountId) => ({ accountId, hour: '2026-03-31T10:00:00Z', apiCalls: 1 })));
    const postedUsage = {
      minutes: '1',
      instanceRuns: 0,
      apiCalls: 1,
      source: 'api',
      metadata: null,
      idempotencyKey: null,
      requestHash: 'x',
    };
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => [
        writeCounts(n % 2 ? ids : [...ids].reverse()),
        usage.recordPosted(account.account.id, postedUsage),
      ]).flat(),
    );
    expect(await Promise.all([account, ...otherAccounts].map(readCount))).toEqual([40, 20, 20, 20, 20, 20]);
    expect(await database.query(`select requests from usage_hourly where hour = '2026-03-31T10:00Z'`)).toEqual([
      { requests: '120' },
    ]);
  });
});
