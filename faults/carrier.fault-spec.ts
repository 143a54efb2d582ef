import { setTimeout as sleep } from 'node:timers/promises';

import { Redis } from 'ioredis';

import { OwnRedis } from '@ringwell/testing/own-redis';

import { percentile } from '../bench/statistics';
import { FaultWorld, type UploadOutcome } from './fault-world';
import { figure, isLongRun, secondsSince, toTenth } from './figures';

const DOWN_SECONDS = isLongRun ? 600 : 60;
/** Between two uploads of a sender. */
const REST_MS = 400;

let world: FaultWorld;
let redis: OwnRedis;

beforeEach(async () => {
  redis = await OwnRedis.start();
});
afterEach(async () => {
  await world.stop();
  await redis.stop();
});

const completed = (): Promise<number> => world.count(`calls where state = 'completed'`);

/** Seconds until a call is completed from now on. */
async function untilMoving(): Promise<number> {
  const [before, startedAt] = [await completed(), performance.now()];
  await world.until('calls end again', async () => (await completed()) > before, 120_000);
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

/** Seconds until the last of some calls has ended. */
async function untilEnded(ids: string[]): Promise<number> {
  const startedAt = performance.now();
  await world.until(
    'they have ended',
    async () => (await world.count(`calls where state <> 'completed' and id = any($1)`, [ids])) === 0,
    120_000,
  );
  return secondsSince(startedAt);
}

/** Hands recordings in for so long, from four senders who rest a little. */
async function uploadFor(durationMs: number): Promise<UploadOutcome[]> {
  const endsAt = performance.now() + durationMs;
  const outcomes: UploadOutcome[] = [];
  await Promise.all(
    world.accounts.map(async (account) => {
      while (performance.now() < endsAt) {
        outcomes.push(await world.upload(account));
        await sleep(REST_MS);
      }
    }),
  );
  return outcomes;
}

/** What the product does not do: leave work to Redis alone. @returns looks which of so many jobs are still there */
async function leaveToRedisAlone(jobs: number): Promise<() => Promise<number>> {
  const connection = new Redis(redis.url);
  const ids = Array.from({ length: jobs }, (_, job) => `control:${job}`);
  await connection.mset(...ids.flatMap((id) => [id, 'queued']));
  connection.disconnect();
  return async () => {
    const later = new Redis(redis.url);
    const kept = await later.exists(...ids);
    later.disconnect();
    return kept;
  };
}

it(
  `2: Redis is down for ${DOWN_SECONDS} s under load: calls are taken all the same, and run when it is back`,
  async () => {
    world = await FaultWorld.start({ workers: 2, accounts: 4, env: { REDIS_URL: redis.url } });
    await world.uploadMany(8);
    await world.settle();
    const stillThere = await leaveToRedisAlone(10);
    await redis.kill();
    const [firstLine, before] = [world.system.api.log.length, await completed()];
    const outcomes = await uploadFor(DOWN_SECONDS * 1_000);
    figure({
      row: 2,
      what: `refused of ${outcomes.length} uploads while Redis is away for ${DOWN_SECONDS} s`,
      measured: outcomes.filter(({ status }) => status !== 202).length,
      limit: 0,
      unit: '',
    });
    figure({
      row: 2,
      what: 'p99 of taking one meanwhile, as the API measures it',
      measured: toTenth(percentile(world.takingTimes(firstLine), 0.99)),
      limit: 250,
      unit: 'ms',
      isTime: true,
    });
    figure({
      row: 2,
      what: 'calls that ended while it was away',
      measured: (await completed()) - before,
      limit: 0,
      unit: '',
    });
    await redis.start();
    figure({
      row: 2,
      what: 'first call ends after Redis is back',
      measured: await untilMoving(),
      limit: 5,
      unit: 's',
      isTime: true,
    });
    figure({
      row: 2,
      what: 'control, work that Redis alone knew: lost of 10',
      measured: 10 - (await stillThere()),
      limit: 1,
      atLeast: true,
      unit: '',
    });
    const { lost, doubled } = await world.expectWhole({ timeoutMs: DOWN_SECONDS * 10_000 });
    figure({ row: 2, what: 'calls lost, messages doubled', measured: lost + doubled, limit: 0, unit: '' });
  },
  400_000 + DOWN_SECONDS * 12_000,
);

it('3: Redis is emptied in the middle, then comes back empty', async () => {
  world = await FaultWorld.start({ workers: 2, accounts: 4, env: { REDIS_URL: redis.url, WORKER_SLOTS: '2' } });
  const client = new Redis(redis.url);
  const uploads = world.uploadMany(60, 8);
  const lost = await onTheirWay();
  await client.flushall();
  client.disconnect();
  figure({
    row: 3,
    what: `${lost.length} calls whose jobs were thrown away have ended after`,
    measured: await untilEnded(lost),
    limit: 35,
    unit: 's',
    isTime: true,
  });
  const more = world.uploadMany(30, 8);
  const cutOff = await onTheirWay();
  await redis.kill();
  await redis.start(); // it keeps nothing
  figure({
    row: 3,
    what: `the same after it came back empty: ${cutOff.length} calls`,
    measured: await untilEnded(cutOff),
    limit: 35,
    unit: 's',
    isTime: true,
  });
  await Promise.all([uploads, more]);
  const reckoning = await world.expectWhole({ timeoutMs: 300_000 });
  figure({
    row: 3,
    what: 'calls lost, messages doubled',
    measured: reckoning.lost + reckoning.doubled,
    limit: 0,
    unit: '',
  });
}, 500_000);

it('20: Redis is full: calls are taken all the same, and run when there is room', async () => {
  world = await FaultWorld.start({ workers: 1, accounts: 2, env: { REDIS_URL: redis.url } });
  await world.uploadMany(4);
  await world.settle();
  const client = new Redis(redis.url);
  await client.config('SET', 'maxmemory', '1');
  const outcomes = await world.uploadMany(20);
  figure({
    row: 20,
    what: 'refused of 20 uploads while Redis is full',
    measured: outcomes.filter(({ status }) => status !== 202).length,
    limit: 0,
    unit: '',
  });
  await sleep(2_000);
  await client.config('SET', 'maxmemory', '0');
  client.disconnect();
  figure({
    row: 20,
    what: 'first call ends after there is room',
    measured: await untilMoving(),
    limit: 10,
    unit: 's',
    isTime: true,
  });
  const { lost, doubled } = await world.expectWhole();
  figure({ row: 20, what: 'calls lost, messages doubled', measured: lost + doubled, limit: 0, unit: '' });
}, 300_000);
