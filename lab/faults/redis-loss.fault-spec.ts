import { setTimeout as sleep } from 'node:timers/promises';

import { Redis } from 'ioredis';

import { DedicatedRedis } from '@ringwell/testing/dedicated-redis';

import { percentile } from '../bench/statistics';
import { countRejected, FaultWorld, type UploadOutcome } from './fault-world';
import {
  isLongRun,
  recordCount,
  recordMetric,
  recordMilliseconds,
  recordSeconds,
  roundToTenth,
  secondsSince,
} from './metrics';

const DOWN_SECONDS = isLongRun ? 600 : 60;
const PAUSE_MS = 400;

let world: FaultWorld;
let redis: DedicatedRedis;

beforeEach(async () => {
  redis = await DedicatedRedis.start();
});
afterEach(async () => {
  await world.stop();
  await redis.stop();
});

/** Waits for calls that are released but not running. @returns their IDs */
async function waitForReleased(): Promise<string[]> {
  let releasedCalls: { id: string }[] = [];
  await world.waitUntil('calls are waiting in Redis', async () => {
    releasedCalls = await world.query<{ id: string }>(`select id from calls where state = 'released'`);
    return releasedCalls.length > 1;
  });
  return releasedCalls.map(({ id }) => id);
}

async function measureSecondsUntilCompleted(ids: string[]): Promise<number> {
  const startedAt = performance.now();
  await world.waitUntil(
    'the calls are completed',
    async () => (await world.count(`calls where state <> 'completed' and id = any($1)`, [ids])) === 0,
    120_000,
  );
  return secondsSince(startedAt);
}

async function uploadFor(durationMs: number): Promise<UploadOutcome[]> {
  const endsAt = performance.now() + durationMs;
  const outcomes: UploadOutcome[] = [];
  await Promise.all(
    world.accounts.map(async (account) => {
      while (performance.now() < endsAt) {
        outcomes.push(await world.upload(account));
        await sleep(PAUSE_MS);
      }
    }),
  );
  return outcomes;
}

/**
 * Control: stores jobs only in Redis, unlike the product.
 * @returns a function that counts the remaining jobs
 */
async function storeOnlyInRedis(jobs: number): Promise<() => Promise<number>> {
  const connection = new Redis(redis.url);
  const ids = Array.from({ length: jobs }, (_, job) => `control:${job}`);
  await connection.mset(...ids.flatMap((id) => [id, 'queued']));
  connection.disconnect();
  return async () => {
    const restoredRedis = new Redis(redis.url);
    const keptCount = await restoredRedis.exists(...ids);
    restoredRedis.disconnect();
    return keptCount;
  };
}

it(
  `2: accepts calls while Redis is down for ${DOWN_SECONDS} s under load, and runs them once it is back`,
  async () => {
    world = await FaultWorld.start({ workers: 2, accounts: 4, env: { REDIS_URL: redis.url } });
    await world.uploadMany(8);
    await world.waitUntilIdle();
    const countRemaining = await storeOnlyInRedis(10);
    await redis.kill();
    const [firstLine, completedBefore] = [world.system.api.log.length, await world.countCompleted()];
    const outcomes = await uploadFor(DOWN_SECONDS * 1_000);
    recordCount(
      2,
      `uploads rejected out of ${outcomes.length} while Redis is down for ${DOWN_SECONDS} s`,
      countRejected(outcomes),
    );
    recordMilliseconds(
      2,
      'p99 of an upload during that time, measured by the API',
      roundToTenth(percentile(world.readAcceptDurations(firstLine), 0.99)),
      250,
    );
    recordCount(2, 'calls completed while Redis was down', (await world.countCompleted()) - completedBefore);
    await redis.start();
    recordSeconds(2, 'first call completed after Redis is back', await world.measureSecondsUntilNextCompletion(), 5);
    recordMetric({
      row: 2,
      name: 'control: jobs lost out of 10 stored only in Redis',
      measured: 10 - (await countRemaining()),
      limit: 1,
      atLeast: true,
    });
    const { lost, duplicates } = await world.assertInvariants({ timeoutMs: DOWN_SECONDS * 10_000 });
    recordCount(2, 'calls lost, messages duplicated', lost + duplicates);
  },
  400_000 + DOWN_SECONDS * 12_000,
);

it('3: runs all calls when Redis is flushed, and when it restarts empty', async () => {
  world = await FaultWorld.start({ workers: 2, accounts: 4, env: { REDIS_URL: redis.url, WORKER_SLOTS: '2' } });
  const client = new Redis(redis.url);
  const uploads = world.uploadMany(60, 8);
  const deletedIds = await waitForReleased();
  await client.flushall();
  client.disconnect();
  recordSeconds(
    3,
    `${deletedIds.length} calls whose jobs were deleted completed after`,
    await measureSecondsUntilCompleted(deletedIds),
    35,
  );
  const secondBatch = world.uploadMany(30, 8);
  const interruptedIds = await waitForReleased();
  await redis.kill();
  await redis.start(); // without persistence
  recordSeconds(
    3,
    `${interruptedIds.length} calls completed after Redis came back empty`,
    await measureSecondsUntilCompleted(interruptedIds),
    35,
  );
  await Promise.all([uploads, secondBatch]);
  const { lost, duplicates } = await world.assertInvariants({ timeoutMs: 300_000 });
  recordCount(3, 'calls lost, messages duplicated', lost + duplicates);
}, 500_000);

it('20: accepts calls while Redis is full, and runs them once it has room again', async () => {
  world = await FaultWorld.start({ workers: 1, accounts: 2, env: { REDIS_URL: redis.url } });
  await world.uploadMany(4);
  await world.waitUntilIdle();
  const client = new Redis(redis.url);
  await client.config('SET', 'maxmemory', '1');
  const outcomes = await world.uploadMany(20);
  recordCount(20, 'uploads rejected out of 20 while Redis is full', countRejected(outcomes));
  await sleep(2_000);
  await client.config('SET', 'maxmemory', '0');
  client.disconnect();
  recordSeconds(
    20,
    'first call completed after Redis has room again',
    await world.measureSecondsUntilNextCompletion(),
    10,
  );
  const { lost, duplicates } = await world.assertInvariants();
  recordCount(20, 'calls lost, messages duplicated', lost + duplicates);
}, 300_000);
