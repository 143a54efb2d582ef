import { spawn, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';

import { DedicatedRedis } from '@ringwell/testing/dedicated-redis';
import { findFreePort } from '@ringwell/testing/free-port';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';
import { testSettings } from '@ringwell/testing/test-settings';

import { createLogger } from '../logging/create-logger';
import { assertRedisUsable } from './check-redis';
import { createRedis, type RedisPurpose } from './create-redis';
import { readRedisServer, type RedisServer } from './redis-server';

const folder = temporaryDirectory();
const sentinels: ChildProcess[] = [];
const servers: DedicatedRedis[] = [];
const connections: Redis[] = [];

afterEach(async () => {
  for (const connection of connections.splice(0)) connection.disconnect();
  for (const sentinel of sentinels.splice(0)) sentinel.kill('SIGKILL');
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function startServer(): Promise<DedicatedRedis> {
  const server = await DedicatedRedis.start(['--requirepass', 'secret', '--masterauth', 'secret']);
  servers.push(server);
  return server;
}

// A single Sentinel without a quorum vote, which would take minutes on a busy machine.
async function startSentinel(primary: DedicatedRedis): Promise<number> {
  const port = await findFreePort();
  const file = join(folder, `sentinel-${port}.conf`);
  writeFileSync(
    file,
    `port ${port}
bind 127.0.0.1
dir ${folder}
sentinel monitor calls 127.0.0.1 ${primary.port} 1
sentinel auth-pass calls secret
sentinel down-after-milliseconds calls 1000
sentinel failover-timeout calls 5000
`,
  );
  const sentinel = spawn(testSettings().redisBinary, [file, '--sentinel'], {
    argv0: 'redis-sentinel',
    stdio: 'ignore',
  });
  sentinels.push(sentinel);
  return port;
}

function connect(server: RedisServer, purpose: RedisPurpose): Redis {
  const logger = createLogger({ service: 'test', level: 'fatal' });
  const connection = createRedis({ ...server, purpose, logger, commandTimeoutMs: 5_000 });
  connections.push(connection);
  return connection;
}

it('processes jobs on the server that the Sentinels promote after the primary is lost', async () => {
  const [primary, replica] = [await startServer(), await startServer()];
  await replica.replicate(primary);
  const port = await startSentinel(primary);
  const server = readRedisServer({
    REDIS_URL: 'redis://:secret@unused/0',
    REDIS_SENTINELS: [`127.0.0.1:${await findFreePort()}`, `127.0.0.1:${port}`], // the first one is unavailable
    REDIS_SENTINEL_NAME: 'calls',
    REDIS_SENTINEL_PASSWORD: undefined,
  });
  await assertRedisUsable(server, 'test');

  const processedJobs: unknown[] = [];
  const processJob = async ({ data }: { data: unknown }): Promise<void> => {
    processedJobs.push(data);
  };
  const worker = new Worker('calls', processJob, { connection: connect(server, 'worker') });
  const queue = new Queue('calls', { connection: connect(server, 'producer') });
  worker.on('error', () => undefined);
  queue.on('error', () => undefined);
  const tryAdd = (data: number): Promise<boolean> =>
    queue.add('job', data).then(
      () => true,
      () => false,
    );
  while (!(await tryAdd(1))) await sleep(50);
  while (!processedJobs.includes(1)) await sleep(20);

  await primary.kill();
  while (!(await tryAdd(2))) await sleep(50);
  while (!processedJobs.includes(2)) await sleep(20);
  expect(await replica.command('ROLE')).toEqual(expect.arrayContaining(['master']));
  await worker.close(true);
  await queue.close();
});
