import { randomUUID } from 'node:crypto';

import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';

import { printResult } from '../bench-process';
import type { Cost } from '../cost';

const COUNT = 4_000;
const BATCH = 50;

/** Sends as many empty jobs through bare BullMQ as the pipeline has calls. */
async function main(): Promise<void> {
  const connect = (): Redis => new Redis(process.env['REDIS_URL'] ?? '', { maxRetriesPerRequest: null });
  const [forQueue, forWorker] = [connect(), connect()];
  const prefix = `bare-${randomUUID()}`;
  const queue = new Queue('calls', { connection: forQueue, prefix });
  await queue.waitUntilReady();
  const commands = async (): Promise<number> =>
    Number(/total_commands_processed:(\d+)/.exec(await forQueue.info('stats'))?.[1]);
  const commandsBefore = await commands();
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();

  let done = 0;
  const allDone = new Promise<void>((resolve) => {
    const worker = new Worker('calls', () => Promise.resolve(), { connection: forWorker, prefix, concurrency: 50 });
    worker.on('completed', () => {
      if (++done === COUNT) resolve();
    });
  });
  for (let sent = 0; sent < COUNT; sent += BATCH) {
    await queue.addBulk(
      Array.from({ length: BATCH }, () => {
        const [callId, leaseToken] = [randomUUID(), randomUUID()];
        return {
          name: 'calls.run',
          data: { callId, leaseToken },
          opts: { attempts: 1, removeOnComplete: true, jobId: `${callId}-${leaseToken}` },
        };
      }),
    );
  }
  await allDone;

  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  printResult({
    perSecond: COUNT / seconds,
    transactions: 0,
    redisCommands: ((await commands()) - commandsBefore) / COUNT,
    workerCpuMs: (user + system) / 1_000 / COUNT,
    databaseCpuMs: 0,
  } satisfies Cost);
}

void main();
