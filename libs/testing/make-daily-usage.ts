import type { DataSource, EntityManager } from 'typeorm';

import { rows } from '@ringwell/database/postgres/sql';

/** Records usage in the first hour of the UTC day. */
export async function makeDailyUsage(
  { manager }: DataSource,
  accountId: string,
  day: string,
  usage: { minutes?: number; calls?: number; callMinutes?: number; runs?: number; apiCalls?: number },
): Promise<void> {
  const { minutes = 0, calls = 0, callMinutes = 0, runs = 0, apiCalls = 0 } = usage;
  await rows(
    manager,
    `
    with hourly as (
      insert into usage_hourly as hourly (hour, minutes, calls, instance_runs, requests)
      values ($2::date::timestamp at time zone 'utc', $3, $4, $6, $7)
      on conflict (hour) do update set minutes = hourly.minutes + excluded.minutes,
        calls = hourly.calls + excluded.calls, instance_runs = hourly.instance_runs + excluded.instance_runs,
        requests = hourly.requests + excluded.requests
    )
    insert into usage_daily (account_id, day, minutes, calls, call_minutes, instance_runs, api_calls)
    values ($1, $2, $3, $4, $5, $6, $7)`,
    [accountId, day, minutes, calls, callMinutes, runs, apiCalls],
  );
  await sumWeeklyUsage(manager);
}

export async function sumWeeklyUsage(manager: EntityManager): Promise<void> {
  await rows(
    manager,
    `
    insert into usage_weekly (account_id, week, minutes, call_minutes, calls)
    select account_id, date_trunc('week', day::timestamp)::date as week, sum(minutes), sum(call_minutes), sum(calls)
    from usage_daily
    group by account_id, week
    on conflict (account_id, week) do update
    set minutes = excluded.minutes, call_minutes = excluded.call_minutes, calls = excluded.calls`,
  );
}
