import { setTimeout as sleep } from 'node:timers/promises';

import { TcpProxy } from '@ringwell/testing/tcp-proxy';
import { createTestDatabase } from '@ringwell/testing/test-database';
import { testSettings } from '@ringwell/testing/test-settings';

import { FaultWorld } from './fault-world';
import { figure, secondsSince } from './figures';

/** What PostgreSQL's keepalives, as the leader asks for them, take to find out. */
const SERVER_NOTICES_AFTER_MS = 9_000;
const HALF_OPEN_MS = 120_000;

let world: FaultWorld;
let redis: TcpProxy;
let postgres: TcpProxy;

beforeEach(async () => {
  const database = await createTestDatabase();
  postgres = await TcpProxy.to(database.url);
  redis = await TcpProxy.to(testSettings().redisUrl);
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

const completed = (): Promise<number> => world.count(`calls where state = 'completed'`);

async function untilMoving(timeoutMs = 120_000): Promise<number> {
  const [before, startedAt] = [await completed(), performance.now()];
  await world.until('calls end again', async () => (await completed()) > before, timeoutMs);
  return secondsSince(startedAt);
}

it('8: everything arrives half a second late', async () => {
  redis.delayMs = postgres.delayMs = 500;
  const outcomes = await world.uploadMany(12);
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 202));
  const { lost, doubled } = await world.expectWhole({ timeoutMs: 300_000 });
  figure({
    row: 8,
    what: 'calls lost, messages doubled with 500 ms of delay to both stores',
    measured: lost + doubled,
    limit: 0,
    unit: '',
  });
  expect(world.system.workers.every(({ isRunning }) => isRunning)).toBe(true);
}, 600_000);

it('8: connections are reset all the time', async () => {
  redis.resetEvery = 400;
  postgres.resetEvery = 400;
  await world.uploadMany(40);
  await world.until('most have ended', async () => (await completed()) >= world.acknowledged.length * 0.5, 240_000);
  redis.resetEvery = postgres.resetEvery = 0;
  const [resets, connections] = [redis.resets + postgres.resets, redis.connections + postgres.connections];
  figure({
    row: 8,
    what: `of ${connections} connections to both stores, reset`,
    measured: Math.round((resets / connections) * 100),
    limit: 5,
    atLeast: true,
    unit: '%',
  });
  const { lost } = await world.expectWhole({ timeoutMs: 300_000, doublesAllowed: 20, mayHaveOrphans: true });
  figure({
    row: 8,
    what: `calls lost of ${world.acknowledged.length}, each 400th piece resets its connection`,
    measured: lost,
    limit: 0,
    unit: '',
  });
}, 600_000);

it('8: Redis falls silent for two minutes without closing a connection', async () => {
  await world.uploadMany(4);
  await world.settle();
  redis.hang(SERVER_NOTICES_AFTER_MS);
  const silentAt = performance.now();
  const outcomes = await world.uploadMany(10);
  figure({
    row: 8,
    what: 'refused of 10 uploads while Redis is silent',
    measured: outcomes.filter(({ status }) => status !== 202).length,
    limit: 0,
    unit: '',
  });
  await world.until('every worker has found out', () =>
    world.system.workers.every(({ log }) => log.some((line) => line.includes('Redis cannot be reached'))),
  );
  figure({
    row: 8,
    what: 'every worker knows that Redis is silent after',
    measured: secondsSince(silentAt),
    limit: 30,
    unit: 's',
    isTime: true,
  });
  await sleep(HALF_OPEN_MS - (performance.now() - silentAt));
  redis.heal();
  figure({
    row: 8,
    what: 'moving after Redis speaks again',
    measured: await untilMoving(),
    limit: 30,
    unit: 's',
    isTime: true,
  });
  const { lost, doubled, overshoots } = await world.expectWhole({ timeoutMs: 300_000 });
  figure({
    row: 8,
    what: 'calls lost, messages doubled by it, accounts above their limit',
    measured: lost + doubled + overshoots,
    limit: 0,
    unit: '',
  });
}, 600_000);

it('8: PostgreSQL falls silent for two minutes without closing a connection', async () => {
  await world.uploadMany(4);
  await world.settle();
  const running = world.uploadMany(4);
  postgres.hang(SERVER_NOTICES_AFTER_MS);
  const silentAt = performance.now();
  await running;
  const asked = await world.upload(world.accounts[0] as (typeof world.accounts)[number]);
  expect(asked.status).toBe(503);
  figure({
    row: 8,
    what: 'an upload is answered with 503 while PostgreSQL is silent, after',
    measured: Math.round(asked.ms / 1_000),
    limit: 15,
    unit: 's',
    isTime: true,
  });
  await sleep(HALF_OPEN_MS - (performance.now() - silentAt));
  postgres.heal();
  const healedAt = performance.now();
  await world.until(
    'uploads are taken',
    async () => (await world.upload(world.accounts[0] as (typeof world.accounts)[number])).status === 202,
    120_000,
  );
  await untilMoving();
  figure({
    row: 8,
    what: 'moving after PostgreSQL speaks again',
    measured: secondsSince(healedAt),
    limit: 30,
    unit: 's',
    isTime: true,
  });
  const { lost, doubled } = await world.expectWhole({ timeoutMs: 300_000, mayHaveOrphans: true, doublesAllowed: 3 });
  figure({ row: 8, what: 'acknowledged calls lost by it', measured: lost, limit: 0, unit: '' });
  figure({ row: 8, what: 'messages that arrived twice, under the same id', measured: doubled, limit: 3, unit: '' });
}, 600_000);
