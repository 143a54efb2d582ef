import { nearestWeeks, splitPeriod, utcDay, type DayRange } from '@ringwell/domain/billing/usage-days';
import type { UsagePeriod } from '@ringwell/domain/billing/usage-period';

import { joinOwner } from '../accounts/account-owner';
import { userNameSql } from '../accounts/user-name-sql';
import { SqlRepository } from '../postgres/sql';

export interface UsageTotals {
  minutes: number;
  calls: number;
  instanceRuns: number;
  apiCalls: number;
}

export interface DayUsage extends UsageTotals {
  /** `YYYY-MM-DD` */
  day: string;
}

export interface AccountUsage {
  /** The account's owner. */
  userId: string;
  userName: string | null;
  userEmail: string | null;
  minutes: number;
  calls: number;
  /** Average call length, ignoring minutes posted by clients. 0 if there are no calls. */
  averageCallMinutes: number;
}

export interface UserCounts {
  all: number;
  /** Enabled users who are members of an enabled account with status `active`. */
  active: number;
}

// The sums stay far below 2^53, so a number holds them exactly.
const TOTALS = `
  coalesce(sum(daily.minutes), 0)::float8 as minutes, coalesce(sum(daily.calls), 0)::float8 as calls,
  coalesce(sum(daily.instance_runs), 0)::float8 as "instanceRuns",
    coalesce(sum(daily.api_calls), 0)::float8 as "apiCalls"`;

const DAY_COLUMNS = `to_char(each.day, 'YYYY-MM-DD') as day, coalesce(minutes, 0) as minutes,
  coalesce(calls, 0) as calls, coalesce("instanceRuns", 0) as "instanceRuns", coalesce("apiCalls", 0) as "apiCalls"`;

// All accounts' usage in the last $2 days up to $3 (of all time if $2 is null), by day in account $1's time zone. An
// hour belongs to the day it starts in, so 23- and 25-hour days are complete, and in time zones offset by half an hour,
// a day includes the half hour after its end instead of the half hour after its start.
const LOCAL_DAYS = `
  viewer as (
    select zone, local_call_time($3, zone)::date - $2::int + 1 as first_day
    from (select (select time_zone from account_settings where account_id = $1) as zone) settings
  ), daily as (
    select day, minutes, calls, instance_runs, requests + posted_api_calls as api_calls
    from viewer
      join usage_hourly on hour <= $3 and hour >= coalesce((first_day - 1)::timestamp at time zone 'utc', '-infinity')
      cross join lateral (select local_call_time(hour, zone)::date as day) local
    where first_day is null or day >= first_day
  )`;

const NO_USAGE: UsageTotals = { minutes: 0, calls: 0, instanceRuns: 0, apiCalls: 0 };

/**
 * Sums usage for reports. Reads hourly, daily and weekly totals, so summing a year of a busy system takes milliseconds.
 * For a usage period that starts partway through a day, adds the partial days' records.
 */
export class UsageReportsRepository extends SqlRepository {
  async sumForAccount(accountId: string, { from, until }: DayRange): Promise<UsageTotals> {
    const totals = await this.row<UsageTotals>(
      `
      select ${TOTALS} from usage_daily daily where daily.account_id = $1 and daily.day >= $2 and daily.day < $3`,
      [accountId, from, until],
    );
    return totals ?? NO_USAGE;
  }

  /**
   * Returns one account's usage in a usage period. API requests are only counted per day and aren't charged, so the
   * whole first day is included. Counts records without a request hash as calls, because a deleted call's record has no
   * call id.
   */
  async sumForPeriod(accountId: string, period: UsagePeriod): Promise<UsageTotals> {
    const { days, head, tail } = splitPeriod(period);
    const totals = await this.row<UsageTotals>(
      `
      with daily as (
        select minutes, calls, instance_runs, api_calls from usage_daily where account_id = $1 and day >= $2 and day < $3
        union all
        select 0, 0, 0, api_calls from usage_daily where account_id = $1 and day >= $8 and day < $2
        union all
        select minutes, num_nulls(request_hash), instance_runs, 0 from usage_records
        where account_id = $1 and recorded_at >= $4 and recorded_at < $5
        union all
        select minutes, num_nulls(request_hash), instance_runs, 0 from usage_records
        where account_id = $1 and recorded_at >= $6 and recorded_at < $7
      ) select ${TOTALS} from daily`,
      [
        accountId,
        days.from,
        days.until,
        head.startsAt,
        head.endsAt,
        tail.startsAt,
        tail.endsAt,
        utcDay(period.startsAt),
      ],
    );
    return totals ?? NO_USAGE;
  }

  /**
   * Returns all accounts' usage.
   * @param viewerId the account whose time zone determines the days
   * @param days the number of days up to `now`; null for all time
   */
  async sumForAllAccounts(viewerId: string, days: number | null, now: Date): Promise<UsageTotals> {
    const totals = await this.row<UsageTotals>(`with ${LOCAL_DAYS} select ${TOTALS} from daily`, [viewerId, days, now]);
    return totals ?? NO_USAGE;
  }

  /** Returns one entry per day, including days without usage. */
  listDaysForAllAccounts(viewerId: string, days: number, now: Date): Promise<DayUsage[]> {
    return this.rows<DayUsage>(
      `
      with ${LOCAL_DAYS}, used as (select day, ${TOTALS} from daily group by day)
      select ${DAY_COLUMNS}
      from viewer
      cross join generate_series(first_day::timestamp, first_day + $2::int - 1, interval '1 day') as each (day)
      left join used on used.day = each.day::date
      order by each.day`,
      [viewerId, days, now],
    );
  }

  async countUsers(): Promise<UserCounts> {
    return this.onlyRow<UserCounts>(
      `
      select count(*)::int as "all", (count(*) filter (where users.is_active and exists (
        select from members join accounts on accounts.id = members.account_id
        where members.user_id = users.id and accounts.status = 'active' and accounts.is_active)))::int as active
      from users`,
    );
  }

  /**
   * Lists accounts with minutes or calls, sorted by minutes in descending order. Reads weekly totals, which have a
   * seventh of the rows, then adds the missing days and subtracts the extra ones. Includes the whole current week,
   * because there's no usage after today.
   */
  listByAccount(days: DayRange): Promise<AccountUsage[]> {
    const weeks = nearestWeeks(days);
    return this.rows<AccountUsage>(
      `
      with part as (
        select account_id, minutes, calls, call_minutes from usage_weekly where week >= $3 and week < $4
        union all
        select account_id, minutes, calls, call_minutes from usage_daily where day >= $1 and day < $3
        union all
        select account_id, -minutes, -calls, -call_minutes from usage_daily where day >= $3 and day < $1
        union all
        select account_id, -minutes, -calls, -call_minutes from usage_daily where day >= $2 and day < $4
      ), used as (
        select account_id, sum(minutes) as minutes, sum(calls) as calls, sum(call_minutes) as call_minutes from part
        group by account_id having sum(minutes) > 0 or sum(calls) > 0
      )
      select owner.id as "userId", ${userNameSql('owner')} as "userName",
        owner.email as "userEmail",
        used.minutes::float8 as minutes, used.calls::float8 as calls,
        coalesce(round(used.call_minutes / nullif(used.calls, 0), 2), 0)::float8 as "averageCallMinutes"
      from used ${joinOwner('used.account_id')}
      order by used.minutes desc, used.calls desc, used.account_id`,
      [days.from, days.until, weeks.from, weeks.until],
    );
  }

  /** Returns one entry per UTC day in the range, including days without usage. */
  listByDay(accountId: string, { from, until }: DayRange): Promise<DayUsage[]> {
    return this.rows<DayUsage>(
      `
      with used as (
        select daily.day, ${TOTALS} from usage_daily daily
        where daily.day >= $2 and daily.day < $3 and daily.account_id = $1 group by daily.day
      )
      select ${DAY_COLUMNS}
      from generate_series($2::date::timestamp, $3::date - interval '1 day', interval '1 day') as each (day)
      left join used on used.day = each.day::date
      order by each.day`,
      [accountId, from, until],
    );
  }
}
