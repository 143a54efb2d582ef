import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { partsOf } from '@ringwell/domain/usage-days';
import type { BillingMonths, UsagePeriod } from '@ringwell/domain/usage-period';

import type { AccountSettings } from '../accounts/account-settings.entity';
import type { User } from '../accounts/user.entity';
import { rows } from '../postgres/sql';

/** An account that goes by some number of minutes a month, and where it is told of them. */
export type NoticeAccount = { userId: string } & Pick<User, 'activatedAt' | 'createdAt'> &
  Pick<AccountSettings, 'usageLimitEnabled' | 'monthlyMinuteLimit' | 'subscriptionStatus'> &
  BillingMonths;

/** An account's usage month. */
export interface AccountPeriod {
  userId: string;
  period: UsagePeriod;
}

/** Usage of an account in its month, and what it has been told. */
export interface NoticedUsage {
  userId: string;
  minutes: number;
  /** Percent. */
  levels: number[];
}

/** What accounts were told of their usage. */
@Injectable()
export class UsageNoticesRepository {
  constructor(private readonly manager: EntityManager) {}

  /** Active accounts with a limit or a subscription, and an address to write to. */
  accounts(): Promise<NoticeAccount[]> {
    return rows<NoticeAccount>(
      this.manager,
      `
      select owner.id as "userId", owner.activated_at as "activatedAt", owner.created_at as "createdAt", settings.usage_limit_enabled as "usageLimitEnabled",
        settings.monthly_minute_limit as "monthlyMinuteLimit", settings.subscription_status as "subscriptionStatus",
        settings.current_period_start as "currentPeriodStart", settings.current_period_end as "currentPeriodEnd",
        settings.billing_anchor as "billingAnchor"
      from users owner join account_settings settings on settings.user_id = owner.id
      where owner.is_active and owner.status = 'active' and owner.email is not null and (settings.usage_limit_enabled or settings.subscription_status is not null)
      order by owner.id`,
    );
  }

  /** Of many accounts at once, in the order in which they are given. */
  usage(accounts: readonly AccountPeriod[]): Promise<NoticedUsage[]> {
    const parts = accounts.map(({ period }) => partsOf(period));
    return rows<NoticedUsage>(
      this.manager,
      `
      select asked.user_id as "userId", (
          (select coalesce(sum(minutes), 0) from usage_daily
            where user_id = asked.user_id and day >= asked.from_day and day < asked.until_day)
          + (select coalesce(sum(minutes), 0) from usage_records
            where user_id = asked.user_id and recorded_at >= asked.starts_at and recorded_at < asked.head_ends_at)
          + (select coalesce(sum(minutes), 0) from usage_records
            where user_id = asked.user_id and recorded_at >= asked.tail_starts_at and recorded_at < asked.ends_at)
        )::float8 as minutes,
        array(select level from usage_notices where user_id = asked.user_id and period_starts_at = asked.starts_at order by level) as levels
      from unnest(
          $1::uuid[], $2::date[], $3::date[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[], $7::timestamptz[]
        )
        with ordinality asked (user_id, from_day, until_day, starts_at, head_ends_at, tail_starts_at, ends_at, number)
      order by asked.number`,
      [
        accounts.map(({ userId }) => userId),
        parts.map(({ days }) => days.from),
        parts.map(({ days }) => days.until),
        accounts.map(({ period }) => period.startsAt),
        parts.map(({ head }) => head.endsAt),
        parts.map(({ tail }) => tail.startsAt),
        accounts.map(({ period }) => period.endsAt),
      ],
    );
  }

  /** The month is known to begin at another time than was thought; what was told in it stays told. */
  async move(userId: string, from: Date, to: Date): Promise<void> {
    if (from.getTime() === to.getTime()) return;
    await rows(
      this.manager,
      `
      with moved as (delete from usage_notices where user_id = $1 and period_starts_at = $2 returning level)
      insert into usage_notices (user_id, period_starts_at, level) select $1, $3, level from moved
      on conflict do nothing`,
      [userId, from, to],
    );
  }

  /** From now on the account counts as told of exactly these levels in this month. Hold the lock of the user. */
  async replace({ userId, period }: AccountPeriod, levels: readonly number[]): Promise<void> {
    await rows(
      this.manager,
      'delete from usage_notices where user_id = $1 and period_starts_at = $2 and level <> all($3)',
      [userId, period.startsAt, levels],
    );
    await rows(
      this.manager,
      `
      insert into usage_notices (user_id, period_starts_at, level) select $1, $2, unnest($3::integer[]) on conflict do nothing`,
      [userId, period.startsAt, levels],
    );
  }
}
