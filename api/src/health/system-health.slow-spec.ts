import { mkdir, rm, writeFile } from 'node:fs/promises';

import { PRODUCT_VERSION } from '@ringwell/platform/product-version';
import { DedicatedRedis } from '@ringwell/testing/dedicated-redis';
import { SessionClient } from '@ringwell/testing/session-client';
import { startApi, type TestApi } from '@ringwell/testing/start-api';
import { TcpProxy } from '@ringwell/testing/tcp-proxy';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';

import type { SystemHealthDto } from './system-health.dto';

const PATH = '/api/admin/system-health';
const DOWNLOAD = { name: 'notes', purpose: 'notes', totalBytes: 9_000, problem: null };
const UP_STORE = { status: 'up', latencyMs: expect.any(Number) as number };

describe('GET /api/admin/system-health', () => {
  let database: TestDatabase;
  let postgres: TcpProxy;
  let redis: DedicatedRedis;
  let api: TestApi;
  let admin: SessionClient;

  beforeAll(async () => {
    database = await createTestDatabase();
    postgres = await TcpProxy.start(database.url);
    redis = await DedicatedRedis.start();
    api = await startApi(postgres.url, { REDIS_URL: redis.url });
    const { user } = await database.makeAccount({ user: { role: 'admin' } });
    admin = await api.signIn(user);
    await database.addLiveWorker({
      version: PRODUCT_VERSION,
      engines: { modelProgress: [{ ...DOWNLOAD, receivedBytes: 1_000 }] },
    });
    await database.addLiveWorker({
      host: 'b',
      slots: 20,
      version: '0.0.9',
      engines: {
        transcription: 'deepgram',
        writer: 'llama:notes',
        transcriptionProblem: 'A model is damaged.',
        modelNotes: ['A model is shut down.'],
        modelProgress: [{ ...DOWNLOAD, receivedBytes: 2_000 }],
      },
    });
  });
  afterAll(async () => {
    await api.stop();
    await redis.stop();
    await postgres.cut();
    await database.drop();
  });

  async function getHealth(): Promise<SystemHealthDto> {
    const { status, body } = await admin.get<SystemHealthDto>(PATH);
    expect(status).toBe(200);
    return body;
  }
  const listStates = ({ rows }: SystemHealthDto): string[] => rows.map(({ state }) => state);
  async function waitForHealth(condition: (health: SystemHealthDto) => boolean): Promise<SystemHealthDto> {
    for (let health = await getHealth(); ; health = await getHealth()) {
      if (condition(health)) return health;
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
  }

  it('is operational with all stores and a worker', async () => {
    const health = await waitForHealth(({ redis: { status } }) => status === 'up');
    expect(health).toEqual({
      status: 'operational',
      version: PRODUCT_VERSION,
      api: { status: 'operational', label: 'Operational' },
      database: UP_STORE,
      redis: UP_STORE,
      storage: { status: 'up' },
      queue: { queued: 0, released: 0, running: 0, oldestQueuedAgeSeconds: 0, deliveriesPending: 0 },
      workers: [
        {
          host: 'a',
          slots: 2,
          transcription: 'pocketsphinx',
          analysis: 'local',
          version: PRODUCT_VERSION,
          lastSeenAt: expect.any(String) as string,
        },
        {
          host: 'b',
          slots: 20,
          transcription: 'deepgram',
          analysis: 'local',
          version: '0.0.9',
          lastSeenAt: expect.any(String) as string,
        },
      ],
      silentWorkers: [],
      engines: { transcription: ['deepgram', 'pocketsphinx'], analysis: ['local'] },
      writers: ['llama:notes'],
      undelivered: [],
      disk: { freeBytes: expect.any(Number) as number, totalBytes: expect.any(Number) as number },
      inbox: null,
      setup: { mail: false, address: false },
      models: [{ ...DOWNLOAD, receivedBytes: 2_000 }],
      rows: [
        { name: 'API Status', state: 'Operational', status: 'operational' },
        { name: 'Database', state: 'Healthy', status: 'operational' },
        { name: 'Processing', state: 'Normal', status: 'operational' },
      ],
      notes: [
        'A model is damaged.',
        'A model is shut down.',
        `This API is running version ${PRODUCT_VERSION}, but some workers are running 0.0.9. If no update is in ` +
          'progress, restart the older processes.',
      ],
      checkedAt: expect.any(String) as string,
    });
    expect((await admin.get(PATH)).headers.get('cache-control')).toBe('no-store');
  });

  it('is degraded when calls wait too long, and shows the waiting time', async () => {
    const { account } = await database.makeAccount();
    const makeWaitingCall = (minutes: number): Promise<unknown> =>
      database.makeCall(account.id, { runAfter: new Date(Date.now() - minutes * 60_000) });
    await Promise.all([
      makeWaitingCall(12.5),
      makeWaitingCall(1),
      makeWaitingCall(-10),
      database.makeCall(account.id, { state: 'running' }),
    ]);
    const call = await database.makeCall(account.id, { state: 'completed' });
    await database.query(
      `
      insert into deliveries (call_id, account_id, run_number, channel, destination, destination_hash, state)
      select $1, $2, 1, 'callback', 'x', state, state from unnest(array['pending', 'retry', 'sending', 'sent', 'dead']) state`,
      [call.id, account.id],
    );
    const health = await getHealth();
    expect(health).toMatchObject({
      status: 'degraded',
      queue: { queued: 3, released: 0, running: 1, deliveriesPending: 3 },
    });
    expect(health.queue?.oldestQueuedAgeSeconds).toBeGreaterThanOrEqual(750);
    expect(listStates(health)).toEqual(['Operational', 'Healthy', 'Delayed: oldest call waiting 12 min']);
    await database.query('delete from calls');
  });

  it('lists accounts with undelivered messages, excluding connection tests and failures older than a day', async () => {
    const { account, user } = await database.makeAccount({ account: { company: 'Becker Plumbing' } });
    const call = await database.makeCall(account.id, { state: 'completed' });
    await database.query(
      `
      insert into deliveries (call_id, account_id, run_number, channel, destination, destination_hash, state, error_message, updated_at)
      select case when label <> 'test' then $1::uuid end, $2, 1, 'email', 'sam@becker.example', label, state,
        'This address was rejected.', now() - make_interval(hours => hours)
      from (values ('a', 'dead', 0), ('b', 'failed', 23), ('c', 'retry', 0), ('d', 'failed', 25), ('test', 'failed', 0), ('e', 'sent', 0))
        as message (label, state, hours)`,
      [call.id, account.id],
    );
    expect((await getHealth()).undelivered).toEqual([
      {
        userId: user.id,
        accountName: 'Becker Plumbing',
        channel: 'email',
        destination: 'sam@becker.example',
        failed: 2,
        retrying: 1,
        reason: 'This address was rejected.',
        callId: call.id,
      },
    ]);
    await database.query('update accounts set is_active = false where id = $1', [account.id]);
    expect((await getHealth()).undelivered).toMatchObject([{ failed: 2, retrying: 0 }]);
    await database.query('delete from deliveries');
    await database.query('delete from calls');
  });

  it('is degraded while calls wait for an administrator, and says what to do', async () => {
    const problem = 'Deepgram rejected the API key (HTTP 401).';
    await database.query(`update workers set engines = engines || jsonb_build_object('callProblem', $1::text)`, [
      problem,
    ]);
    const health = await getHealth();
    expect(listStates(health)).toEqual(['Operational', 'Healthy', 'Calls are waiting for an administrator']);
    expect(health.notes).toContain(problem);
    await database.query(`update workers set engines = engines - 'callProblem'`);
  });

  it('is degraded without a worker', async () => {
    await database.query(
      `update workers set started_at = now() - interval '1 hour', last_seen_at = now() - interval '1 minute'`,
    );
    const health = await getHealth();
    expect(health.silentWorkers.map(({ host }) => host)).toEqual(['a', 'b']);
    expect(health).toMatchObject({ status: 'degraded', workers: [], engines: { transcription: [], analysis: [] } });
    expect(listStates(health)).toEqual(['Operational', 'Healthy', 'Waiting for workers']);
    await database.query('update workers set last_seen_at = now()');
  });

  it('is degraded without Redis', async () => {
    await redis.kill();
    const health = await waitForHealth((current) => current.redis.status === 'down');
    expect(health).toMatchObject({
      status: 'degraded',
      redis: { status: 'down', latencyMs: null },
      database: UP_STORE,
    });
    expect(listStates(health)).toEqual(['Operational', 'Healthy', 'Waiting for Redis']);
    await redis.start();
    await waitForHealth((current) => current.redis.status === 'up');
  });

  it('is down without storage', async () => {
    await rm(api.storageDir, { recursive: true });
    await writeFile(api.storageDir, 'a file where the folder was');
    const health = await waitForHealth(({ storage }) => storage.status === 'down');
    expect(health.status).toBe('down');
    expect(listStates(health)).toEqual(["Can't store recordings", 'Healthy', 'Normal']);
    await rm(api.storageDir);
    await mkdir(api.storageDir);
    await waitForHealth(({ storage }) => storage.status === 'up');
  });

  it('responds with 503 without the database and recovers', async () => {
    await postgres.cut();
    expect(await admin.get(PATH)).toMatchObject({ status: 503, body: { code: 'DATABASE_UNAVAILABLE' } });
    await postgres.restore();
    expect((await getHealth()).database.status).toBe('up');
  });

  it('is only open to administrators', async () => {
    const { user } = await database.makeAccount();
    expect(await (await api.signIn(user)).get(PATH)).toMatchObject({
      status: 403,
      body: { code: 'ADMIN_ONLY' },
    });
    expect((await fetch(`${api.url}${PATH}`)).status).toBe(401);
  });
});
