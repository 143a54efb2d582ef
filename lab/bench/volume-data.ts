import { insertAccounts } from './bench-data';
import type { BenchStores } from './stores';

/** Number of calls per account over the last two years. */
export const CALLS_PER_ACCOUNT = 2_000;
const DAYS = 730;
/** Rows per statement. */
const BATCH_SIZE = 1_000_000;

/**
 * Inserts ended calls for many accounts in order of arrival. Fills only `calls`, because a transcript per call wouldn't
 * fit on a test disk.
 * @returns the account IDs
 */
export async function insertEndedCalls(stores: BenchStores, calls: number): Promise<string[]> {
  const accountIds = await insertAccounts(stores, Math.ceil(calls / CALLS_PER_ACCOUNT));
  await stores.query('set session_replication_role = replica'); // turns off triggers, such as the search triggers
  await stores.query(`
    update pg_index set indisready = false, indisvalid = false where indrelid = 'calls'::regclass`);
  for (let first = 0; first < calls; first += BATCH_SIZE)
    await stores.query(
      `
      insert into calls (account_id, source, external_id, state, direction, from_number, to_number, customer_name,
        recording_key, recording_sha256, recording_bytes, recording_type, duration_seconds, channel_count, attempts,
        result_run_number, created_at, occurred_at, started_at, finished_at)
      select ($1::uuid[])[1 + number % cardinality($1::uuid[])], 'n8n', number::text, 'completed', 'inbound',
        '+1555' || lpad((number::bigint * 7919 % 10000000)::text, 7, '0'), '+15557654321',
        'Customer ' || number % 100000, 'recordings/' || number, repeat('f', 64), 1000000, 'audio/mpeg', 200, 2, 1, 1,
        at, at, at, at
      from generate_series($2::int, $3::int - 1) number
      cross join lateral (
        select now() - ($4::int - number)::float8 / $4::int * make_interval(days => ${DAYS}) as at) moment`,
      [accountIds, first, Math.min(first + BATCH_SIZE, calls), calls],
    );
  await stores.query(`set maintenance_work_mem = '1GB'`);
  await stores.query('reindex table calls');
  await stores.query('set session_replication_role = default');
  await stores.query('vacuum analyze calls');
  return accountIds;
}
