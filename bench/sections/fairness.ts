import { startInstantWorker, withStores, type BenchContext } from '../bench-context';
import { insertAccounts, insertQueuedCalls, waitUntil } from '../bench-data';
import { jainIndex, percentile } from '../statistics';
import { atLeast, atMost, formatNumber } from '../table';

const SMALL_ACCOUNTS = 20;
const CALLS_OF_SMALL = 20;
const CALLS_OF_LARGE = 5_000;
const SLOTS = 50;
const LIMIT = 5;
/** Long enough that slots are scarce, as in production, and not the processor of this machine. */
const RECOGNITION_MS = 1_000;

/** One account sends very many calls just before twenty others send a few each. */
export async function fairness(context: BenchContext): Promise<void> {
  await withStores(context, async (stores) => {
    const [large = '', ...small] = await insertAccounts(stores, 1 + SMALL_ACCOUNTS, LIMIT);
    const worker = await startInstantWorker(stores, {
      WORKER_SLOTS: String(SLOTS),
      BENCH_RECOGNITION_MS: String(RECOGNITION_MS),
    });
    let mostActive = 0;
    try {
      await insertQueuedCalls(stores, [large], CALLS_OF_LARGE);
      await insertQueuedCalls(stores, small, SMALL_ACCOUNTS * CALLS_OF_SMALL);
      await waitUntil(async () => {
        const [most] = await stores.query<{ active: number }>(`
          select coalesce(max(active), 0)::int as active from (
            select count(*) as active from calls where state in ('released', 'running') group by account_id) accounts`);
        mostActive = Math.max(mostActive, most?.active ?? 0);
        const left = await stores.query(
          `select from calls where account_id = any($1) and state <> 'completed' limit 1`,
          [small],
        );
        return left.length === 0;
      }, 'the calls of the small accounts');
    } finally {
      await worker.stop();
    }
    const ofSmall = 'from calls where account_id = any($1)';
    const waits = await stores.query<{ seconds: number }>(
      `select extract(epoch from finished_at - created_at)::float8 as seconds ${ofSmall}`,
      [small],
    );
    // Means, because the end of an account's last call is one of about nine rounds of a second each, which is too
    // coarse.
    const means = await stores.query<{ seconds: number }>(
      `
      select extract(epoch from avg(finished_at - created_at))::float8 as seconds ${ofSmall} group by account_id`,
      [small],
    );
    const bestSeconds = ((SMALL_ACCOUNTS + 1) * CALLS_OF_SMALL * RECOGNITION_MS) / 1_000 / SLOTS;
    const fifoSeconds = ((CALLS_OF_LARGE / LIMIT) * RECOGNITION_MS) / 1_000;
    const p95 = percentile(
      waits.map(({ seconds }) => seconds),
      0.95,
    );
    const jain = jainIndex(means.map(({ seconds }) => seconds));
    const { table } = context;
    const callsOfLarge = CALLS_OF_LARGE.toLocaleString('en');
    const [best, fifo] = [formatNumber(bestSeconds), formatNumber(fifoSeconds)];
    table.add({
      name: `p95 wait of ${SMALL_ACCOUNTS} accounts with ${CALLS_OF_SMALL} calls, another has ${callsOfLarge}`,
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
      name: 'most active calls of one account',
      measured: String(mostActive),
      baseline: `limit of the account: ${LIMIT}`,
      ...atMost(mostActive, LIMIT, `<= ${LIMIT}`),
    });
  });
}
