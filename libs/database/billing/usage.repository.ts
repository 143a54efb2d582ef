import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { partsOf } from '@ringwell/domain/usage-days';
import type { UsagePeriod } from '@ringwell/domain/usage-period';

import { UsageRecord } from '../calls/usage.entity';
import { preparedRow } from '../postgres/prepared';
import { row, rows } from '../postgres/sql';

/** A record before it is stored. */
export type NewUsage = Pick<
  UsageRecord,
  'callId' | 'minutes' | 'instanceRuns' | 'apiCalls' | 'source' | 'metadata' | 'callData'
>;

/** Usage that a client tells of. Minutes are decimal text; more than two places are rounded. */
export type PostedUsage = Pick<
  UsageRecord,
  'minutes' | 'instanceRuns' | 'apiCalls' | 'source' | 'metadata' | 'idempotencyKey' | 'requestHash'
>;

/** Requests of one account on one UTC day. */
export interface ApiCallCount {
  userId: string;
  /** `YYYY-MM-DD` */
  day: string;
  apiCalls: number;
}

/**
 * Adds a record that was written to its week and its UTC day. The day waits for the week, so that two records of an account never
 * wait for each other.
 */
const COUNTED = `
  weekly as (
    insert into usage_weekly as weekly (user_id, week, minutes, call_minutes, calls)
    select user_id, date_trunc('week', recorded_at at time zone 'utc')::date, minutes, case when call_id is null then 0 else minutes end, num_nonnulls(call_id)
    from recorded
    on conflict (user_id, week) do update set
      minutes = weekly.minutes + excluded.minutes, call_minutes = weekly.call_minutes + excluded.call_minutes, calls = weekly.calls + excluded.calls
    returning user_id
  ), daily as (
    insert into usage_daily as daily (user_id, day, minutes, call_minutes, calls, instance_runs, api_calls)
    select user_id, (recorded_at at time zone 'utc')::date, minutes, case when call_id is null then 0 else minutes end, num_nonnulls(call_id), instance_runs, api_calls
    from recorded join weekly using (user_id)
    on conflict (user_id, day) do update set
      minutes = daily.minutes + excluded.minutes, call_minutes = daily.call_minutes + excluded.call_minutes,
      calls = daily.calls + excluded.calls, instance_runs = daily.instance_runs + excluded.instance_runs,
      api_calls = daily.api_calls + excluded.api_calls
  )`;

/** Writes what accounts use. Every method that writes keeps the account's day in step. */
@Injectable()
export class UsageRepository {
  constructor(private readonly manager: EntityManager) {}

  /**
   * Writes the record and adds it to the account's day, in the caller's transaction. A call that has its record already
   * is not counted again, but what the record tells of it is replaced: it was processed once more.
   * @returns whether a record was written
   */
  async record(userId: string, usage: NewUsage): Promise<boolean> {
    const written = await preparedRow(
      this.manager,
      `
      with recorded as (
        insert into usage_records (user_id, call_id, minutes, instance_runs, api_calls, source, metadata, call_data)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        on conflict (call_id) do nothing
        returning user_id, call_id, minutes, instance_runs, api_calls, recorded_at
      ), retold as (
        update usage_records set metadata = $7, call_data = $8 where user_id = $1 and call_id = $2 and not exists (select from recorded)
      ), ${COUNTED}
      select from recorded`,
      [
        userId,
        usage.callId,
        usage.minutes,
        usage.instanceRuns,
        usage.apiCalls,
        usage.source,
        usage.metadata,
        usage.callData,
      ],
    );
    return written !== undefined;
  }

  /** Whether a call was counted before. */
  hasRecordOf(callId: string): Promise<boolean> {
    return this.manager.existsBy(UsageRecord, { callId });
  }

  /**
   * Writes usage that a client tells of, in the caller's transaction; the day's number of calls stays. When the account has
   * used the idempotency key before, the earlier record is given back and nothing is written.
   */
  async post(userId: string, usage: PostedUsage): Promise<UsageRecord> {
    const written = await row<{ id: string }>(
      this.manager,
      `
      with recorded as (
        insert into usage_records (user_id, minutes, instance_runs, api_calls, source, metadata, idempotency_key, request_hash)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        on conflict (user_id, idempotency_key) do nothing
        returning id, user_id, call_id, minutes, instance_runs, api_calls, recorded_at
      ), ${COUNTED}
      select id from recorded`,
      [
        userId,
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
      written ? { id: written.id } : { userId, idempotencyKey: usage.idempotencyKey ?? '' },
    );
  }

  /**
   * Adds requests to the days of many accounts: all of them or none. Accounts that are gone are left out; the others are locked
   * first, so that none can be deleted meanwhile. Always in the same order, so that two API processes never wait for each other.
   */
  async addApiCalls(counts: readonly ApiCallCount[]): Promise<void> {
    await rows(
      this.manager,
      `
      with owner as materialized (
        select id from users where id = any($1::uuid[]) order by id for key share
      )
      insert into usage_daily as daily (user_id, day, api_calls)
      select owner.id, counted.day, counted.api_calls
      from owner join unnest($1::uuid[], $2::date[], $3::bigint[]) as counted (user_id, day, api_calls) on counted.user_id = owner.id
      order by owner.id, counted.day
      on conflict (user_id, day) do update set api_calls = daily.api_calls + excluded.api_calls`,
      [counts.map(({ userId }) => userId), counts.map(({ day }) => day), counts.map(({ apiCalls }) => apiCalls)],
    );
  }

  /** Minutes recorded in a period, as a number. Whole days are read by the day, those at its ends by the record. */
  async minutesIn(userId: string, period: UsagePeriod): Promise<number> {
    const { days, head, tail } = partsOf(period);
    const total = await row<{ minutes: string }>(
      this.manager,
      `
      select (select coalesce(sum(minutes), 0) from usage_daily where user_id = $1 and day >= $2 and day < $3)
        + (select coalesce(sum(minutes), 0) from usage_records
          where user_id = $1 and recorded_at >= $4 and recorded_at < $5)
        + (select coalesce(sum(minutes), 0) from usage_records
          where user_id = $1 and recorded_at >= $6 and recorded_at < $7) as minutes`,
      [userId, days.from, days.until, head.startsAt, head.endsAt, tail.startsAt, tail.endsAt],
    );
    return Number(total?.minutes ?? 0);
  }
}
