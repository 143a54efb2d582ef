import { setTimeout as sleep } from 'node:timers/promises';

import { TcpProxy } from '@ringwell/testing/tcp-proxy';
import { createTestDatabase } from '@ringwell/testing/test-database';
import { testSettings } from '@ringwell/testing/test-settings';

import { countRejected, FaultWorld } from './fault-world';
import { recordCount, recordMetric, recordSeconds, secondsSince } from './metrics';

/** Time PostgreSQL takes to detect a lost client, with the leader's keepalive settings. */
const KEEPALIVE_DETECTION_MS = 9_000;
const UNRESPONSIVE_MS = 120_000;

let world: FaultWorld;
let redis: TcpProxy;
let postgres: TcpProxy;

beforeEach(async () => {
  const database = await createTestDatabase();
  postgres = await TcpProxy.start(database.url);
  redis = await TcpProxy.start(testSettings().redisUrl);
  world = await FaultWorld.start({
    workers: 2,
    accounts: 4,
    database,
    env: { DATABASE_URL: postgres.url, REDIS_URL: redis.url },
  });
});
afterEach(async () => {
  await world.stop();
  await Promise.all([redis.cut(), postgres.cut()]);
});

it('8: does not lose calls when both stores respond half a second late', async () => {
  redis.delayMs = postgres.delayMs = 500;
  const outcomes = await world.uploadMany(12);
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 202));
  const { lost, duplicates } = await world.assertInvariants({ timeoutMs: 300_000 });
  recordCount(8, 'calls lost, messages duplicated with 500 ms of delay to both stores', lost + duplicates);
  expect(world.system.workers.every(({ isRunning }) => isRunning)).toBe(true);
}, 600_000);

it('8: does not lose calls when connections are reset frequently', async () => {
  redis.resetEvery = 400;
  postgres.resetEvery = 400;
  await world.uploadMany(40);
  await world.waitUntil(
    'half of the calls are completed',
    async () => (await world.countCompleted()) >= world.acknowledged.length * 0.5,
    240_000,
  );
  redis.resetEvery = postgres.resetEvery = 0;
  const [resets, connections] = [redis.resets + postgres.resets, redis.connections + postgres.connections];
  recordMetric({
    row: 8,
    name: `fraction of ${connections} connections to both stores that were reset`,
    measured: Math.round((resets / connections) * 100),
    limit: 5,
    atLeast: true,
    unit: '%',
  });
  const { lost } = await world.assertInvariants({
    timeoutMs: 300_000,
    allowedDuplicates: 20,
    allowOrphanRecordings: true,
  });
  recordCount(8, `calls lost out of ${world.acknowledged.length} while every 400th chunk resets its connection`, lost);
}, 600_000);

it('8: recovers when Redis stops responding for two minutes without closing connections', async () => {
  await world.uploadMany(4);
  await world.waitUntilIdle();
  redis.hang(KEEPALIVE_DETECTION_MS);
  const unresponsiveAt = performance.now();
  const outcomes = await world.uploadMany(10);
  recordCount(8, 'uploads rejected out of 10 while Redis does not respond', countRejected(outcomes));
  await world.waitUntil('all workers have detected the outage', () =>
    world.system.workers.every(({ log }) => log.some((line) => line.includes('redis: connection failed'))),
  );
  recordSeconds(8, 'all workers detected the unresponsive Redis after', secondsSince(unresponsiveAt), 30);
  await sleep(UNRESPONSIVE_MS - (performance.now() - unresponsiveAt));
  redis.stopHanging();
  recordSeconds(
    8,
    'next call completed after Redis responds again',
    await world.measureSecondsUntilNextCompletion(),
    30,
  );
  const { lost, duplicates, limitViolations } = await world.assertInvariants({ timeoutMs: 300_000 });
  recordCount(8, 'calls lost, messages duplicated, accounts above their limit', lost + duplicates + limitViolations);
}, 600_000);

it('8: recovers when PostgreSQL stops responding for two minutes without closing connections', async () => {
  await world.uploadMany(4);
  await world.waitUntilIdle();
  const runningUploads = world.uploadMany(4);
  postgres.hang(KEEPALIVE_DETECTION_MS);
  const unresponsiveAt = performance.now();
  await runningUploads;
  const rejectedUpload = await world.upload(world.account());
  expect(rejectedUpload.status).toBe(503);
  recordSeconds(
    8,
    '503 for an upload while PostgreSQL does not respond, after',
    Math.round(rejectedUpload.ms / 1_000),
    15,
  );
  await sleep(UNRESPONSIVE_MS - (performance.now() - unresponsiveAt));
  postgres.stopHanging();
  const restoredAt = performance.now();
  await world.waitUntilAccepted(120_000);
  await world.measureSecondsUntilNextCompletion();
  recordSeconds(8, 'next call completed after PostgreSQL responds again', secondsSince(restoredAt), 30);
  const { lost, duplicates } = await world.assertInvariants({
    timeoutMs: 300_000,
    allowOrphanRecordings: true,
    allowedDuplicates: 3,
  });
  recordCount(8, 'acknowledged calls lost', lost);
  recordCount(8, 'duplicate messages with the same ID', duplicates, 3);
}, 600_000);
