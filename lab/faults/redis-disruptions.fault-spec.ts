import { setTimeout as sleep } from 'node:timers/promises';

import { Redis } from 'ioredis';

import { DedicatedRedis } from '@ringwell/testing/dedicated-redis';

import { FaultWorld } from './fault-world';
import { recordCount, recordSeconds, secondsSince } from './metrics';

const CALLS = 16;

let world: FaultWorld;
let redis: DedicatedRedis;
let client: Redis;

beforeAll(async () => {
  redis = await DedicatedRedis.start(['--enable-debug-command', 'yes', '--enable-protected-configs', 'yes']);
  client = new Redis(redis.url, { retryStrategy: () => 100 });
  client.on('error', () => undefined);
  world = await FaultWorld.start({ workers: 2, accounts: 4, env: { REDIS_URL: redis.url, WORKER_SLOTS: '2' } });
}, 120_000);
afterAll(async () => {
  client.disconnect();
  await world.stop();
  await redis.stop();
});

const findKeys = (pattern: string): Promise<string[]> => client.keys(`*:calls:${pattern}`);

// Problems people report with Redis and the queues built on it.
const DISRUPTIONS: [string, () => Promise<unknown>][] = [
  [
    'restarts empty three times within seconds',
    async () => {
      for (let restart = 0; restart < 3; restart += 1) {
        await redis.kill();
        await redis.start();
        await sleep(700);
      }
    },
  ],
  [
    'closes all connections',
    async () => {
      for (const type of ['normal', 'pubsub']) await client.call('CLIENT', 'KILL', 'TYPE', type, 'SKIPME', 'yes');
    },
  ],
  ['forgets its scripts', () => client.script('FLUSH')],
  [
    'loses the locks of running jobs',
    async () => {
      await world.waitUntil('jobs are locked', async () => {
        const locks = await findKeys('*:lock');
        return locks.length > 0 && (await client.del(...locks)) > 0;
      });
    },
  ],
  [
    'evicts waiting jobs but keeps their IDs',
    async () => {
      const waitingIds = await client.lrange((await findKeys('wait'))[0] ?? '', 0, -1);
      const jobs = (await Promise.all(waitingIds.map((id) => findKeys(id)))).flat();
      if (jobs.length > 0) await client.del(...jobs);
    },
  ],
  ['does not respond for eight seconds', () => client.call('DEBUG', 'SLEEP', '8')],
  [
    'cannot save, and rejects writes for ten seconds',
    async () => {
      const [, folder = ''] = (await client.config('GET', 'dir')) as string[];
      await client.config('SET', 'dir', '/proc');
      await client.config('SET', 'save', '1 1');
      await client.bgsave().catch(() => undefined);
      await sleep(1_000);
      expect(await client.set('probe', '1').catch((error: unknown) => String(error))).toContain('MISCONF');
      await sleep(9_000);
      await client.config('SET', 'save', '');
      await client.config('SET', 'dir', folder);
      await client.bgsave();
    },
  ],
  [
    'rejects the password for ten seconds',
    async () => {
      await client.config('SET', 'requirepass', 'another');
      await client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
      await sleep(10_000);
      await client.config('SET', 'requirepass', '');
    },
  ],
  [
    'accepts no clients for ten seconds',
    async () => {
      await client.config('SET', 'maxclients', '1');
      for (const type of ['normal', 'pubsub']) await client.call('CLIENT', 'KILL', 'TYPE', type, 'SKIPME', 'yes');
      await sleep(10_000);
      await client.config('SET', 'maxclients', '10000');
    },
  ],
  [
    'pauses the queue for ten seconds, as queue dashboards can',
    async () => {
      const [meta = ''] = await findKeys('meta');
      const prefix = meta.replace(/:meta$/, '');
      await client.hset(meta, 'paused', '1');
      if (await client.exists(`${prefix}:wait`)) await client.rename(`${prefix}:wait`, `${prefix}:paused`);
      await sleep(10_000);
      await client.hdel(meta, 'paused');
      if (await client.exists(`${prefix}:paused`)) await client.rename(`${prefix}:paused`, `${prefix}:wait`);
      await client.zadd(`${prefix}:marker`, 0, '0');
    },
  ],
];

it.each(DISRUPTIONS)(
  '25: runs every call once when Redis %s',
  async (disruption, disrupt) => {
    const uploads = world.uploadMany(CALLS, 8);
    await world.waitUntil('calls are running', async () => (await world.count(`calls where state = 'running'`)) > 1);
    await disrupt();
    const startedAt = performance.now();
    expect((await uploads).map(({ status }) => status)).toEqual(Array(CALLS).fill(202));
    const { lost, duplicates } = await world.assertInvariants({ timeoutMs: 120_000 });
    recordCount(25, `calls lost, messages duplicated, Redis ${disruption}`, lost + duplicates);
    recordSeconds(25, `all calls completed after, Redis ${disruption}`, secondsSince(startedAt), 60);
  },
  240_000,
);
