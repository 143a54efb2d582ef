import { startInstantWorker, withStores, type BenchContext } from '../bench-context';
import { assertAllCompleted, countOpenCalls, insertAccounts, insertQueuedCalls, waitUntil } from '../bench-data';
import type { BenchStores } from '../stores';
import { formatNumber } from '../table';

const WORKERS = [1, 2, 4];
const SLOTS = 5;
const RECOGNITION_MS = 200;
const SECONDS = 8;

/** Measures several workers, each with a simulated remote recognizer. */
export async function scaleOut(context: BenchContext): Promise<void> {
  for (const workers of WORKERS) {
    const idealRate = (workers * SLOTS * 1_000) / RECOGNITION_MS;
    const perSecond = await withStores(context, (stores) => measure(stores, workers, idealRate * SECONDS));
    context.table.add({
      name: `${workers} ${workers === 1 ? 'worker' : 'workers'} of ${SLOTS} slots, recognition ${RECOGNITION_MS} ms`,
      measured: `${formatNumber(perSecond)}/s`,
      baseline: `best possible: ${formatNumber(idealRate)}/s; reached: ${formatNumber((perSecond / idealRate) * 100)} %`,
    });
  }
}

async function measure(stores: BenchStores, count: number, calls: number): Promise<number> {
  const accountIds = await insertAccounts(stores, 40);
  const settings = { WORKER_SLOTS: String(SLOTS), BENCH_RECOGNITION_MS: String(RECOGNITION_MS) };
  const workers = [await startInstantWorker(stores, settings)];
  while (workers.length < count) workers.push(await startInstantWorker(stores, settings, 'instant worker: started'));
  try {
    await insertQueuedCalls(stores, accountIds, count * SLOTS * 4); // warm-up
    await waitUntil(async () => (await countOpenCalls(stores)) === 0, 'the first calls');
    const startedAt = performance.now();
    await insertQueuedCalls(stores, accountIds, calls);
    await waitUntil(async () => (await countOpenCalls(stores)) === 0, 'all calls');
    await assertAllCompleted(stores);
    return (calls / (performance.now() - startedAt)) * 1_000;
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}
