import { startInstantWorker, withStores, type BenchContext } from '../bench-context';
import { makeAccounts, queueCalls, until } from '../bench-data';
import { jainIndex, percentile } from '../statistics';
import { atLeast, atMost, shown } from '../table';

const SMALL_ACCOUNTS = 20;
const CALLS_OF_SMALL = 20;
const CALLS_OF_LARGE = 5_000;
const SLOTS = 50;
const LIMIT = 5;
/** Long enough for slots to be what is scarce, as in life, and not this machine's processor. */
const RECOGNITION_MS = 1_000;

/** One account hands in very many calls just before twenty others hand in a few each. */
export async function fairness(context: BenchContext): Promise<void> {
  await withStores(context, async (stores) => {
    const [large = '', ...small] = await makeAccounts(stores, 1 + SMALL_ACCOUNTS, LIMIT);
    const worker = await startInstantWorker(stores, {
      WORKER_SLOTS: String(SLOTS),
      BENCH_RECOGNITION_MS: String(RECOGNITION_MS),
    });
    let mostActive = 0;
    try {
      await queueCalls(stores, [large], CALLS_OF_LARGE);
      await queueCalls(stores, small, SMALL_ACCOUNTS * CALLS_OF_SMALL);
      await until(async () => {
        const [most] = await stores.query<{ active: number }>(`
          select coalesce(max(active), 0)::int as active from (select count(*) as active from calls where state in ('released', 'running') group by user_id) accounts`);
        mostActive = Math.max(mostActive, most?.active ?? 0);
        const left = await stores.query(`select from calls where user_id = any($1) and state <> 'completed' limit 1`, [
          small,
        ]);
        return left.length === 0;
      }, 'the calls of the small');
    } finally {
      await worker.stop();
    }
    const ofSmall = 'from calls where user_id = any($1)';
    const waits = await stores.query<{ seconds: number }>(
      `select extract(epoch from finished_at - created_at)::float8 as seconds ${ofSmall}`,
      [small],
    );
    // Not the end of the last one: of about nine rounds of a second, one more or less for an account would be all that is seen.
    const means = await stores.query<{ seconds: number }>(
      `
      select extract(epoch from avg(finished_at - created_at))::float8 as seconds ${ofSmall} group by user_id`,
      [small],
    );
    const idealSeconds = ((SMALL_ACCOUNTS + 1) * CALLS_OF_SMALL * RECOGNITION_MS) / 1_000 / SLOTS;
    const oneLineSeconds = ((CALLS_OF_LARGE / LIMIT) * RECOGNITION_MS) / 1_000;
    const p95 = percentile(
      waits.map(({ seconds }) => seconds),
      0.95,
    );
    const jain = jainIndex(means.map(({ seconds }) => seconds));
    const { table } = context;
    table.add({
      name: `${SMALL_ACCOUNTS} accounts with ${CALLS_OF_SMALL} calls beside one with ${CALLS_OF_LARGE.toLocaleString('en')}: p95 of the small`,
      measured: `${shown(p95)} s`,
      yardstick: `by arithmetic at best: ${shown(idealSeconds)} s; behind the large in one line: ${shown(oneLineSeconds)} s`,
      ...atMost(p95, 1.5 * idealSeconds, '<= 1.5 x ideal'),
    });
    table.add({
      name: 'Jain index among the small',
      measured: jain.toFixed(4),
      yardstick: '1: all alike',
      ...atLeast(jain, 0.99, '>= 0.99'),
    });
    table.add({
      name: 'calls of one account active at once, at most',
      measured: String(mostActive),
      yardstick: `limit of the account: ${LIMIT}`,
      ...atMost(mostActive, LIMIT, `<= ${LIMIT}`),
    });
  });
}
