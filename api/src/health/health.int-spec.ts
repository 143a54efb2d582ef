import { rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { Registry } from 'prom-client';

import { WorkersRepository } from '@ringwell/database/scheduling/workers.repository';
import { DedicatedRedis } from '@ringwell/testing/dedicated-redis';
import { findFreePort } from '@ringwell/testing/free-port';
import { IntakeClient, makeWav } from '@ringwell/testing/intake-client';
import { problem } from '@ringwell/testing/session-client';
import { startApi, type TestApi } from '@ringwell/testing/start-api';
import { TcpProxy } from '@ringwell/testing/tcp-proxy';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';

const CALL_BODY = { recordingUrl: 'https://recordings.example.com/a.mp3' };

describe('GET /api/health', () => {
  let database: TestDatabase;
  let postgres: TcpProxy;
  let redis: DedicatedRedis;
  let api: TestApi;
  let client: IntakeClient;
  let clockOffsetMs = 0;

  beforeAll(async () => {
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + clockOffsetMs);
    database = await createTestDatabase();
    postgres = await TcpProxy.start(database.url);
    redis = await DedicatedRedis.start();
    api = await startApi(postgres.url, { REDIS_URL: redis.url });
    await database.addLiveWorker();
    client = new IntakeClient(api.url, (await database.makeAccount()).token);
  });
  afterAll(async () => {
    await api.stop();
    await redis.stop();
    await postgres.cut();
    await database.drop();
    jest.restoreAllMocks();
  });

  async function fetchHealth(path: 'live' | 'ready'): Promise<{ status: number; body: unknown }> {
    clockOffsetMs += 1_001; // makes the cached result expire
    const response = await fetch(`${api.url}/api/health/${path}`);
    return { status: response.status, body: await response.json() };
  }

  it("is ok with all stores up, and shows the live workers' engines", async () => {
    expect(await fetchHealth('ready')).toEqual({
      status: 200,
      body: {
        status: 'ok',
        stores: { postgres: 'up', storage: 'up', redis: 'up' },
        workers: { count: 1, slots: 2 },
        engines: { transcription: ['pocketsphinx'], analysis: ['local'] },
      },
    });
  });

  it('checks the stores once for all requests within a second', async () => {
    const listAliveSpy = jest.spyOn(api.app.get(WorkersRepository, { strict: false }), 'listAlive');
    const frozenTimeMs = performance.now() + 5_000;
    const clock = jest.spyOn(performance, 'now').mockReturnValue(frozenTimeMs);
    const responses = await Promise.all(Array.from({ length: 30 }, () => fetch(`${api.url}/api/health/ready`)));
    responses.push(await fetch(`${api.url}/api/health/ready`));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(listAliveSpy).toHaveBeenCalledTimes(1);
    clock.mockReturnValue(frozenTimeMs + 1_000);
    await fetch(`${api.url}/api/health/ready`);
    expect(listAliveSpy).toHaveBeenCalledTimes(2);
    const now = Date.now();
    clock.mockImplementation(() => frozenTimeMs + Date.now() - now + clockOffsetMs);
  });

  it("is degraded while Redis doesn't accept writes", async () => {
    await redis.command('REPLICAOF', '127.0.0.1', await findFreePort());
    expect(await fetchHealth('ready')).toMatchObject({
      status: 200,
      body: { status: 'degraded', stores: { redis: 'down' } },
    });
    await redis.command('REPLICAOF', 'NO', 'ONE');
    while (!JSON.stringify(await fetchHealth('ready')).includes('"redis":"up"')) await sleep(50);
  });

  it('shows in the metrics that Redis has no free memory', async () => {
    const metrics = api.app.get(Registry, { strict: false });
    await redis.command('CONFIG', 'SET', 'maxmemory', '1');
    expect(await metrics.metrics()).toContain('ringwell_redis_up{service="api"} 0');
    await redis.command('CONFIG', 'SET', 'maxmemory', '0');
    expect(await metrics.metrics()).toContain('ringwell_redis_up{service="api"} 1');
  });

  it('is degraded without a live worker', async () => {
    await database.query(`update workers set last_seen_at = now() - interval '1 minute'`);
    expect(await fetchHealth('ready')).toMatchObject({
      status: 200,
      body: { status: 'degraded', workers: { count: 0 }, engines: { transcription: [], analysis: [] } },
    });
    await database.query('update workers set last_seen_at = now()');
  });

  it('is degraded without Redis and still accepts calls', async () => {
    await redis.kill();
    expect(await client.postForm([['audio', makeWav(5_000)]])).toMatchObject({
      status: 202,
      body: { state: 'queued' },
    });
    expect(await fetchHealth('ready')).toMatchObject({
      status: 200,
      body: { status: 'degraded', stores: { postgres: 'up', storage: 'up', redis: 'down' } },
    });
    await redis.start();
  });

  it('is unavailable without PostgreSQL and recovers', async () => {
    await postgres.cut();
    expect(await fetchHealth('live')).toEqual({ status: 200, body: { status: 'ok' } });
    expect(await fetchHealth('ready')).toMatchObject({
      status: 503,
      body: { status: 'unavailable', stores: { postgres: 'down', storage: 'up' } },
    });
    const rejectedResponse = await client.postJson(CALL_BODY);
    expect(rejectedResponse).toMatchObject(problem(503, 'DATABASE_UNAVAILABLE'));
    expect(rejectedResponse.headers.get('retry-after')).toBe('5');
    await postgres.restore();
    expect(await client.postJson(CALL_BODY)).toMatchObject({ status: 202 });
  });

  it('is unavailable without storage and rejects an upload before reading it', async () => {
    await rm(api.storageDir, { recursive: true });
    await writeFile(api.storageDir, 'a file where the folder was');
    const waitUntilUnavailable = async (): Promise<void> => {
      while ((await fetchHealth('ready')).status !== 503)
        await new Promise((resolve) => {
          setTimeout(resolve, 100);
        });
    };
    await waitUntilUnavailable();
    expect(await fetchHealth('ready')).toMatchObject({
      body: { status: 'unavailable', stores: { postgres: 'up', storage: 'down' } },
    });
    expect(await client.postForm([['audio', makeWav(5_000)]])).toMatchObject(problem(503, 'STORAGE_UNAVAILABLE'));
    await rm(api.storageDir);
  });
});
