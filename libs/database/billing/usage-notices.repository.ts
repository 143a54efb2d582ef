import { splitPeriod } from '@ringwell/domain/billing/usage-days';
import type { BillingMonths, UsagePeriod } from '@ringwell/domain/billing/usage-period';

import type { Account } from '../accounts/account.entity';
import type { AccountSettings } from '../accounts/settings/account-settings.entity';
import { SqlRepository } from '../postgres/sql';

export type NoticeAccount = { accountId: string } & Pick<Account, 'activatedAt' | 'createdAt'> &
  Pick<
    AccountSettings,
    'usageLimitEnabled' | 'monthlyMinuteLimit' | 'subscriptionStatus' | 'timeZone' | 'movedPeriod'
  > &
  BillingMonths;

export interface AccountPeriod {
  accountId: string;
  period: UsagePeriod;
}

export interface UsageWithNotices {
  accountId: string;
  minutes: number;
  levels: number[];
}

export class UsageNoticesRepository extends SqlRepository {
  /** Lists active accounts that have a limit or a subscription, and an owner with an email address. */
  listAccounts(): Promise<NoticeAccount[]> {
    return this.rows<NoticeAccount>(
      `
      select account.id as "accountId", account.activated_at as "activatedAt", account.created_at as "createdAt",
        settings.usage_limit_enabled as "usageLimitEnabled",
        settings.monthly_minute_limit as "monthlyMinuteLimit", settings.subscription_status as "subscriptionStatus",
        settings.current_period_start as "currentPeriodStart", settings.current_period_end as "currentPeriodEnd",
        settings.billing_anchor as "billingAnchor", settings.time_zone as "timeZone",
        settings.moved_period as "movedPeriod"
      from accounts account join account_settings settings on settings.account_id = account.id
      where account.is_active and account.status = 'active' and exists (
          select from members join users on users.id = members.user_id
          where members.account_id = account.id and members.role = 'owner' and users.is_active and users.email is not null)
        and (settings.usage_limit_enabled or settings.subscription_status is not null)
      order by account.id`,
    );
  }

  /** Returns usage in the same order as `accounts`. */
  listUsage(accounts: readonly AccountPeriod[]): Promise<UsageWithNotices[]> {
    const splitPeriods = accounts.map(({ period }) => splitPeriod(period));
    return this.rows<UsageWithNotices>(
      `
      select requested.account_id as "accountId", (
          (select coalesce(sum(minutes), 0) from usage_daily
            where account_id = requested.account_id and day >= requested.from_day and day < requested.until_day)
          + (select coalesce(sum(minutes), 0) from usage_records
            where account_id = requested.account_id and recorded_at >= requested.starts_at
              and recorded_at < requested.head_ends_at)
          + (select coalesce(sum(minutes), 0) from usage_records
            where account_id = requested.account_id and recorded_at >= requested.tail_starts_at
              and recorded_at < requested.ends_at)
        )::float8 as minutes,
        array(select level from usage_notices
          where account_id = requested.account_id and period_starts_at = requested.starts_at order by level) as levels
      from unnest(
          $1::uuid[], $2::date[], $3::date[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[], $7::timestamptz[]
        )
        with ordinality requested (
          account_id, from_day, until_day, starts_at, head_ends_at, tail_starts_at, ends_at, number)
      order by requested.number`,
      [
        accounts.map(({ accountId }) => accountId),
        splitPeriods.map(({ days }) => days.from),
        splitPeriods.map(({ days }) => days.until),
        accounts.map(({ period }) => period.startsAt),
        splitPeriods.map(({ head }) => head.endsAt),
        splitPeriods.map(({ tail }) => tail.startsAt),
        accounts.map(({ period }) => period.endsAt),
      ],
    );
  }

  /** The caller must hold the account's lock. */
  async replaceLevels({ accountId, period }: AccountPeriod, levels: readonly number[]): Promise<void> {
    await this.rows('delete from usage_notices where account_id = $1 and period_starts_at = $2 and level <> all($3)', [
      accountId,
      period.startsAt,
      levels,
    ]);
    await this.rows(
      `
      insert into usage_notices (account_id, period_starts_at, level) select $1, $2, unnest($3::integer[])
        on conflict do nothing`,
      [accountId, period.startsAt, levels],
    );
  }
}
