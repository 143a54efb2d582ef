import { setTimeout as sleep } from 'node:timers/promises';

import { startApi, startWorker, withStores, type BenchContext } from '../bench-context';
import { insertAccounts } from '../bench-data';
import { atMost, formatNumber } from '../table';

const SETTLE_MS = 60_000;

/** Memory of an installation that does nothing. */
export async function rest({ table, ...context }: BenchContext): Promise<void> {
  await withStores({ table, ...context }, async (stores) => {
    await insertAccounts(stores, 1);
    const [{ api }, worker] = [await startApi(stores), await startWorker(stores)];
    try {
      await sleep(SETTLE_MS);
      const parts = {
        api: api.memoryMb,
        worker: worker.memoryMb,
        PostgreSQL: await stores.databaseMemoryMb(),
        Redis: await stores.redisMemoryMb(),
      };
      const sum = Object.values(parts).reduce((total, part) => total + part, 0);
      table.add({
        name: 'memory a minute after the start',
        measured: `${formatNumber(sum)} MB`,
        baseline: Object.entries(parts)
          .map(([name, part]) => `${name} ${formatNumber(part)}`)
          .join(', '),
        ...atMost(sum, 700, '<= 700 MB'),
      });
    } finally {
      await Promise.all([api.stop(), worker.stop()]);
    }
  });
}
