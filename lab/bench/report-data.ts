import { statfs } from 'node:fs/promises';

import { insertAccounts } from './bench-data';
import type { BenchStores } from './stores';

export interface ReportSizes {
  accounts: number;
  days: number;
  usageRecords: number;
  /** Number of calls, each with a transcript and an analysis. A fifth of them, up to 20,000, belong to one account. */
  calls: number;
}

export interface ReportData {
  largeAccount: string;
  typicalAccount: string;
  largeAccountCalls: number;
  typicalAccountCalls: number;
}

/** Number of distinct texts; every transcript consists of one of them plus a unique last word. */
const TEXT_COUNT = 2_000;
const WORDS_PER_TEXT = 550;
const WORDS_PER_SEGMENT = 14;
const BYTES_PER_CALL = 24_000;
const BYTES_PER_USAGE_RECORD = 300;

export async function assertDiskSpace(folder: string, { usageRecords, calls }: ReportSizes): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const requiredBytes = calls * BYTES_PER_CALL + usageRecords * BYTES_PER_USAGE_RECORD;
  if (bavail * bsize < requiredBytes * 1.5)
    throw new Error(
      `These sizes need ${Math.ceil((requiredBytes * 1.5) / 1e9)} GB of disk space, ` +
        `but only ${Math.floor((bavail * bsize) / 1e9)} GB is free.`,
    );
}

/** Tables that are filled without indexes. Rows are inserted in chronological order, as in production. */
const TABLES = ['usage_daily', 'usage_weekly', 'usage_records', 'calls', 'transcripts', 'analyses'];

export async function insertReportData(stores: BenchStores, sizes: ReportSizes): Promise<ReportData> {
  const accountIds = await insertAccounts(stores, sizes.accounts);
  const largeAccountCalls = Math.min(Math.floor(sizes.calls / 5), 20_000);
  await withoutIndexes(stores, async () => {
    await insertUsage(stores, accountIds, sizes);
    await insertTexts(stores);
    await insertCalls(stores, accountIds, sizes.calls, largeAccountCalls);
  });
  await stores.query('select count(call_search_refresh(id)) from (select id from calls order by created_at) call');
  await stores.query('vacuum analyze');
  const [largeAccount = '', typicalAccount = ''] = accountIds;
  return {
    largeAccount,
    typicalAccount,
    largeAccountCalls,
    typicalAccountCalls: Math.floor((sizes.calls - largeAccountCalls) / (sizes.accounts - 1)),
  };
}

/** Disables indexes and foreign keys while filling tables, because rebuilding indexes afterward is faster. */
async function withoutIndexes(stores: BenchStores, fill: () => Promise<void>): Promise<void> {
  await stores.query('set session_replication_role = replica');
  await stores.query(
    'update pg_index set indisready = false, indisvalid = false where indrelid = any($1::regclass[])',
    [TABLES],
  );
  await fill();
  await stores.query(`set maintenance_work_mem = '1GB'`);
  for (const table of TABLES) await stores.query(`reindex table ${table}`);
  await stores.query('set session_replication_role = default');
}

async function insertUsage(stores: BenchStores, accountIds: readonly string[], sizes: ReportSizes): Promise<void> {
  await stores.query(
    `
    insert into usage_daily (account_id, day, minutes, call_minutes, calls, instance_runs, api_calls)
    select account.id, current_date - day, amount.minutes, amount.minutes, (amount.minutes / 3)::int,
      (amount.minutes / 3)::int, 100
    from generate_series($1::int - 1, 0, -1) day cross join accounts account
    cross join lateral (select round((random() * 200)::numeric + 0 * day, 2) as minutes) amount
    order by day desc`,
    [sizes.days],
  );
  await stores.query(`
    insert into usage_weekly (account_id, week, minutes, call_minutes, calls)
    select account_id, date_trunc('week', day::timestamp)::date, sum(minutes), sum(call_minutes), sum(calls)
    from usage_daily group by 1, 2 order by 2, 1`);
  await stores.query(
    `
    insert into usage_hourly (hour, minutes, calls, instance_runs, requests)
    select hour, 5000, 1500, 1500, 8000
    from generate_series(date_trunc('hour', now(), 'UTC') - make_interval(days => $1::int), now(), '1 hour') hour`,
    [sizes.days],
  );
  await stores.query(
    `
    insert into usage_records (account_id, minutes, instance_runs, source, metadata, recorded_at)
    select ($1::uuid[])[1 + number % cardinality($1::uuid[])], 3.33, 1, 'n8n', '{"durationSeconds": 200}',
      now() - make_interval(secs => ($2::int - number)::float8 * $3::int * 86400 / $2::int)
    from generate_series(1, $2::int) number`,
    [accountIds, sizes.usageRecords, sizes.days],
  );
}

/** Word frequencies roughly follow Zipf's law: a few words occur in every text, and most in only a few. */
async function insertTexts(stores: BenchStores): Promise<void> {
  await stores.query(`
    create table bench_words as select number,
      (array['ba','co','du','fe','gi','lo','mu','na','pe','ri','so','tu','va','we','zo'])[1 + number * 7 % 15]
      || (array['n','r','st','l','m','t','ck','nd'])[1 + number * 3 % 8]
      || (array['a','e','i','o','u','er','ing','ed','or','le'])[1 + number * 11 % 10]
      || case when number > 300 then (array['ta','mi','ro','ven','lis','dor','pan'])[1 + number / 13 % 7] else '' end
      || case when number > 800 then (array['x','y','th','sh','qua'])[1 + number / 7 % 5] || number else '' end as word
    from generate_series(0, 2999) number`);
  await stores.query(
    `
    create table bench_texts as select text, (
      select string_agg(word, ' ') from generate_series(1, $1::int) word_index
      cross join lateral (select floor(power(random(), 4) * 3000)::int + 0 * word_index + 0 * text as number) chosen
      join bench_words using (number)) as words
    from generate_series(0, $2::int - 1) text`,
    [WORDS_PER_TEXT, TEXT_COUNT],
  );
  await stores.query('create unique index on bench_texts (text)');
  await stores.query('create unique index on bench_words (number)');
  await stores.query(
    `
    alter table bench_texts add segments jsonb`,
  );
  await stores.query(
    `
    update bench_texts set segments = (
      select jsonb_agg(jsonb_build_object('speaker', case when line % 2 = 0 then 'agent' else 'customer' end,
        'startMs', line * 5000, 'endMs', line * 5000 + 4900, 'text', text) order by line)
      from (
        select (position - 1) / $1::int as line, string_agg(word, ' ' order by position) as text
        from regexp_split_to_table(words, ' ') with ordinality word_of_text (word, position) group by 1) line_of_text)`,
    [WORDS_PER_SEGMENT],
  );
}

/** The large account's calls are spread over the entire period. */
async function insertCalls(
  stores: BenchStores,
  accountIds: readonly string[],
  calls: number,
  largeAccountCalls: number,
): Promise<void> {
  await stores.query(
    `
    insert into calls (account_id, source, external_id, state, direction, from_number, to_number, customer_name,
      recording_key, recording_sha256, recording_bytes,
      recording_type, duration_seconds, channel_count, attempts, result_run_number, created_at, occurred_at, started_at, finished_at)
    select ($1::uuid[])[case when number % ($2::int / $3::int) = 0 and number / ($2::int / $3::int) <= $3::int then 1
        else 2 + number % (cardinality($1::uuid[]) - 1) end],
      'n8n', number::text, 'completed', 'inbound',
      '+1555' || lpad((number::bigint * 7919 % 10000000)::text, 7, '0'), '+15557654321',
      (select initcap(word) from bench_words where bench_words.number = call.number * 7 % 300) || ' ' ||
        (select initcap(word) from bench_words where bench_words.number = call.number * 13 / 300 % 300),
      'recordings/none', repeat('f', 64), 1000000,
      'audio/mpeg', 200, 2, 1, 1, now() - ($2::int - number) * interval '30 seconds',
      now() - ($2::int - number) * interval '30 seconds' - interval '10 minutes', now(), now()
    from generate_series(1, $2::int) call (number)`,
    [accountIds, calls, largeAccountCalls],
  );
  await stores.query(`
    insert into transcripts
      (call_id, account_id, run_number, engine, language, duration_seconds, segments, text, created_at)
    select calls.id, calls.account_id, 1, 'bench', 'en', 200,
      segments || jsonb_build_array(jsonb_build_object('speaker', 'agent', 'startMs', 200000, 'endMs', 201000,
        'text', 'unique' || external_id || 'word')),
      'Agent: ' || words || ' unique' || external_id || 'word', created_at
    from calls join bench_texts on text = external_id::bigint * 31 % ${TEXT_COUNT} order by created_at`);
  await stores.query(`
    insert into analyses (call_id, account_id, run_number, engine, sentiment, confidence, summary, key_points, reason,
      outcome, follow_up, course, evidence, created_at)
    select calls.id, calls.account_id, 1, 'bench', 'positive', 0.9,
      customer_name || ' called about ' || left(words, 200) || '.', '["One point"]', 'A reason.',
      'An outcome.', '{"needed": false}', '[]', '[]', created_at
    from calls join bench_texts on text = external_id::bigint * 17 % ${TEXT_COUNT} order by created_at`);
}
