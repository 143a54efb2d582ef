import { setTimeout as sleep } from 'node:timers/promises';

import { Pool } from 'pg';

import { migrate, undoMigrationsDownTo } from '@ringwell/database/migrate';
import { MIGRATIONS } from '@ringwell/database/migrations';

import { withStores, type BenchContext } from '../bench-context';
import { insertAccounts } from '../bench-data';
import { insertFollowUps } from '../follow-up-data';
import { insertCallsOfBefore } from '../migration-data';
import type { BenchStores } from '../stores';
import { atMost, formatNumber, type Table } from '../table';
import { WriteProbe } from '../write-probe';

const USUAL_CALLS = 100_000;
const FULL_CALLS = 1_000_000;
/** The last migration before the version with follow-ups. */
const PREVIOUS = 'AddSwappedSpeakers1763895000000';
const LONGEST_WAIT_MS = 500;
const QUIET_MS = 10_000;

/** Updates a database of the previous version, reverts that, and updates again, while calls come in. */
export async function migrations({ table, ...context }: BenchContext): Promise<void> {
  const calls = context.isFull ? FULL_CALLS : USUAL_CALLS;
  await withStores({ table, ...context }, async (stores) => {
    await revert(stores.url);
    const [accountId = ''] = await insertAccounts(stores, 1);
    await insertCallsOfBefore(stores, accountId, calls);
    const of = `${calls.toLocaleString('en')} calls`;
    const up = (): Promise<unknown> => migrate(stores.url);
    const down = (): Promise<void> => revert(stores.url);
    await measure(table, stores, accountId, `updating from the version before, ${of}`, up, afterThis);
    await insertFollowUps(stores, accountId, calls / 10);
    await measure(table, stores, accountId, `reverting to the version before, ${of}`, down, (last) => last);
    await measure(table, stores, accountId, `updating again, ${of}`, up, afterThis);
  });
}

function afterThis(last: string): string {
  return MIGRATIONS[MIGRATIONS.findIndex(({ name }) => name === last) + 1]?.name ?? 'none';
}

async function revert(url: string): Promise<void> {
  await undoMigrationsDownTo(url, afterThis(PREVIOUS));
}

async function measure(
  table: Table,
  stores: BenchStores,
  accountId: string,
  name: string,
  work: () => Promise<unknown>,
  runningAfter: (last: string) => string,
): Promise<void> {
  const running = (last: string): string => runningAfter(last).replace(/\d+$/, '');
  const pool = new Pool({ connectionString: stores.url, max: 1 });
  const probe = new WriteProbe(pool, accountId);
  try {
    probe.start();
    await sleep(QUIET_MS);
    const quiet = await probe.stop();
    probe.start();
    const startedAt = performance.now();
    await work();
    const seconds = (performance.now() - startedAt) / 1_000;
    const { longestMs, longestAfter, steps } = await probe.stop();
    const slowest = steps.reduce((one, other) => (other.seconds > one.seconds ? other : one));
    table.add({
      name,
      measured: `${formatNumber(seconds)} s`,
      baseline: `slowest: ${running(slowest.after)}, ${formatNumber(slowest.seconds)} s`,
    });
    table.add({
      name: 'longest wait of a new call meanwhile',
      measured: `${formatNumber(longestMs)} ms`,
      baseline: `in ${running(longestAfter)}; without: ${formatNumber(quiet.longestMs)} ms`,
      ...atMost(longestMs, LONGEST_WAIT_MS, `<= ${LONGEST_WAIT_MS} ms`),
    });
  } finally {
    await pool.end();
  }
}
