import { splitPeriod } from '@ringwell/domain/billing/usage-days';
import type { UsagePeriod } from '@ringwell/domain/billing/usage-period';

import { UsageRecord } from '../calls/usage.entity';
import { preparedRow } from '../postgres/prepared';
import { SqlRepository } from '../postgres/sql';

export type NewUsage = Pick<
  UsageRecord,
  'callId' | 'minutes' | 'instanceRuns' | 'apiCalls' | 'source' | 'metadata' | 'callData'
>;

/** Usage posted by a client. `minutes` is a decimal number as text, rounded to two places. */
export type PostedUsage = Pick<
  UsageRecord,
  'minutes' | 'instanceRuns' | 'apiCalls' | 'source' | 'metadata' | 'idempotencyKey' | 'requestHash'
>;

export interface ApiCallCount {
  accountId: string;
  /** The hour, which `utcHour` formats. */
  hour: string;
  apiCalls: number;
}

// Adds the inserted record to the totals for its week and UTC day. The day's row is locked after the week's, so that
// two records for the same account never deadlock.
const ADD_TO_TOTALS = `
  weekly as (
    insert into usage_weekly as weekly (account_id, week, minutes, call_minutes, calls)
    select account_id, date_trunc('week', recorded_at at time zone 'utc')::date, minutes,
      case when call_id is null then 0 else minutes end, num_nonnulls(call_id)
    from recorded
    on conflict (account_id, week) do update set
      minutes = weekly.minutes + excluded.minutes,
      call_minutes = weekly.call_minutes + excluded.call_minutes, calls = weekly.calls + excluded.calls
    returning account_id
  ), daily as (
    insert into usage_daily as daily (account_id, day, minutes, call_minutes, calls, instance_runs, api_calls)
    select account_id, (recorded_at at time zone 'utc')::date, minutes, case when call_id is null then 0 else minutes end,
      num_nonnulls(call_id), instance_runs, api_calls
    from recorded join weekly using (account_id)
    on conflict (account_id, day) do update set
      minutes = daily.minutes + excluded.minutes, call_minutes = daily.call_minutes + excluded.call_minutes,
      calls = daily.calls + excluded.calls, instance_runs = daily.instance_runs + excluded.instance_runs,
      api_calls = daily.api_calls + excluded.api_calls
  )`;

export class UsageRepository extends SqlRepository {
  /**
   * Records a call's usage in the caller's transaction. If a reprocessed call already has a record, it isn't counted
   * again, but the record's details are replaced.
   * @returns whether a record was inserted
   */
  async record(accountId: string, usage: NewUsage): Promise<boolean> {
    const insertedRecord = await preparedRow(
      this.manager,
      `
      with recorded as (
        insert into usage_records (account_id, call_id, minutes, instance_runs, api_calls, source, metadata, call_data)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        on conflict (call_id) do nothing
        returning account_id, call_id, minutes, instance_runs, api_calls, recorded_at
      ), record_updated as (
        update usage_records set metadata = $7, call_data = $8
          where account_id = $1 and call_id = $2 and not exists (select from recorded)
      ), ${ADD_TO_TOTALS}
      select from recorded`,
      [
        accountId,
        usage.callId,
        usage.minutes,
        usage.instanceRuns,
        usage.apiCalls,
        usage.source,
        usage.metadata,
        usage.callData,
      ],
    );
    return insertedRecord !== undefined;
  }

  hasRecordForCall(callId: string): Promise<boolean> {
    return this.manager.existsBy(UsageRecord, { callId });
  }

  /**
   * Records usage posted by a client, in the caller's transaction. Doesn't change the number of calls. If the account
   * has already used the idempotency key, returns the earlier record without writing anything.
   */
  async recordPosted(accountId: string, usage: PostedUsage): Promise<UsageRecord> {
    const insertedRecord = await this.row<{ id: string }>(
      `
      with recorded as (
        insert into usage_records (account_id, minutes, instance_runs, api_calls, source, metadata, idempotency_key,
          request_hash)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        on conflict (account_id, idempotency_key) where idempotency_key is not null do nothing
        returning id, account_id, call_id, minutes, instance_runs, api_calls, recorded_at
      ), ${ADD_TO_TOTALS}
      select id from recorded`,
      [
        accountId,
        usage.minutes,
        usage.instanceRuns,
        usage.apiCalls,
        usage.source,
        usage.metadata,
        usage.idempotencyKey,
        usage.requestHash,
      ],
    );
    return this.manager.findOneByOrFail(
      UsageRecord,
      insertedRecord ? { id: insertedRecord.id } : { accountId, idempotencyKey: usage.idempotencyKey ?? '' },
    );
  }

  /**
   * Adds API requests to many accounts' daily totals and to the hourly totals in one statement. Skips deleted accounts
   * and locks the others against deletion, always in the same order, so that API processes never deadlock.
   */
  async addApiCalls(counts: readonly ApiCallCount[]): Promise<void> {
    await this.rows(
      `
      with account as materialized (
        select id from accounts where id = any($1::uuid[]) order by id for key share
      ), counted as materialized (
        select account.id as account_id, counted.hour, counted.api_calls
        from account join unnest($1::uuid[], $2::timestamptz[], $3::bigint[]) as counted (account_id, hour, api_calls)
          on counted.account_id = account.id
      ), hourly as (
        insert into usage_hourly as hourly (hour, requests)
        select hour, sum(api_calls) from counted group by hour order by hour
        on conflict (hour) do update set requests = hourly.requests + excluded.requests
      )
      insert into usage_daily as daily (account_id, day, api_calls)
      select account_id, (hour at time zone 'utc')::date as day, sum(api_calls) from counted
      group by account_id, day order by account_id, day
      on conflict (account_id, day) do update set api_calls = daily.api_calls + excluded.api_calls`,
      [
        counts.map(({ accountId }) => accountId),
        counts.map(({ hour }) => hour),
        counts.map(({ apiCalls }) => apiCalls),
      ],
    );
  }

  /**
   * Sums all accounts' records since the hour before the last hour with usage. Safe to repeat: a later pass includes
   * records whose transactions committed late. Totals never decrease, even after an account's records are deleted.
   * Locks hours in the same order as `addApiCalls`. Counts records without a request hash as calls, because a deleted
   * call's record has no call id.
   */
  async updateHourlyTotals(): Promise<void> {
    await this.rows(
      `
      with last as (
        select coalesce(max(hour), '-infinity') - interval '1 hour' as hour from usage_hourly
        where minutes > 0 or instance_runs > 0 or posted_api_calls > 0
      ), part as (
        select part.* from last cross join accounts cross join lateral (
          select date_trunc('hour', recorded_at, 'UTC') as hour, sum(minutes) as minutes,
            count(*) filter (where request_hash is null) as calls, sum(instance_runs) as instance_runs,
            sum(api_calls) as api_calls
          from usage_records where account_id = accounts.id and recorded_at >= last.hour group by 1) part
      )
      insert into usage_hourly as hourly (hour, minutes, calls, instance_runs, posted_api_calls)
      select hour, sum(minutes), sum(calls), sum(instance_runs), sum(api_calls) from part group by hour order by hour
      on conflict (hour) do update set minutes = greatest(hourly.minutes, excluded.minutes),
        calls = greatest(hourly.calls, excluded.calls),
        instance_runs = greatest(hourly.instance_runs, excluded.instance_runs),
        posted_api_calls = greatest(hourly.posted_api_calls, excluded.posted_api_calls)
      where excluded.minutes > hourly.minutes or excluded.calls > hourly.calls
        or excluded.instance_runs > hourly.instance_runs or excluded.posted_api_calls > hourly.posted_api_calls`,
    );
  }

  async sumMinutes(accountId: string, period: UsagePeriod): Promise<number> {
    const { days, head, tail } = splitPeriod(period);
    const total = await this.row<{ minutes: string }>(
      `
      select (select coalesce(sum(minutes), 0) from usage_daily where account_id = $1 and day >= $2 and day < $3)
        + (select coalesce(sum(minutes), 0) from usage_records
          where account_id = $1 and recorded_at >= $4 and recorded_at < $5)
        + (select coalesce(sum(minutes), 0) from usage_records
          where account_id = $1 and recorded_at >= $6 and recorded_at < $7) as minutes`,
      [accountId, days.from, days.until, head.startsAt, head.endsAt, tail.startsAt, tail.endsAt],
    );
    return Number(total?.minutes ?? 0);
  }
}
