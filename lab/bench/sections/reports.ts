import { mkdir } from 'node:fs/promises';

import type { EntityManager } from 'typeorm';

import { UsageReportsRepository } from '@ringwell/database/billing/usage-reports.repository';
import { UsageRepository } from '@ringwell/database/billing/usage.repository';
import { CallListsRepository } from '@ringwell/database/calls/call-lists.repository';
import { CallPassagesRepository } from '@ringwell/database/calls/call-passages.repository';
import { lastDays } from '@ringwell/domain/billing/usage-days';

import { withDataSource, withStores, type BenchContext } from '../bench-context';
import { assertDiskSpace, insertReportData, type ReportData, type ReportSizes } from '../report-data';
import { medianMs } from '../statistics';
import type { BenchStores } from '../stores';
import { atMost, formatNumber, type Table } from '../table';

const DEFAULT_SIZES: ReportSizes = { accounts: 2_000, days: 365, usageRecords: 300_000, calls: 50_000 };
const FULL_SIZES: ReportSizes = { accounts: 2_000, days: 365, usageRecords: 20_000_000, calls: 1_000_000 };
const RUNS = 15;
const DAY_MS = 86_400_000;
const PAGE_SIZE = 26;
const DEEP_OFFSET = 4_000;

export async function reports(context: BenchContext): Promise<void> {
  const sizes = context.isFull ? FULL_SIZES : DEFAULT_SIZES;
  await mkdir(context.target.folder, { recursive: true });
  await assertDiskSpace(context.target.folder, sizes);
  await withStores(context, async (stores) => {
    const data = await insertReportData(stores, sizes);
    await withDataSource(stores, async (dataSource) => {
      const { manager } = dataSource;
      await measureUsage(context.table, stores, manager, data, sizes);
      const repositories = { lists: new CallListsRepository(manager), passages: new CallPassagesRepository(manager) };
      await measureLists(context.table, stores, repositories, data, sizes);
    });
  });
}

async function measureUsage(
  table: Table,
  stores: BenchStores,
  manager: EntityManager,
  { largeAccount }: ReportData,
  sizes: ReportSizes,
): Promise<void> {
  const usage = new UsageReportsRepository(manager);
  const month = lastDays(30, new Date());
  const analyticsMs = await medianMs(RUNS, () => usage.listByAccount(month));
  const fromRecordsMs = await medianMs(2, () =>
    stores.query(
      'select account_id, sum(minutes) from usage_records where recorded_at >= $1 and recorded_at < $2 group by account_id',
      [month.from, month.until],
    ),
  );
  table.add({
    name: `analytics for 30 days, ${sizes.accounts.toLocaleString('en')} accounts`,
    measured: `${formatNumber(analyticsMs)} ms`,
    baseline: `from ${sizes.usageRecords.toLocaleString('en')} usage records: ${formatNumber(fromRecordsMs)} ms`,
    ...atMost(analyticsMs, 20, '<= 20 ms'),
  });
  const yearMs = await medianMs(5, () => usage.listByAccount(lastDays(365, new Date())));
  table.add({
    name: 'analytics for a year',
    measured: `${formatNumber(yearMs)} ms`,
    baseline: `${(sizes.accounts * sizes.days).toLocaleString('en')} rows in usage_daily`,
  });
  const chartMs = await medianMs(RUNS, () => usage.listDaysForAllAccounts(largeAccount, 30, new Date()));
  const usageRepository = new UsageRepository(manager);
  table.add({
    name: 'daily usage of all accounts, 30 days in a time zone',
    measured: `${formatNumber(chartMs)} ms`,
    baseline: `summing the hours, every 30 s: ${formatNumber(await medianMs(RUNS, () => usageRepository.updateHourlyTotals()))} ms`,
    ...atMost(chartMs, 20, '<= 20 ms'),
  });
  const noon = Date.parse(`${month.from}T12:00:00Z`); // a subscriber's billing period can begin at any time of day
  const ownMs = await medianMs(RUNS * 4, () =>
    usage.sumForPeriod(largeAccount, { startsAt: new Date(noon), endsAt: new Date(noon + 30 * DAY_MS) }),
  );
  table.add({
    name: 'own usage',
    measured: `${formatNumber(ownMs)} ms`,
    baseline: `an empty query: ${formatNumber(await medianMs(RUNS * 4, () => stores.query('select 1')))} ms`,
    ...atMost(ownMs, 2, '<= 2 ms'),
  });
}

async function measureLists(
  table: Table,
  stores: BenchStores,
  repositories: { lists: CallListsRepository; passages: CallPassagesRepository },
  data: ReportData,
  sizes: ReportSizes,
): Promise<void> {
  const { lists, passages } = repositories;
  const { largeAccount, typicalAccount, largeAccountCalls, typicalAccountCalls } = data;
  const filters = { isDemo: false };
  const firstPageMs = await medianMs(RUNS, () => lists.list(largeAccount, filters, PAGE_SIZE));
  table.add({
    name: `call list, first page of ${largeAccountCalls.toLocaleString('en')}`,
    measured: `${formatNumber(firstPageMs)} ms`,
  });
  const depth = Math.min(DEEP_OFFSET, largeAccountCalls - PAGE_SIZE);
  const [cursor] = (await lists.list(largeAccount, filters, depth)).slice(-1);
  const deepPageMs = await medianMs(RUNS, () => lists.list(largeAccount, filters, PAGE_SIZE, cursor));
  const offsetMs = await medianMs(RUNS, () =>
    stores.query(
      'select * from calls where account_id = $1 order by least(occurred_at, created_at) desc, id desc limit $2 offset $3',
      [largeAccount, PAGE_SIZE, depth],
    ),
  );
  table.add({
    name: `call list, page after ${depth.toLocaleString('en')} calls`,
    measured: `${formatNumber(deepPageMs)} ms`,
    baseline: `with OFFSET: ${formatNumber(offsetMs)} ms`,
    ...atMost(deepPageMs, 5, '<= 5 ms'),
  });

  const search = async (accountId: string, query: string): Promise<void> => {
    const calls = await lists.list(accountId, { ...filters, search: query }, PAGE_SIZE);
    await passages.find(accountId, calls.slice(0, PAGE_SIZE - 1), query);
  };
  const [uniqueWord] = await stores.query<{ words: string }>(
    `
    select 'unique' || external_id || 'word' as words from calls where account_id = $1 order by created_at limit 1`,
    [largeAccount],
  );
  const searches = [
    ['a word in one call', uniqueWord?.words ?? ''],
    ['a word in no call', 'nobodysaidthis'],
    ...(await selectWordsByFrequency(stores)),
    ...(await selectOtherSearches(stores, largeAccount)),
  ] as const;
  for (const [accountId, calls] of [
    [largeAccount, largeAccountCalls],
    [typicalAccount, typicalAccountCalls],
  ] as const) {
    for (const [label, text] of searches) {
      const searchMs = await medianMs(7, () => search(accountId, text));
      const scanMs = await medianMs(2, () =>
        stores.query(
          `
        select call.id from calls call join transcripts on call_id = call.id
        where call.account_id = $1 and (text || '') ilike '%' || $2::text || '%'
        order by call.created_at desc limit ${PAGE_SIZE}`,
          [accountId, text],
        ),
      ); // text || '' prevents the use of an index
      table.add({
        name: `search ${calls.toLocaleString('en')} of ${sizes.calls.toLocaleString('en')} calls for ${label}`,
        measured: `${formatNumber(searchMs)} ms`,
        baseline: `scanning only transcripts, without an index: ${formatNumber(scanMs)} ms`,
        ...atMost(searchMs, 50, '<= 50 ms'),
      });
    }
  }
}

async function selectWordsByFrequency(stores: BenchStores): Promise<[label: string, word: string][]> {
  const frequencies = await stores.query<{ word: string; fraction: number }>(`
    select word,
      (select count(*) from bench_texts where words like '%' || word || '%')::float8 /
      (select count(*) from bench_texts) as fraction
    from bench_words where number in (60, 250, 700, 1200, 1900, 2600, 2900)`);
  const findNearestWord = (targetFraction: number): { word: string; fraction: number } | undefined =>
    [...frequencies].sort(
      (a, b) => Math.abs(Math.log(a.fraction / targetFraction)) - Math.abs(Math.log(b.fraction / targetFraction)),
    )[0];
  return [1, 0.1, 0.04].map((targetFraction) => {
    const nearest = findNearestWord(targetFraction);
    return [`a word in ${formatNumber((nearest?.fraction ?? 0) * 100)} % of calls`, nearest?.word ?? ''];
  });
}

async function selectOtherSearches(stores: BenchStores, accountId: string): Promise<[label: string, search: string][]> {
  const [sample] = await stores.query<{ name: string; phone: string; phrase: string; beginning: string }>(
    `
    select customer_name as name, from_number as phone,
      (regexp_match(words, '(?:\\w+ ){200}(\\w+ \\w+ \\w+)'))[1] as phrase,
      (select left(word, -2) from bench_words where number = 1500) as beginning
    from calls join bench_texts on text = 1000 where account_id = $1 order by created_at limit 1`,
    [accountId],
  );
  const { name = '', phone = '', phrase = '', beginning = '' } = sample ?? {};
  return [
    ['three words as a phrase', `"${phrase}"`],
    ['three words in any order', phrase.split(' ').reverse().join(' ')],
    ['the beginning of a word', beginning],
    ['part of a phone number', phone.slice(-7)],
    ['a misspelled name', `${name.slice(0, 2)}${name.slice(3)}z`],
  ];
}
