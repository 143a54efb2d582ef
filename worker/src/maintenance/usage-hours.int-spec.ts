import { UsageReportsRepository } from '@ringwell/database/billing/usage-reports.repository';
import { UsageRepository, type NewUsage } from '@ringwell/database/billing/usage.repository';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { passOnce } from '../leader/testing/pass-once';
import { UsageHoursLoop } from './usage-hours.loop';

const COMMON_FIELDS = { instanceRuns: 1, apiCalls: 0, source: 'n8n', metadata: null };

describe('UsageHoursLoop', () => {
  const database = useTestDatabase();
  let usage: UsageRepository;
  let accountId: string;

  beforeEach(async () => {
    await database.query('truncate accounts, usage_hourly cascade');
    usage = new UsageRepository(database.manager);
    accountId = (await database.makeAccount()).account.id;
  });

  const updateHourlyTotals = (isLeader = true): Promise<void> =>
    passOnce(isLeader, (leader) => new UsageHoursLoop(leader, usage));
  async function recordCall(minutes: string): Promise<string> {
    const { id: callId } = await database.makeCall(accountId);
    await usage.record(accountId, { ...COMMON_FIELDS, callId, minutes, callData: null } satisfies NewUsage);
    return callId;
  }
  const recordUsageAt = (...hours: string[]): Promise<unknown> =>
    database.query(
      `insert into usage_records (account_id, minutes, instance_runs, source, recorded_at)
        select $1, 1, 1, 'n8n', hour from unnest($2::timestamptz[]) hour`,
      [accountId, hours],
    );
  /** Returns the calls per day in a time zone, for a number of days up to noon (UTC) on a given day. */
  async function countCallsPerDay(timeZone: string, days: number, lastDay: string): Promise<Record<string, number>> {
    const viewer = await database.makeAccount({ settings: { timeZone } });
    const reports = new UsageReportsRepository(database.manager);
    const dailyUsage = await reports.listDaysForAllAccounts(viewer.account.id, days, new Date(`${lastDay}T12:00:00Z`));
    return Object.fromEntries(dailyUsage.map(({ day, calls }) => [day, calls]));
  }
  const sumRecentUsage = async (): Promise<object> =>
    new UsageReportsRepository(database.manager).sumForAllAccounts(accountId, 2, new Date());

  it('sums recorded and posted usage once, and keeps usage from deleted calls', async () => {
    await recordCall('2.50');
    const deletedCallId = await recordCall('1.25');
    const postedUsage = { ...COMMON_FIELDS, minutes: '40', apiCalls: 7, idempotencyKey: null, requestHash: 'x' };
    await usage.recordPosted(accountId, postedUsage);
    await updateHourlyTotals();
    const totals = { minutes: 43.75, calls: 2, instanceRuns: 3, apiCalls: 7 };
    expect(await sumRecentUsage()).toEqual(totals);
    await database.query('delete from calls where id = $1', [deletedCallId]);
    await usage.recordPosted(accountId, { ...postedUsage, minutes: '0.25', instanceRuns: 0 });
    await updateHourlyTotals();
    expect(await sumRecentUsage()).toEqual({ ...totals, minutes: 44, apiCalls: 14 });
  });

  it('runs only on the leader', async () => {
    await recordCall('1');
    await updateHourlyTotals(false);
    expect(await sumRecentUsage()).toMatchObject({ calls: 0 });
  });

  it('counts a late record from the previous hour, and keeps usage from deleted accounts', async () => {
    await recordUsageAt('2026-03-10T10:30Z', '2026-03-10T11:01Z');
    await updateHourlyTotals();
    await recordUsageAt('2026-03-10T10:59Z');
    await updateHourlyTotals();
    await database.query('delete from accounts');
    accountId = (await database.makeAccount()).account.id;
    await recordUsageAt('2026-03-11T09:00Z');
    await updateHourlyTotals();
    expect(await countCallsPerDay('UTC', 2, '2026-03-11')).toEqual({ '2026-03-10': 3, '2026-03-11': 1 });
  });

  it("keeps a deleted account's usage in an hour shared with another account", async () => {
    await recordUsageAt('2026-03-10T10:30Z', '2026-03-10T11:01Z');
    const deletedAccountId = accountId;
    accountId = (await database.makeAccount()).account.id;
    await recordUsageAt('2026-03-10T10:40Z', '2026-03-10T11:10Z', '2026-03-10T11:20Z');
    await updateHourlyTotals();
    await database.query('delete from accounts where id = $1', [deletedAccountId]);
    await updateHourlyTotals();
    expect(await countCallsPerDay('UTC', 1, '2026-03-10')).toEqual({ '2026-03-10': 5 });
  });

  it('sums hours into days of 23, 24 and 25 hours in a time zone', async () => {
    await database.query(
      `insert into usage_records (account_id, minutes, instance_runs, source, recorded_at)
        select $1, 1, 1, 'n8n', hour from generate_series(timestamptz '2026-03-01 00:00Z', '2026-11-05 00:00Z', '1 hour') hour`,
      [accountId],
    );
    await updateHourlyTotals();
    const newYork = 'America/New_York';
    expect(await countCallsPerDay(newYork, 4, '2026-03-09')).toEqual({
      '2026-03-06': 24,
      '2026-03-07': 24,
      '2026-03-08': 23,
      '2026-03-09': 9, // from 0:00 EDT (4:00 UTC) to 12:00 UTC
    });
    expect(await countCallsPerDay(newYork, 3, '2026-11-02')).toEqual({
      '2026-10-31': 24,
      '2026-11-01': 25,
      '2026-11-02': 8,
    });
  });

  it('counts an hour on the day it begins in time zones with a half-hour offset', async () => {
    await recordUsageAt('2026-03-10T17:59Z', '2026-03-10T18:01Z', '2026-03-10T18:59Z', '2026-03-10T19:00Z');
    await updateHourlyTotals();
    expect(await countCallsPerDay('Asia/Kolkata', 2, '2026-03-11')).toEqual({ '2026-03-10': 3, '2026-03-11': 1 });
  });

  it('sums hours into UTC days for a time zone that PostgreSQL does not support', async () => {
    await recordUsageAt('2026-03-10T23:59Z', '2026-03-11T00:00Z');
    await updateHourlyTotals();
    expect(await countCallsPerDay('Mars/Olympus', 2, '2026-03-11')).toEqual({ '2026-03-10': 1, '2026-03-11': 1 });
  });
});
