import { compiled, startInstantWorker, withStores, type BenchContext } from '../bench-context';
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
  const product = await withStores(context, measureProduct);
  const plain = await withStores(context, measurePlain);
  const bareRate = await withStores(context, (stores) =>
    BenchProcess.run<Cost>(compiled('baselines/bare-queue.js'), stores.env()),
  );
  table.add({
    name: 'calls, one worker',
    measured: `${formatNumber(product.perSecond)}/s`,
    baseline: `plain loop: ${formatNumber(plain.perSecond)}/s; bare BullMQ: ${formatNumber(bareRate.perSecond)}/s`,
    ...atLeast(product.perSecond, 280, '>= 280/s'),
  });
  table.add({
    name: 'calls, one worker, fraction of the plain loop',
    measured: formatNumber(product.perSecond / plain.perSecond),
    ...atLeast(product.perSecond / plain.perSecond, 0.6, '>= 0.6'),
  });
  table.add({
    name: 'PostgreSQL transactions per call',
    measured: formatNumber(product.transactions),
    baseline: `plain loop: ${formatNumber(plain.transactions)}`,
    ...atMost(product.transactions, 5, '<= 5'),
  });
  table.add({
    name: 'Redis commands per call, including those in scripts',
    measured: formatNumber(product.redisCommands),
    baseline: `bare BullMQ: ${formatNumber(bareRate.redisCommands)}`,
  });
  table.add({
    name: 'worker processor time per call',
    measured: `${formatNumber(product.workerCpuMs)} ms`,
    baseline: `plain loop: ${formatNumber(plain.workerCpuMs)} ms; bare BullMQ: ${formatNumber(bareRate.workerCpuMs)} ms`,
    ...atMost(product.workerCpuMs, 2.5, '<= 2.5 ms'),
  });
  table.add({
    name: 'PostgreSQL processor time per call',
    measured: `${formatNumber(product.databaseCpuMs)} ms`,
    baseline: `plain loop: ${formatNumber(plain.databaseCpuMs)} ms`,
    ...atMost(product.databaseCpuMs, 3, '<= 3 ms'),
  });
}

async function measureProduct(stores: BenchStores): Promise<Cost> {
  const accountIds = await insertAccounts(stores, ACCOUNTS);
  const transactions = await stores.transactions();
  const worker = await startInstantWorker(stores);
  const cost: Partial<Cost> = {};
  try {
    await insertQueuedCalls(stores, accountIds, FIRST_CALLS); // warm-up
    await waitUntil(async () => (await countOpenCalls(stores)) === 0, 'the first calls');
    const [redisCommands, workerCpuMs, databaseCpuMs] = [
      await stores.redisCommands(),
      worker.cpuMs,
      await stores.databaseCpuMs(),
    ];
    const startedAt = performance.now();
    await insertQueuedCalls(stores, accountIds, CALLS);
    await waitUntil(async () => (await countOpenCalls(stores)) === 0, 'all calls');
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
  const accountIds = await insertAccounts(stores, ACCOUNTS);
  await insertQueuedCalls(stores, accountIds, CALLS);
  const [transactions, databaseCpuMs] = [await stores.transactions(), await stores.databaseCpuMs()];
  const { perSecond, workerCpuMs } = await BenchProcess.run<Pick<Cost, 'perSecond' | 'workerCpuMs'>>(
    compiled('baselines/plain-steps.js'),
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
