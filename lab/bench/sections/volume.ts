import { CallListsRepository } from '@ringwell/database/calls/call-lists.repository';
import { RetentionRepository } from '@ringwell/database/calls/retention.repository';

import { withDataSource, withStores, type BenchContext } from '../bench-context';
import { insertReportData } from '../report-data';
import { median, medianMs } from '../statistics';
import type { BenchStores } from '../stores';
import { atMost, formatNumber, type Table } from '../table';
import { insertEndedCalls } from '../volume-data';

const DEFAULT_CALLS = 1_000_000;
const FULL_CALLS = 20_000_000;
const SAMPLE_CALLS = 50_000;
const PAGE_SIZE = 26;
const SAMPLED_ACCOUNTS = 200;
const EXPIRED_PER_BATCH = 1_000;
const PASSES = 5;
const NEW_CALLS = 1_000;
const DELETED_CALLS = 20_000;

/** Measures disk space per call, and the cost of lists, retention and new calls among millions of calls. */
export async function volume(context: BenchContext): Promise<void> {
  await withStores(context, (stores) => measureSizes(context.table, stores));
  for (const calls of [DEFAULT_CALLS / 10, context.isFull ? FULL_CALLS : DEFAULT_CALLS])
    await withStores(context, (stores) => measureVolume(context.table, stores, calls));
}

async function measureSizes(table: Table, stores: BenchStores): Promise<void> {
  await insertReportData(stores, { accounts: 100, days: 1, usageRecords: 1, calls: SAMPLE_CALLS });
  await stores.query('vacuum full');
  const sizes = await stores.query<{ name: string; rows: number; indexes: number }>(`
    select relname as name, (pg_table_size(oid) / ${SAMPLE_CALLS}.0)::float8 as rows,
      (pg_indexes_size(oid) / ${SAMPLE_CALLS}.0)::float8 as indexes
    from pg_class where relname in ('calls', 'call_search', 'transcripts', 'analyses') order by 1`);
  for (const { name, rows, indexes } of sizes)
    table.add({
      name: `bytes per call in ${name}`,
      measured: `${formatNumber(rows)} and ${formatNumber(indexes)} of indexes`,
      baseline: `100,000,000 calls: ${formatNumber((rows + indexes) / 10)} GB`,
    });
}

async function measureVolume(table: Table, stores: BenchStores, calls: number): Promise<void> {
  const accountIds = await insertEndedCalls(stores, calls);
  const scopeLabel = `among ${calls.toLocaleString('en')} calls`;
  await withDataSource(stores, async (dataSource) => {
    const { manager } = dataSource;
    const lists = new CallListsRepository(manager);
    const sampledAccountIds = accountIds.filter(
      (_, index) => index % Math.ceil(accountIds.length / SAMPLED_ACCOUNTS) === 0,
    );
    const listPage = (accountId: string): Promise<unknown> => lists.list(accountId, { isDemo: false }, PAGE_SIZE);
    const firstMs = median(await timeEach(sampledAccountIds, listPage));
    const cachedMs = median(await timeEach(sampledAccountIds, listPage));
    table.add({
      name: `first page of a list, ${scopeLabel}`,
      measured: `${formatNumber(firstMs)} ms`,
      baseline: `second request: ${formatNumber(cachedMs)} ms`,
      ...atMost(firstMs, 50, '<= 50 ms'),
    });
    const retentionRepository = new RetentionRepository(manager);
    const emptyPassMs = await medianMs(PASSES, () => retentionRepository.expireTranscripts(731, EXPIRED_PER_BATCH));
    const expiryMs = await medianMs(PASSES, () => retentionRepository.expireTranscripts(700, EXPIRED_PER_BATCH));
    table.add({
      name: `retention expires ${EXPIRED_PER_BATCH.toLocaleString('en')} calls, ${scopeLabel}`,
      measured: `${formatNumber(expiryMs)} ms`,
      baseline: `a pass without due calls: ${formatNumber(emptyPassMs)} ms`,
    });
    const insertMs = await medianMs(PASSES, () =>
      stores.query(
        `insert into calls (account_id, source, recording_key)
        select ($1::uuid[])[1 + number * 7919 % cardinality($1::uuid[])], 'n8n', 'recordings/none'
        from generate_series(1, ${NEW_CALLS}) number`,
        [accountIds],
      ),
    );
    table.add({
      name: `a new call in one of ${accountIds.length.toLocaleString('en')} accounts, ${scopeLabel}`,
      measured: `${formatNumber(insertMs / NEW_CALLS)} ms`,
      baseline: 'a thousand per statement, including the search triggers',
    });
    await measureDeletion(table, stores, scopeLabel);
  });
}

/** Measures row-by-row deletion, which partitions would make unnecessary. */
async function measureDeletion(table: Table, stores: BenchStores, scopeLabel: string): Promise<void> {
  await stores.query(
    `create table oldest as select id from calls where state = 'completed' order by created_at limit ${DELETED_CALLS}`,
  );
  await stores.query('analyze oldest');
  const startedAt = performance.now();
  await stores.query('delete from calls using oldest where calls.id = oldest.id');
  const perSecond = DELETED_CALLS / ((performance.now() - startedAt) / 1_000);
  table.add({
    name: `calls deleted per second, ${scopeLabel}`,
    measured: formatNumber(perSecond),
    baseline: 'rows of calls only; dropping a partition is instant',
  });
}

async function timeEach<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (const item of items) {
    const startedAt = performance.now();
    await work(item);
    times.push(performance.now() - startedAt);
  }
  return times;
}
