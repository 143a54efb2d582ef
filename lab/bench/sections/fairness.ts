import { startInstantWorker, withStores, type BenchContext } from '../bench-context';
import { insertAccounts, insertQueuedCalls, LONG_RECORDING_KEY, waitUntil } from '../bench-data';
import { jainIndex, percentile } from '../statistics';
import type { BenchStores } from '../stores';
import { atLeast, atMost, formatNumber } from '../table';

const SMALL_ACCOUNTS = 20;
const CALLS_PER_SMALL_ACCOUNT = 20;
const CALLS_PER_LARGE_ACCOUNT = 5_000;
const SLOTS = 50;
const LIMIT = 5;
/** Long enough for slots, not this machine's CPU, to be the bottleneck, as in production. */
const RECOGNITION_MS = 1_000;

const LONG_SLOTS = 4;
const LONG_CALLS = 10;
const LONG_MS = 10_000;
const SHORT_MS = 100;

export async function fairness(context: BenchContext): Promise<void> {
  await measureManyCalls(context);
  await measureLongCalls(context);
  await measureDemoCalls(context);
}

/** One account's long calls are running when twenty others each send a short one. */
async function measureLongCalls(context: BenchContext): Promise<void> {
  await withStores(context, async (stores) => {
    const [longAccountId = '', ...shortAccountIds] = await insertAccounts(stores, 1 + SMALL_ACCOUNTS, LIMIT);
    const worker = await startInstantWorker(stores, {
      WORKER_SLOTS: String(LONG_SLOTS),
      BENCH_RECOGNITION_MS: String(SHORT_MS),
      BENCH_LONG_RECOGNITION_MS: String(LONG_MS),
    });
    const countCalls = (condition: string): Promise<{ count: number }[]> =>
      stores.query<{ count: number }>(
        `select count(*)::int as count from calls where account_id = $1 and ${condition}`,
        [longAccountId],
      );
    let activeLongCalls: number;
    try {
      await insertQueuedCalls(stores, [longAccountId], LONG_CALLS, LONG_RECORDING_KEY);
      await waitUntil(
        async () => ((await countCalls(`state = 'running'`))[0]?.count ?? 0) >= LONG_SLOTS - 1,
        'long calls',
      );
      await insertQueuedCalls(stores, shortAccountIds, SMALL_ACCOUNTS);
      activeLongCalls = (await countCalls(`state in ('released', 'running')`))[0]?.count ?? 0;
      await waitUntil(() => areCompleted(stores, shortAccountIds), 'the short calls');
    } finally {
      await worker.stop();
    }
    const p95 = await computeP95Wait(stores, shortAccountIds);
    const bestSeconds = (SMALL_ACCOUNTS * SHORT_MS) / 1_000;
    context.table.add({
      name: `p95 wait of ${SMALL_ACCOUNTS} accounts with one short call while another account runs long ones on ${LONG_SLOTS} slots`,
      measured: `${formatNumber(p95)} s`,
      baseline: `with a dedicated slot: ${formatNumber(bestSeconds)} s; a long call: ${LONG_MS / 1_000} s`,
      ...atMost(p95, 2 * bestSeconds, '<= 2 x best'),
    });
    context.table.add({
      name: 'slots held by the account with long calls',
      measured: String(activeLongCalls),
      baseline: `its limit: ${LIMIT}; slots: ${LONG_SLOTS}`,
      ...atMost(activeLongCalls, LONG_SLOTS - 1, `<= ${LONG_SLOTS - 1}`),
    });
  });
}

/** Twenty demo accounts each have a long call when an account sends a short one. */
async function measureDemoCalls(context: BenchContext): Promise<void> {
  await withStores(context, async (stores) => {
    const [payingAccountId = '', ...demoAccountIds] = await insertAccounts(stores, 1 + SMALL_ACCOUNTS, LIMIT);
    await stores.query(`update accounts set status = 'demo', activated_at = null where id = any($1)`, [demoAccountIds]);
    const worker = await startInstantWorker(stores, {
      WORKER_SLOTS: String(LONG_SLOTS),
      BENCH_RECOGNITION_MS: String(SHORT_MS),
      BENCH_LONG_RECOGNITION_MS: String(LONG_MS),
    });
    try {
      await insertQueuedCalls(stores, demoAccountIds, SMALL_ACCOUNTS, LONG_RECORDING_KEY);
      await waitUntil(
        async () => (await stores.query(`select from calls where state = 'running' limit 1`)).length > 0,
        'a demo call',
      );
      await insertQueuedCalls(stores, [payingAccountId], 1);
      await waitUntil(() => areCompleted(stores, [payingAccountId]), 'the call of the paying account');
    } finally {
      await worker.stop();
    }
    const waitSeconds = await computeP95Wait(stores, [payingAccountId]);
    context.table.add({
      name: `wait of an account with one short call while ${SMALL_ACCOUNTS} demo accounts run long ones on ${LONG_SLOTS} slots`,
      measured: `${formatNumber(waitSeconds)} s`,
      baseline: `alone: ${formatNumber(SHORT_MS / 1_000)} s; a long call: ${LONG_MS / 1_000} s`,
      ...atMost(waitSeconds, LONG_MS / 2_000, '<= half a long call'),
    });
  });
}

/** One account sends thousands of calls just before twenty others each send a few. */
async function measureManyCalls(context: BenchContext): Promise<void> {
  await withStores(context, async (stores) => {
    const [largeAccountId = '', ...smallAccountIds] = await insertAccounts(stores, 1 + SMALL_ACCOUNTS, LIMIT);
    const worker = await startInstantWorker(stores, {
      WORKER_SLOTS: String(SLOTS),
      BENCH_RECOGNITION_MS: String(RECOGNITION_MS),
    });
    let peakActive = 0;
    try {
      await insertQueuedCalls(stores, [largeAccountId], CALLS_PER_LARGE_ACCOUNT);
      await insertQueuedCalls(stores, smallAccountIds, SMALL_ACCOUNTS * CALLS_PER_SMALL_ACCOUNT);
      await waitUntil(async () => {
        const [busiestAccount] = await stores.query<{ active: number }>(`
          select coalesce(max(active), 0)::int as active from (
            select count(*) as active from calls where state in ('released', 'running') group by account_id) accounts`);
        peakActive = Math.max(peakActive, busiestAccount?.active ?? 0);
        return areCompleted(stores, smallAccountIds);
      }, 'the calls of the small accounts');
    } finally {
      await worker.stop();
    }
    // Compares means, because an account's last call ends in one of only about nine one-second rounds.
    const means = await stores.query<{ seconds: number }>(
      `
      select extract(epoch from avg(finished_at - created_at))::float8 as seconds
        from calls where account_id = any($1) group by account_id`,
      [smallAccountIds],
    );
    const bestSeconds = ((SMALL_ACCOUNTS + 1) * CALLS_PER_SMALL_ACCOUNT * RECOGNITION_MS) / 1_000 / SLOTS;
    const fifoSeconds = ((CALLS_PER_LARGE_ACCOUNT / LIMIT) * RECOGNITION_MS) / 1_000;
    const p95 = await computeP95Wait(stores, smallAccountIds);
    const jain = jainIndex(means.map(({ seconds }) => seconds));
    const { table } = context;
    const largeCalls = CALLS_PER_LARGE_ACCOUNT.toLocaleString('en');
    const [best, fifo] = [formatNumber(bestSeconds), formatNumber(fifoSeconds)];
    table.add({
      name: `p95 wait of ${SMALL_ACCOUNTS} accounts with ${CALLS_PER_SMALL_ACCOUNT} calls each while another account has ${largeCalls}`,
      measured: `${formatNumber(p95)} s`,
      baseline: `best possible: ${best} s; first come, first served: ${fifo} s`,
      ...atMost(p95, 1.5 * bestSeconds, '<= 1.5 x best'),
    });
    table.add({
      name: 'Jain index of the small accounts',
      measured: jain.toFixed(4),
      baseline: '1: all equal',
      ...atLeast(jain, 0.99, '>= 0.99'),
    });
    table.add({
      name: 'peak number of active calls in one account',
      measured: String(peakActive),
      baseline: `the account's limit: ${LIMIT}`,
      ...atMost(peakActive, LIMIT, `<= ${LIMIT}`),
    });
  });
}

async function areCompleted(stores: BenchStores, accountIds: readonly string[]): Promise<boolean> {
  const sql = `select from calls where account_id = any($1) and state <> 'completed' limit 1`;
  return (await stores.query(sql, [accountIds])).length === 0;
}

/** The 95th percentile of seconds from intake to completion for these accounts' calls. */
async function computeP95Wait(stores: BenchStores, accountIds: readonly string[]): Promise<number> {
  const waits = await stores.query<{ seconds: number }>(
    `select extract(epoch from finished_at - created_at)::float8 as seconds from calls where account_id = any($1)`,
    [accountIds],
  );
  return percentile(
    waits.map(({ seconds }) => seconds),
    0.95,
  );
}
