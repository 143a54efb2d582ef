import { setTimeout as sleep } from 'node:timers/promises';

import { Redis } from 'ioredis';

import { OwnRedis } from '@ringwell/testing/own-redis';

import { FaultWorld } from './fault-world';
import { figure, percentile, secondsSince } from './figures';

let world: FaultWorld;
let redis: OwnRedis;

beforeEach(async () => { redis = await OwnRedis.start(); });
afterEach(async () => {
  await world.stop();
  await redis.stop();
});

const completed = (): Promise<number> => world.count(`calls where state = 'completed'`);

/** Seconds until a call is completed from now on. */
async function untilMoving(): Promise<number> {
  const [before, startedAt] = [await completed(), performance.now()];
  await world.until('calls end again', async () => await completed() > before, 120_000);
  return secondsSince(startedAt);
}

/** Calls that are on their way to a worker, as soon as there are some. */
async function onTheirWay(): Promise<string[]> {
  let released: { id: string }[] = [];
  await world.until('calls wait in Redis', async () => {
    released = await world.query<{ id: string }>(`select id from calls where state = 'released'`);
    return released.length > 1;
  });
  return released.map(({ id }) => id);
}

/** How long the API took for each upload, in milliseconds: our own process is busy with much else. */
function takingTimes(firstLine: number): number[] {
  return world.system.api.log.slice(firstLine).filter((line) => line.includes('"method":"POST"')).map((line) => (JSON.parse(line) as { durationMs: number }).durationMs);
}

async function untilEnded(ids: string[]): Promise<number> {
  const startedAt = performance.now();
  await world.until('they have ended', async () => await world.count(`calls where state <> 'completed' and id = any($1)`, [ids]) === 0, 120_000);
  return secondsSince(startedAt);
}

it('2: Redis is down for a minute: calls are taken all the same, and run when it is back', async () => {
  world = await FaultWorld.start({ workers: 2, accounts: 4, env: { REDIS_URL: redis.url } });
  await world.uploadMany(8);
  await redis.kill();
  const [downAt, firstLine] = [performance.now(), world.system.api.log.length];
  const outcomes = [];
  while (performance.now() - downAt < 60_000) {
    outcomes.push(...await world.uploadMany(2, 2));
    await sleep(900);
  }
  figure({ row: 2, what: `refused of ${outcomes.length} uploads while Redis is away`, measured: outcomes.filter(({ status }) => status !== 202).length, limit: 0, unit: '' });
  figure({ row: 2, what: 'p99 of taking one meanwhile, as the API measures it', measured: percentile(takingTimes(firstLine), 99), limit: 250, unit: 'ms', isTime: true });
  await redis.start();
  figure({ row: 2, what: 'first call ends after Redis is back', measured: await untilMoving(), limit: 5, unit: 's', isTime: true });
  const { lost, doubled } = await world.expectWhole();
  figure({ row: 2, what: 'calls lost, messages doubled', measured: lost + doubled, limit: 0, unit: '' });
}, 400_000);

it('3: Redis is emptied in the middle, then comes back empty', async () => {
  world = await FaultWorld.start({ workers: 2, accounts: 4, env: { REDIS_URL: redis.url, WORKER_SLOTS: '2' } });
  const client = new Redis(redis.url);
  const uploads = world.uploadMany(60, 8);
  const lost = await onTheirWay();
  await client.flushall();
  client.disconnect();
  figure({ row: 3, what: `${lost.length} calls whose jobs were thrown away have ended after`, measured: await untilEnded(lost), limit: 45, unit: 's', isTime: true });
  const more = world.uploadMany(30, 8);
  const cutOff = await onTheirWay();
  await redis.kill();
  await redis.start(); // it keeps nothing
  figure({ row: 3, what: `the same after it came back empty: ${cutOff.length} calls`, measured: await untilEnded(cutOff), limit: 45, unit: 's', isTime: true });
  await Promise.all([uploads, more]);
  const reckoning = await world.expectWhole({ timeoutMs: 300_000 });
  figure({ row: 3, what: 'calls lost, messages doubled', measured: reckoning.lost + reckoning.doubled, limit: 0, unit: '' });
}, 500_000);

it('20: Redis is full: calls are taken all the same, and run when there is room', async () => {
  world = await FaultWorld.start({ workers: 1, accounts: 2, env: { REDIS_URL: redis.url } });
  await world.uploadMany(4);
  await world.settle();
  const client = new Redis(redis.url);
  await client.config('SET', 'maxmemory', '1');
  const outcomes = await world.uploadMany(20);
  figure({ row: 20, what: 'refused of 20 uploads while Redis is full', measured: outcomes.filter(({ status }) => status !== 202).length, limit: 0, unit: '' });
  await sleep(2_000);
  await client.config('SET', 'maxmemory', '0');
  client.disconnect();
  figure({ row: 20, what: 'first call ends after there is room', measured: await untilMoving(), limit: 10, unit: 's', isTime: true });
  const { lost, doubled } = await world.expectWhole();
  figure({ row: 20, what: 'calls lost, messages doubled', measured: lost + doubled, limit: 0, unit: '' });
}, 300_000);
