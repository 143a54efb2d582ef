import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { UsagePeriod } from '@ringwell/domain/usage-period';

import type { UsageRecord } from '../entities/usage.entity';
import { row, rows } from '../sql';

/** A record before it is stored. */
export type NewUsage = Pick<UsageRecord, 'callId' | 'minutes' | 'instanceRuns' | 'apiCalls' | 'source' | 'metadata' | 'callData'>;

@Injectable()
export class UsageRepository {
  constructor(private readonly manager: EntityManager) {}

  /**
   * Writes the record and adds it to the account's day, in the caller's transaction. A call that has its record already
   * is not counted again.
   * @returns whether a record was written
   */
  async record(userId: string, usage: NewUsage): Promise<boolean> {
    const written = await row<{ day: string }>(this.manager, `
      insert into usage_records (user_id, call_id, minutes, instance_runs, api_calls, source, metadata, call_data)
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict (call_id) do nothing
      returning to_char(recorded_at at time zone 'utc', 'YYYY-MM-DD') as day`,
    [userId, usage.callId, usage.minutes, usage.instanceRuns, usage.apiCalls, usage.source, usage.metadata, usage.callData]);
    if (!written) return false;
    await rows(this.manager, `
      insert into usage_daily as daily (user_id, day, minutes, calls, instance_runs, api_calls)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (user_id, day) do update set
        minutes = daily.minutes + excluded.minutes, calls = daily.calls + excluded.calls,
        instance_runs = daily.instance_runs + excluded.instance_runs, api_calls = daily.api_calls + excluded.api_calls`,
    [userId, written.day, usage.minutes, usage.callId ? 1 : 0, usage.instanceRuns, usage.apiCalls]);
    return true;
  }

  /** Minutes recorded in a period, as a number. */
  async minutesIn(userId: string, period: UsagePeriod): Promise<number> {
    const total = await row<{ minutes: string }>(this.manager, `
      select coalesce(sum(minutes), 0) as minutes from usage_daily where user_id = $1 and day >= $2 and day < $3`,
    [userId, utcDay(period.startsAt), utcDay(period.endsAt)]);
    return Number(total?.minutes ?? 0);
  }
}

function utcDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}
