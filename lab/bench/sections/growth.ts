import { DispatchRepository } from '@ringwell/database/scheduling/dispatch.repository';

import { startInstantWorker, withDataSource, withStores, type BenchContext } from '../bench-context';
import { insertAccounts, insertQueuedCalls, waitUntil } from '../bench-data';
import { median } from '../statistics';
import type { BenchStores } from '../stores';
import { atMost, formatNumber } from '../table';

const ACCOUNTS = 2_000;
const PASSES = 25;
/** Free slots per pass, for a worker with 50 slots. */
const FREE_SLOTS = 75;
/** Measures this range of calls: the worker has warmed up, and even the smallest queue isn't empty yet. */
const [MEASURED_FROM, MEASURED_TO] = [100, 900];

interface Growth {
  queued: number;
  passMs: number;
  countQueuedMs: number;
  callCpuMs: number;
}

/** Measures what the dispatcher and each call cost as the number of queued calls grows. */
export async function growth(context: BenchContext): Promise<void> {
  const sizes = [1_000, 100_000, ...(context.isFull ? [1_000_000] : [])];
  const results: Growth[] = [];
  for (const queued of sizes) results.push(await withStores(context, (stores) => measure(stores, queued)));
  const smallestCpuMs = results[0]?.callCpuMs ?? NaN;
  for (const { queued, passMs, countQueuedMs, callCpuMs } of results) {
    context.table.add({
      name: `dispatcher pass, ${queued.toLocaleString('en')} calls queued by ${ACCOUNTS.toLocaleString('en')} accounts`,
      measured: `${formatNumber(passMs)} ms`,
      baseline: `counting queued calls by account: ${formatNumber(countQueuedMs)} ms`,
      ...atMost(passMs, 25, '<= 25 ms'),
    });
    const ratio = callCpuMs / smallestCpuMs;
    context.table.add({
      name: 'processor time per call, worker and PostgreSQL',
      measured: `${formatNumber(callCpuMs)} ms`,
      baseline: `${formatNumber(ratio)} x the time with 1,000 queued`,
      ...(queued > 1_000 && Number.isFinite(ratio) ? atMost(ratio, 1.2, '<= 1.2 x') : {}),
    });
  }
}

async function measure(stores: BenchStores, queued: number): Promise<Growth> {
  const accountIds = await insertAccounts(stores, ACCOUNTS);
  // A worker creates the recordings folder only if the database has no recordings yet.
  await (await startInstantWorker(stores)).stop();
  await insertQueuedCalls(stores, accountIds, queued);
  await stores.query('vacuum analyze');
  const passMs = await measurePasses(stores);
  const startedAt = performance.now();
  await stores.query(
    `select account_id, count(*) from calls where state = 'queued' and run_after <= now() group by account_id`,
  );
  const countQueuedMs = performance.now() - startedAt;
  return { queued, passMs, countQueuedMs, callCpuMs: await measureCalls(stores) };
}

/** Runs a dispatcher pass's queries and requeues the released calls. */
async function measurePasses(stores: BenchStores): Promise<number> {
  return withDataSource(stores, async (dataSource) => {
    const dispatch = new DispatchRepository(dataSource);
    const durations: number[] = [];
    for (let pass = 0; pass <= PASSES; pass += 1) {
      const startedAt = performance.now();
      await dispatch.computeRoom();
      const released = await dispatch.releaseDueCalls({ calls: FREE_SLOTS, forBusyAccounts: FREE_SLOTS });
      await dispatch.leaseDueDeliveries(['callback'], 100);
      if (pass > 0) durations.push(performance.now() - startedAt);
      if (released.length === 0) throw new Error('The dispatcher released nothing.');
      await stores.query(`update calls set state = 'queued', lease_token = null where state = 'released'`);
    }
    return median(durations);
  });
}

async function measureCalls(stores: BenchStores): Promise<number> {
  const worker = await startInstantWorker(stores);
  /** Reads usage_daily, which has few rows, because counting calls would take longer as more calls are queued. */
  const countCompleted = async (): Promise<number> =>
    (await stores.query<{ calls: number }>('select coalesce(sum(calls), 0)::int as calls from usage_daily'))[0]
      ?.calls ?? 0;
  const readUsage = async (): Promise<{ calls: number; cpuMs: number }> => ({
    calls: await countCompleted(),
    cpuMs: worker.cpuMs + (await stores.measureDatabaseCpuMs()),
  });
  try {
    await waitUntil(async () => (await countCompleted()) >= MEASURED_FROM, 'the first calls');
    const usageBefore = await readUsage();
    await waitUntil(async () => (await countCompleted()) >= MEASURED_TO, 'the measured calls');
    const usageAfter = await readUsage();
    return (usageAfter.cpuMs - usageBefore.cpuMs) / (usageAfter.calls - usageBefore.calls);
  } finally {
    await worker.stop();
  }
}
