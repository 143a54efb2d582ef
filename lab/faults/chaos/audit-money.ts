import { toBreaches, type Breach } from './breach';
import type { ChaosWorld } from './chaos-world';

interface AccountSums {
  accountId: string;
  minutes: number;
  dayMinutes: number;
  weekMinutes: number;
  records: number;
  dayCalls: number;
}

/** Checks that completed calls are counted once, sums match the records, and Stripe counts each minute once. */
export async function auditBilling({ faultWorld, vendors }: ChaosWorld): Promise<Breach[]> {
  const miscountedCalls = await faultWorld.query<{ id: string; records: number }>(`
    select calls.id, count(record.id)::int as records
    from calls left join usage_records record on record.call_id = calls.id
    where calls.result_run_number is not null group by calls.id having count(record.id) <> 1`);
  const unfinishedWithUsage = await faultWorld.query<{ id: string }>(`
    select calls.id from calls join usage_records record on record.call_id = calls.id
    where calls.result_run_number is null`);
  const amounts = await faultWorld.query<{ minutes: string; records: number }>(
    'select minutes::text as minutes, count(*)::int as records from usage_records group by minutes',
  );
  const accounts = await faultWorld.query<AccountSums>(`
    select account.id as "accountId",
      coalesce((select sum(minutes) from usage_records where account_id = account.id), 0)::float8 as minutes,
      coalesce((select sum(minutes) from usage_daily where account_id = account.id), 0)::float8 as "dayMinutes",
      coalesce((select sum(minutes) from usage_weekly where account_id = account.id), 0)::float8 as "weekMinutes",
      (select count(*) from usage_records where account_id = account.id)::int as records,
      coalesce((select sum(calls) from usage_daily where account_id = account.id), 0)::int as "dayCalls"
    from accounts account`);
  const sumChargedMinutes = (accountId: string): number =>
    vendors.stripe.meter.events
      .filter(({ customer }) => customer === `cus_${accountId}`)
      .reduce((sum, { value }) => sum + Number(value), 0);
  return [
    ...toBreaches(
      'a call with a result has one usage record',
      miscountedCalls.map(({ id, records }) => `${id} has ${records}`),
    ),
    ...toBreaches(
      'a call without a result has no usage record',
      unfinishedWithUsage.map(({ id }) => id),
    ),
    // All recordings have the same length.
    ...toBreaches(
      'each call costs the minutes of its recording',
      amounts.length > 1 ? amounts.map(({ minutes, records }) => `${records} records of ${minutes} minutes`) : [],
    ),
    ...toBreaches(
      'days and weeks are the sums of the usage records',
      accounts
        .filter((sums) => sums.dayMinutes !== sums.minutes || sums.weekMinutes !== sums.minutes)
        .concat(accounts.filter((sums) => sums.dayCalls !== sums.records))
        .map((sums) => JSON.stringify(sums)),
    ),
    ...toBreaches(
      'Stripe counts each whole minute once',
      accounts
        .filter(({ accountId, minutes }) => sumChargedMinutes(accountId) !== Math.floor(minutes))
        .map(({ accountId, minutes }) => `account ${accountId}: ${sumChargedMinutes(accountId)} of ${minutes} minutes`),
    ),
  ];
}
