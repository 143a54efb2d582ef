import { compiled, startInstantWorker, withStores, type BenchContext } from '../bench-context';
import { assertAllCompleted, makeAccounts, openCalls, queueCalls, until } from '../bench-data';
import { BenchProcess } from '../bench-process';
import type { Cost } from '../cost';
import type { BenchStores } from '../stores';
import { atLeast, atMost, shown } from '../table';

const CALLS = 4_000;
const FIRST_CALLS = 200;
const ACCOUNTS = 40;

/** What the product itself costs a call when decoding, recognition and analysis take no time. */
export async function pipeline(context: BenchContext): Promise<void> {
  const { table } = context;
  const ours = await withStores(context, measureProduct);
  const plain = await withStores(context, measurePlain);
  const bare = await withStores(context, (stores) =>
    BenchProcess.ask<Cost>(compiled('beside/bare-queue.js'), stores.env()),
  );
  table.add({
    name: 'calls, one worker',
    measured: `${shown(ours.perSecond)}/s`,
    yardstick: `plain loop: ${shown(plain.perSecond)}/s; bare BullMQ: ${shown(bare.perSecond)}/s`,
    ...atLeast(ours.perSecond, 200, '>= 200/s'),
  });
  table.add({
    name: 'PostgreSQL transactions of a call',
    measured: shown(ours.transactions),
    yardstick: `plain loop: ${shown(plain.transactions)}`,
    ...atMost(ours.transactions, 10, '<= 10'),
  });
  table.add({
    name: 'Redis commands of a call, those in scripts included',
    measured: shown(ours.redisCommands),
    yardstick: `bare BullMQ: ${shown(bare.redisCommands)}`,
  });
  table.add({
    name: 'worker processor time of a call',
    measured: `${shown(ours.workerCpuMs)} ms`,
    yardstick: `plain loop: ${shown(plain.workerCpuMs)} ms; bare BullMQ: ${shown(bare.workerCpuMs)} ms`,
  });
  table.add({
    name: 'PostgreSQL processor time of a call',
    measured: `${shown(ours.databaseCpuMs)} ms`,
    yardstick: `plain loop: ${shown(plain.databaseCpuMs)} ms`,
  });
}

async function measureProduct(stores: BenchStores): Promise<Cost> {
  const userIds = await makeAccounts(stores, ACCOUNTS);
  const transactions = await stores.transactions();
  const worker = await startInstantWorker(stores);
  const cost: Partial<Cost> = {};
  try {
    await queueCalls(stores, userIds, FIRST_CALLS); // compiled and connected
    await until(async () => (await openCalls(stores)) === 0, 'the first calls');
    const [redisCommands, workerCpuMs, databaseCpuMs] = [
      await stores.redisCommands(),
      worker.cpuMs,
      await stores.databaseCpuMs(),
    ];
    const startedAt = performance.now();
    await queueCalls(stores, userIds, CALLS);
    await until(async () => (await openCalls(stores)) === 0, 'all calls');
    cost.perSecond = (CALLS / (performance.now() - startedAt)) * 1_000;
    cost.workerCpuMs = (worker.cpuMs - workerCpuMs) / CALLS;
    cost.databaseCpuMs = ((await stores.databaseCpuMs()) - databaseCpuMs) / CALLS;
    cost.redisCommands = ((await stores.redisCommands()) - redisCommands) / CALLS;
    await assertAllCompleted(stores);
  } finally {
    await worker.stop();
  }
  return { ...(cost as Cost), transactions: ((await stores.transactions()) - transactions) / (FIRST_CALLS + CALLS) };
}

async function measurePlain(stores: BenchStores): Promise<Cost> {
  const userIds = await makeAccounts(stores, ACCOUNTS);
  await queueCalls(stores, userIds, CALLS);
  const [transactions, databaseCpuMs] = [await stores.transactions(), await stores.databaseCpuMs()];
  const { perSecond, workerCpuMs } = await BenchProcess.ask<Pick<Cost, 'perSecond' | 'workerCpuMs'>>(
    compiled('beside/plain-steps.js'),
    stores.env(),
  );
  await assertAllCompleted(stores);
  return {
    perSecond,
    workerCpuMs,
    redisCommands: 0,
    databaseCpuMs: ((await stores.databaseCpuMs()) - databaseCpuMs) / CALLS,
    transactions: ((await stores.transactions()) - transactions) / CALLS,
  };
}
