import { randomUUID } from 'node:crypto';

import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';

import { printResult } from '../bench-process';
import type { Cost } from '../cost';

const JOB_COUNT = 4_000;
const BATCH_SIZE = 50;

/** Runs as many empty jobs through bare BullMQ as the pipeline benchmark has calls. */
async function main(): Promise<void> {
  const connect = (): Redis => new Redis(process.env['REDIS_URL'] ?? '', { maxRetriesPerRequest: null });
  const [queueConnection, workerConnection] = [connect(), connect()];
  const prefix = `bare-${randomUUID()}`;
  const queue = new Queue('calls', { connection: queueConnection, prefix });
  await queue.waitUntilReady();
  const countCommands = async (): Promise<number> =>
    Number(/total_commands_processed:(\d+)/.exec(await queueConnection.info('stats'))?.[1]);
  const commandsBefore = await countCommands();
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();

  let completedCount = 0;
  const allCompleted = new Promise<void>((resolve) => {
    const worker = new Worker('calls', () => Promise.resolve(), {
      connection: workerConnection,
      prefix,
      concurrency: 50,
    });
    worker.on('completed', () => {
      if (++completedCount === JOB_COUNT) resolve();
    });
  });
  for (let sentCount = 0; sentCount < JOB_COUNT; sentCount += BATCH_SIZE) {
    await queue.addBulk(
      Array.from({ length: BATCH_SIZE }, () => {
        const [callId, leaseToken] = [randomUUID(), randomUUID()];
        return {
          name: 'calls.run',
          data: { callId, leaseToken },
          opts: { attempts: 1, removeOnComplete: true, jobId: `${callId}-${leaseToken}` },
        };
      }),
    );
  }
  await allCompleted;

  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  printResult({
    perSecond: JOB_COUNT / seconds,
    transactions: 0,
    redisCommands: ((await countCommands()) - commandsBefore) / JOB_COUNT,
    workerCpuMs: (user + system) / 1_000 / JOB_COUNT,
    databaseCpuMs: 0,
  } satisfies Cost);
}

void main();
