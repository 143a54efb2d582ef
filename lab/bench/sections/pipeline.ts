import { resolveCompiled, startInstantWorker, withStores, type BenchContext } from '../bench-context';
import { assertAllCompleted, countOpenCalls, insertAccounts, insertQueuedCalls, waitUntil } from '../bench-data';
import { BenchProcess } from '../bench-process';
import type { Cost } from '../cost';
import type { BenchStores } from '../stores';
import { atLeast, atMost, formatNumber } from '../table';

const CALLS = 4_000;
const FIRST_CALLS = 200;
const ACCOUNTS = 40;

/** Measures the pipeline itself: decoding, recognition and analysis take no time. */
export async function pipeline(context: BenchContext): Promise<void> {
  const { table } = context;
  const productCost = await withStores(context, measureProduct);
  const plainCost = await withStores(context, measurePlain);
  const bareQueueCost = await withStores(context, (stores) =>
    BenchProcess.run<Cost>(resolveCompiled('baselines/bare-queue.js'), stores.env()),
  );
  table.add({
    name: 'calls, one worker',
    measured: `${formatNumber(productCost.perSecond)}/s`,
    baseline: `plain loop: ${formatNumber(plainCost.perSecond)}/s; bare BullMQ: ${formatNumber(bareQueueCost.perSecond)}/s`,
    ...atLeast(productCost.perSecond, 280, '>= 280/s'),
  });
  table.add({
    name: 'calls, one worker, fraction of the plain loop',
    measured: formatNumber(productCost.perSecond / plainCost.perSecond),
    ...atLeast(productCost.perSecond / plainCost.perSecond, 0.6, '>= 0.6'),
  });
  table.add({
    name: 'PostgreSQL transactions per call',
    measured: formatNumber(productCost.transactions),
    baseline: `plain loop: ${formatNumber(plainCost.transactions)}`,
    ...atMost(productCost.transactions, 5, '<= 5'),
  });
  table.add({
    name: 'Redis commands per call, including those in scripts',
    measured: formatNumber(productCost.redisCommands),
    baseline: `bare BullMQ: ${formatNumber(bareQueueCost.redisCommands)}`,
  });
  table.add({
    name: 'worker processor time per call',
    measured: `${formatNumber(productCost.workerCpuMs)} ms`,
    baseline: `plain loop: ${formatNumber(plainCost.workerCpuMs)} ms; bare BullMQ: ${formatNumber(bareQueueCost.workerCpuMs)} ms`,
    ...atMost(productCost.workerCpuMs, 2.5, '<= 2.5 ms'),
  });
  table.add({
    name: 'PostgreSQL processor time per call',
    measured: `${formatNumber(productCost.databaseCpuMs)} ms`,
    baseline: `plain loop: ${formatNumber(plainCost.databaseCpuMs)} ms`,
    ...atMost(productCost.databaseCpuMs, 3, '<= 3 ms'),
  });
}

async function measureProduct(stores: BenchStores): Promise<Cost> {
  const accountIds = await insertAccounts(stores, ACCOUNTS);
  const transactions = await stores.countTransactions();
  const worker = await startInstantWorker(stores);
  const cost: Partial<Cost> = {};
  try {
    await insertQueuedCalls(stores, accountIds, FIRST_CALLS); // warm-up
    await waitUntil(async () => (await countOpenCalls(stores)) === 0, 'the first calls');
    const [redisCommands, workerCpuMs, databaseCpuMs] = [
      await stores.countRedisCommands(),
      worker.cpuMs,
      await stores.measureDatabaseCpuMs(),
    ];
    const startedAt = performance.now();
    await insertQueuedCalls(stores, accountIds, CALLS);
    await waitUntil(async () => (await countOpenCalls(stores)) === 0, 'all calls');
    cost.perSecond = (CALLS / (performance.now() - startedAt)) * 1_000;
    cost.workerCpuMs = (worker.cpuMs - workerCpuMs) / CALLS;
    cost.databaseCpuMs = ((await stores.measureDatabaseCpuMs()) - databaseCpuMs) / CALLS;
    cost.redisCommands = ((await stores.countRedisCommands()) - redisCommands) / CALLS;
    await assertAllCompleted(stores);
  } finally {
    await worker.stop();
  }
  return {
    ...(cost as Cost),
    transactions: ((await stores.countTransactions()) - transactions) / (FIRST_CALLS + CALLS),
  };
}

async function measurePlain(stores: BenchStores): Promise<Cost> {
  const accountIds = await insertAccounts(stores, ACCOUNTS);
  await insertQueuedCalls(stores, accountIds, CALLS);
  const [transactions, databaseCpuMs] = [await stores.countTransactions(), await stores.measureDatabaseCpuMs()];
  const { perSecond, workerCpuMs } = await BenchProcess.run<Pick<Cost, 'perSecond' | 'workerCpuMs'>>(
    resolveCompiled('baselines/plain-steps.js'),
    stores.env(),
  );
  await assertAllCompleted(stores);
  return {
    perSecond,
    workerCpuMs,
    redisCommands: 0,
    databaseCpuMs: ((await stores.measureDatabaseCpuMs()) - databaseCpuMs) / CALLS,
    transactions: ((await stores.countTransactions()) - transactions) / CALLS,
  };
}
