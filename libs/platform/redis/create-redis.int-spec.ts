import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';

import { DedicatedRedis } from '@ringwell/testing/dedicated-redis';
import { TcpProxy } from '@ringwell/testing/tcp-proxy';

import { createLogger } from '../logging/create-logger';
import { createRedis, type RedisPurpose } from './create-redis';

let server: DedicatedRedis;
let lines: string[];
const connections: Redis[] = [];

const parseMessage = (line: string): string => (JSON.parse(line) as { msg: string }).msg;

function connect(purpose: RedisPurpose, url = server.url): Redis {
  const logger = createLogger({
    service: 'worker',
    level: 'info',
    output: { write: (line) => lines.push(line) },
  });
  // Commands may take longer than in production, because the test machine may be busy.
  const redis = createRedis({ url, purpose, logger, commandTimeoutMs: 5_000 });
  connections.push(redis);
  return redis;
}

const waitUntilReady = async (redis: Redis): Promise<void> => {
  if (redis.status !== 'ready') await once(redis, 'ready');
};

beforeEach(async () => {
  lines = [];
  server = await DedicatedRedis.start();
});

afterEach(async () => {
  for (const redis of connections.splice(0)) redis.disconnect();
  await server.stop();
});

describe('createRedis after a failover behind the same address', () => {
  it('writes as soon as the replica behind the address becomes the primary, and logs its retries only once', async () => {
    const replica = await DedicatedRedis.start();
    try {
      await replica.replicate(server);
      const worker = connect('worker', replica.url);
      const setting = worker.set('by', 'worker');
      for (let attempt = 0; attempt < 4; attempt += 1) await once(worker, 'ready');
      expect(lines.map(parseMessage)).toEqual([
        'redis: this server has become a replica, reconnecting',
        'redis: reconnected',
      ]);
      await replica.command('REPLICAOF', 'NO', 'ONE');
      expect(await setting).toBe('OK');
    } finally {
      await replica.stop();
    }
  });

  it('continues with the new primary, and reports it once', async () => {
    const [secondServer, proxy] = [await DedicatedRedis.start(), await TcpProxy.start(server.url)];
    try {
      await secondServer.replicate(server);
      const producer = connect('producer', proxy.url);
      const processedJobs: unknown[] = [];
      const worker = new Worker(
        'test',
        async (job) => {
          processedJobs.push(job.data);
        },
        { connection: connect('worker', proxy.url) },
      );
      const queue = new Queue('test', { connection: producer });
      worker.on('error', () => undefined);
      queue.on('error', () => undefined);
      await queue.add('job', 1);
      while (processedJobs.length < 1) await sleep(10);

      proxy.pointTo(secondServer.url);
      await server.failOverTo(secondServer); // its connections stay open
      const tryAdd = (data: number): Promise<boolean> =>
        queue.add('job', data).then(
          () => true,
          () => false,
        );
      while (!(await tryAdd(2))) await sleep(50);
      while (!processedJobs.includes(2)) await sleep(10);
      expect(lines.filter((line) => line.includes('"purpose":"producer"')).map(parseMessage)).toEqual([
        'redis: this server has become a replica, reconnecting',
        'redis: reconnected',
      ]);
      await worker.close(true);
      await queue.close();
    } finally {
      await proxy.cut();
      await secondServer.stop();
    }
  });
});

describe('createRedis during a Redis outage', () => {
  it("rejects a producer's commands, queues a worker's, and accepts both afterward", async () => {
    const producer = connect('producer');
    const worker = connect('worker');
    await Promise.all([waitUntilReady(producer), waitUntilReady(worker)]);
    const errorEvents = Promise.all([once(producer, 'error'), once(worker, 'error')]);
    await server.kill();
    await errorEvents;
    await expect(producer.set('by', 'producer')).rejects.toThrow();
    const pendingWrite = worker.set('by', 'worker');
    await server.start();
    await expect(pendingWrite).resolves.toBe('OK');
    await waitUntilReady(producer);
    await expect(producer.get('by')).resolves.toBe('worker');
    expect(lines.filter((line) => line.includes('redis: connection failed, retrying'))).toHaveLength(2);
    expect(lines.filter((line) => line.includes('redis: reconnected'))).toHaveLength(2);
  });

  it('processes BullMQ jobs before and after the outage', async () => {
    const producer = connect('producer');
    const processedJobs: unknown[] = [];
    let wake = (): void => undefined;
    const worker = new Worker(
      'test',
      async (job) => {
        processedJobs.push(job.data);
        wake();
      },
      { connection: connect('worker') },
    );
    worker.on('error', () => undefined); // BullMQ re-emits every failed connection attempt
    const queue = new Queue('test', { connection: producer });
    queue.on('error', () => undefined);
    const waitForJob = (): Promise<void> =>
      new Promise((resolve) => {
        wake = resolve;
      });

    const first = waitForJob();
    await queue.add('job', 1);
    await first;
    await server.kill();
    await expect(queue.add('job', 2)).rejects.toThrow();
    await server.start();
    await waitUntilReady(producer);
    const third = waitForJob();
    await queue.add('job', 3);
    await third;
    expect(processedJobs).toEqual([1, 3]);
    await worker.close(true);
    await queue.close();
  });
});

describe('a createRedis connection that was closed during a command', () => {
  afterEach(() => jest.useRealTimers());

  it.each([
    ['', (redis: Redis) => redis],
    [' if it is a duplicate, as used by BullMQ', (redis: Redis) => redis.duplicate()],
  ])('leaves no timer behind%s', async (_name, getConnection) => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'hrtime', 'Date'] });
    const original = connect('worker');
    const redis = getConnection(original);
    connections.push(redis);
    await Promise.all([waitUntilReady(original), waitUntilReady(redis)]);
    const timersBefore = jest.getTimerCount();
    const pendingRead = expect(redis.blpop('nothing', 0)).rejects.toThrow();
    expect(jest.getTimerCount()).toBe(timersBefore + 1);
    const ended = [...new Set([original, redis])].map((connection) => once(connection, 'end'));
    for (const connection of connections) connection.disconnect();
    await Promise.all([pendingRead, ...ended]);
    expect(jest.getTimerCount()).toBe(0);
  });
});
