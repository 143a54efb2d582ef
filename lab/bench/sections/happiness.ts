import type { DataSource } from 'typeorm';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { BookingsRepository } from '@ringwell/database/calls/bookings.repository';
import { CallListsRepository } from '@ringwell/database/calls/call-lists.repository';
import { HappinessRepository } from '@ringwell/database/calls/happiness.repository';
import { CallbacksRepository } from '@ringwell/database/follow-ups/callbacks.repository';
import { WonLeadsRepository } from '@ringwell/database/follow-ups/won-leads.repository';
import { utcDay } from '@ringwell/domain/billing/usage-days';
import { addDays, getPreviousPeriod } from '@ringwell/domain/weekly-letters/report-period';

import { withDataSource, withStores, type BenchContext } from '../bench-context';
import { insertAccounts } from '../bench-data';
import { insertFollowUps, insertJudgedCalls } from '../happiness-data';
import { medianMs } from '../statistics';
import type { BenchStores } from '../stores';
import { atMost, formatNumber, type Table } from '../table';

const CALLS = 1_000_000;
const FOLLOW_UPS = 100_000;
const OTHER_ACCOUNTS = 2_000;
const CALLS_PER_OTHER_ACCOUNT = 500;
const RUNS = 15;
const PAGE_SIZE = 25;

/** Runs the happiness and bookings pages' queries for an account, first alone and then alongside many others. */
export async function happiness({ table, ...context }: BenchContext): Promise<void> {
  await withStores({ table, ...context }, async (stores) => {
    const [accountId = '', ...otherAccountIds] = await insertAccounts(stores, 1 + OTHER_ACCOUNTS);
    const countingMs = await insertJudgedCalls(stores, [accountId], CALLS);
    await insertFollowUps(stores, accountId, FOLLOW_UPS);
    await withDataSource(stores, async (dataSource) => {
      const bench = { table, stores, dataSource };
      const size = `${CALLS.toLocaleString('en')} calls`;
      await measurePages(bench, accountId, `${size}, ${FOLLOW_UPS.toLocaleString('en')} follow-ups`);
      await measureBookings(bench, accountId, size);
      await insertJudgedCalls(stores, otherAccountIds, CALLS_PER_OTHER_ACCOUNT);
      const otherAccountsLabel = `${OTHER_ACCOUNTS.toLocaleString('en')} accounts with ${CALLS_PER_OTHER_ACCOUNT} calls`;
      await measurePages(bench, accountId, `${size}, next to ${otherAccountsLabel}`);
    });
    table.add({
      name: 'recounting calls',
      measured: `${formatNumber(countingMs / CALLS)} ms per call`,
    });
  });
}

interface Bench {
  table: Table;
  stores: BenchStores;
  dataSource: DataSource;
}

async function measurePages({ table, stores, dataSource }: Bench, accountId: string, size: string): Promise<void> {
  const accounts = new AccountsRepository(dataSource.manager);
  const repository = new HappinessRepository(dataSource.manager);
  const callbacks = new CallbacksRepository(dataSource.manager);
  const to = utcDay(new Date());
  for (const [days, filter] of [
    [30, {}],
    [365, {}],
    [365, { direction: 'inbound' }],
  ] as const) {
    const period = { from: addDays(to, 1 - days), to };
    const cpuBefore = await stores.measureDatabaseCpuMs();
    const durationMs = await medianMs(RUNS, async () => {
      await accounts.findTimeZone(accountId);
      await repository.listDays(accountId, { from: getPreviousPeriod(period).from, to }, filter);
      await repository.listBreakdowns(accountId, period, filter);
      await repository.listMoments(accountId, period, filter);
      await callbacks.count(accountId, { from: new Date(period.from), before: new Date(addDays(to, 1)) }, filter);
      await repository.isRecounting(accountId);
    });
    const cpuMs = ((await stores.measureDatabaseCpuMs()) - cpuBefore) / (RUNS + 1);
    const countOnlyMs = await medianMs(2, () =>
      stores.query(
        `select label, count(*) from judged_calls where account_id = $1 and day between $2 and $3 group by label`,
        [accountId, period.from, period.to],
      ),
    );
    table.add({
      name: `page for ${days} days${'direction' in filter ? ', inbound' : ''}, ${size}`,
      measured: `${formatNumber(durationMs)} ms, processor ${formatNumber(cpuMs)} ms`,
      baseline: `counting the calls by label only: ${formatNumber(countOnlyMs)} ms`,
      ...atMost(durationMs, 50, '<= 50 ms'),
    });
  }
}

async function measureBookings({ table, stores, dataSource }: Bench, accountId: string, size: string): Promise<void> {
  const repository = new BookingsRepository(dataSource.manager);
  const leads = new WonLeadsRepository(dataSource.manager);
  const happinessRepository = new HappinessRepository(dataSource.manager);
  const accounts = new AccountsRepository(dataSource.manager);
  const to = utcDay(new Date());
  for (const [days, direction] of [
    [30, null],
    [365, null],
    [365, 'inbound'],
  ] as const) {
    const period = { from: addDays(to, 1 - days), to };
    const cpuBefore = await stores.measureDatabaseCpuMs();
    const durationMs = await medianMs(RUNS, async () => {
      await accounts.findTimeZone(accountId);
      await repository.listDays(accountId, { from: getPreviousPeriod(period).from, to }, direction);
      await repository.listBreakdowns(accountId, period, direction);
      await happinessRepository.isRecounting(accountId);
    });
    const cpuMs = ((await stores.measureDatabaseCpuMs()) - cpuBefore) / (RUNS + 1);
    const countOnlyMs = await medianMs(2, () =>
      stores.query(
        `select booking, count(*) from judged_calls where account_id = $1 and day between $2 and $3 group by booking`,
        [accountId, period.from, period.to],
      ),
    );
    table.add({
      name: `bookings for ${days} days${direction === null ? '' : `, ${direction}`}, ${size}`,
      measured: `${formatNumber(durationMs)} ms, processor ${formatNumber(cpuMs)} ms`,
      baseline: `counting the calls only: ${formatNumber(countOnlyMs)} ms`,
      ...atMost(durationMs, 50, '<= 50 ms'),
    });
  }
  const year = { from: new Date(addDays(to, -364)), before: new Date(addDays(to, 1)) };
  const countMs = await medianMs(RUNS, () => leads.count(accountId, year));
  table.add({
    name: `leads won back in 365 days, ${FOLLOW_UPS.toLocaleString('en')} follow-ups`,
    measured: `${formatNumber(countMs)} ms`,
    ...atMost(countMs, 50, '<= 50 ms'),
  });
  const lists = new CallListsRepository(dataSource.manager);
  const filter = { bookings: ['not_booked_unreached' as const], from: new Date(addDays(to, -364)), isDemo: false };
  const listMs = await medianMs(RUNS, () => lists.list(accountId, filter, PAGE_SIZE));
  table.add({
    name: `calls behind a number for 365 days, first page, ${size}`,
    measured: `${formatNumber(listMs)} ms`,
    ...atMost(listMs, 50, '<= 50 ms'),
  });
}
