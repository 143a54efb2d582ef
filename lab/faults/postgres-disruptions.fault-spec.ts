import { setTimeout as sleep } from 'node:timers/promises';

import { Client } from 'pg';

import { DedicatedPostgres } from '@ringwell/testing/dedicated-postgres';

import { FaultWorld } from './fault-world';
import { recordCount, recordSeconds, secondsSince } from './metrics';

const CALLS = 16;

let world: FaultWorld;
let postgres: DedicatedPostgres;

beforeAll(async () => {
  postgres = await DedicatedPostgres.start();
  world = await FaultWorld.start({
    workers: 2,
    accounts: 4,
    database: await postgres.setUpDatabase(),
    env: { WORKER_SLOTS: '2' },
  });
}, 180_000);
afterAll(async () => {
  await world.stop();
  await postgres.stop();
});

/** Runs a statement on a separate connection that isn't affected by the disruptions. */
async function runStatement(sql: string): Promise<void> {
  const client = new Client({ connectionString: postgres.url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(sql);
  await client.end();
}

const closeAllConnections = (): Promise<void> =>
  runStatement(`select pg_terminate_backend(pid) from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid() and application_name <> 'test'`);

// Problems people report with PostgreSQL, hosted PostgreSQL and connection pools.
const DISRUPTIONS: [string, () => Promise<unknown>][] = [
  [
    'closes all connections twice, as a failover does',
    () =>
      closeAllConnections()
        .then(() => sleep(2_000))
        .then(closeAllConnections),
  ],
  [
    'is read-only for ten seconds, and keeps the connections made in that time',
    async () => {
      await runStatement('alter database postgres set default_transaction_read_only = on');
      await closeAllConnections();
      await sleep(10_000);
      const writer = new Client({ connectionString: postgres.url, options: '-c default_transaction_read_only=off' });
      await writer.connect();
      await writer.query('alter database postgres reset default_transaction_read_only');
      await writer.end();
    },
  ],
  [
    'ends connections that are idle for a second',
    async () => {
      await runStatement(`alter database postgres set idle_session_timeout = '1s'`);
      await closeAllConnections();
      await sleep(5_000);
      await runStatement('alter database postgres reset idle_session_timeout');
    },
  ],
  [
    'has few connections left for ten seconds',
    async () => {
      await runStatement('alter database postgres connection limit 6');
      await closeAllConnections();
      await sleep(10_000);
      await runStatement('alter database postgres connection limit -1');
    },
  ],
  [
    'has its tables altered after statements are prepared',
    async () => {
      for (const table of ['calls', 'deliveries', 'account_settings', 'usage_records']) {
        await runStatement(`alter table ${table} add column extra text`);
        await runStatement(`alter table ${table} alter column extra type varchar(10)`);
        await runStatement(`alter table ${table} drop column extra`);
      }
    },
  ],
  [
    'makes writes wait for a lock for eight seconds',
    async () => {
      const client = new Client({ connectionString: postgres.url });
      await client.connect();
      await client.query('begin; lock table calls in access exclusive mode');
      await sleep(8_000);
      await client.query('commit');
      await client.end();
    },
  ],
  [
    'reloads its settings and reanalyzes its tables',
    async () => {
      await runStatement('select pg_reload_conf()');
      await runStatement('analyze');
    },
  ],
  [
    'uses another time zone and date format',
    async () => {
      await runStatement(`alter database postgres set timezone = 'Asia/Kathmandu'`);
      await runStatement(`alter database postgres set datestyle = 'German'`);
      await closeAllConnections();
      await sleep(3_000);
    },
  ],
  [
    'cancels statements after 0.1 seconds, and does not wait for locks',
    async () => {
      await runStatement(`alter database postgres set statement_timeout = '100ms'`);
      await runStatement(`alter database postgres set lock_timeout = '10ms'`);
      await closeAllConnections();
      await sleep(3_000);
      await runStatement('set statement_timeout = 0; alter database postgres reset statement_timeout');
      await runStatement('alter database postgres reset lock_timeout');
    },
  ],
  [
    'restarts after five seconds',
    async () => {
      await postgres.kill();
      await sleep(5_000);
      await postgres.start();
    },
  ],
];

it.each(DISRUPTIONS)(
  '26: runs every acknowledged call once when PostgreSQL %s',
  async (disruption, disrupt) => {
    const acknowledgedBefore = world.acknowledged.length;
    const uploads = world.uploadMany(CALLS, 4);
    await world.waitUntil('calls are running', async () => (await world.count(`calls where state = 'running'`)) > 0);
    await disrupt();
    const startedAt = performance.now();
    const statuses = (await uploads).map(({ status }) => status);
    await world.waitUntilAccepted();
    expect(statuses.filter((status) => status !== 202 && status !== 503)).toEqual([]);
    const { lost, duplicates } = await world.assertInvariants({
      timeoutMs: 120_000,
      allowOrphanRecordings: true,
      allowedDuplicates: 2 * CALLS,
    });
    recordCount(
      26,
      `calls lost out of ${world.acknowledged.length - acknowledgedBefore}, PostgreSQL ${disruption}`,
      lost,
    );
    recordCount(26, `messages that arrived twice with the same ID, PostgreSQL ${disruption}`, duplicates, 2 * CALLS);
    recordSeconds(26, `all calls completed after, PostgreSQL ${disruption}`, secondsSince(startedAt), 60);
  },
  240_000,
);
