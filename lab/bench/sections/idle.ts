import { setTimeout as sleep } from 'node:timers/promises';

import { startApi, startWorker, withStores, type BenchContext } from '../bench-context';
import { insertAccounts } from '../bench-data';
import { readCommand, listProcessTree, readParent, sharedMemoryMb } from '../machine';
import { atMost, formatNumber } from '../table';

const SETTLE_MS = 60_000;

/**
 * Measures an idle installation's memory: all processes of `npm run bench` except this one, which `npm start` would
 * also run.
 */
export async function idle({ table, ...context }: BenchContext): Promise<void> {
  await withStores({ table, ...context }, async (stores) => {
    await insertAccounts(stores, 1);
    const [{ api }, worker] = [await startApi(stores), await startWorker(stores)];
    try {
      await sleep(SETTLE_MS);
      const pidsByPart = {
        api: listProcessTree(api.pid),
        worker: listProcessTree(worker.pid),
        ...listOtherProcesses(),
      };
      const allPids = Object.values(pidsByPart).flat();
      const totalMb = sharedMemoryMb(allPids);
      table.add({
        name: 'total memory a minute after startup',
        measured: `${formatNumber(totalMb)} MB, ${allPids.length} processes`,
        baseline: Object.entries(pidsByPart)
          .map(([name, pids]) => `${name} ${formatNumber(sharedMemoryMb(pids))}`)
          .join(', '),
        ...atMost(totalMb, 700, '<= 700 MB'),
      });
    } finally {
      await Promise.all([api.stop(), worker.stop()]);
    }
  });
}

/** Lists the process IDs of the calling script, npm if it runs the script, and the databases started by the script. */
function listOtherProcesses(): Record<string, number[]> {
  const script = process.ppid;
  const npm = [readParent(script)].filter((pid) => readCommand(pid).startsWith('npm'));
  const ownProcesses = new Set(listProcessTree(process.pid));
  const databasePids = listProcessTree(script).filter((pid) => pid !== script && !ownProcesses.has(pid));
  const isRedis = (pid: number): boolean => readCommand(pid).includes('redis-server');
  return {
    PostgreSQL: databasePids.filter((pid) => !isRedis(pid)),
    Redis: databasePids.filter(isRedis),
    'npm and its script': [script, ...npm],
  };
}
