import { startInstantWorker, withStores, type BenchContext } from '../bench-context';
import { assertAllCompleted, makeAccounts, openCalls, queueCalls, until } from '../bench-data';
import type { BenchStores } from '../stores';
import { shown } from '../table';

const WORKERS = [1, 2, 4];
const SLOTS = 5;
const RECOGNITION_MS = 200;
const SECONDS = 8;

/** More workers, each with a recogniser on another machine that takes its time. */
export async function scaleOut(context: BenchContext): Promise<void> {
  for (const workers of WORKERS) {
    const ideal = (workers * SLOTS * 1_000) / RECOGNITION_MS;
    const perSecond = await withStores(context, (stores) => measure(stores, workers, ideal * SECONDS));
    context.table.add({
      name: `${workers} ${workers === 1 ? 'worker' : 'workers'} of ${SLOTS} slots, recognition ${RECOGNITION_MS} ms`,
      measured: `${shown(perSecond)}/s`,
      yardstick: `no more is possible: ${shown(ideal)}/s; reached: ${shown((perSecond / ideal) * 100)} %`,
    });
  }
}

async function measure(stores: BenchStores, count: number, calls: number): Promise<number> {
  const userIds = await makeAccounts(stores, 40);
  const settings = { WORKER_SLOTS: String(SLOTS), BENCH_RECOGNITION_MS: String(RECOGNITION_MS) };
  const workers = [await startInstantWorker(stores, settings)];
  while (workers.length < count) workers.push(await startInstantWorker(stores, settings, 'The instant worker runs.'));
  try {
    await queueCalls(stores, userIds, count * SLOTS * 4); // compiled and connected
    await until(async () => (await openCalls(stores)) === 0, 'the first calls');
    const startedAt = performance.now();
    await queueCalls(stores, userIds, calls);
    await until(async () => (await openCalls(stores)) === 0, 'all calls');
    await assertAllCompleted(stores);
    return (calls / (performance.now() - startedAt)) * 1_000;
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}
