import { LIVE_STATUSES } from '@ringwell/domain/billing/subscription';
import { billingPeriod, type BillingMonths } from '@ringwell/domain/billing/usage-period';

import { SqlRepository } from '../postgres/sql';

interface LockedLedger extends BillingMonths {
  id: string;
  // PostgreSQL's current time.
  now: Date;
}

export interface UnmeteredSubscription {
  accountId: string;
  subscriptionId: string;
  customerId: string;
}

// Usage recorded before a ledger's end may be committed after it. No transaction takes this long.
const LATE_USAGE_INTERVAL = `interval '1 day'`;
const NEXT_DAY = `date_trunc('day', ledger.began_at, 'UTC') + interval '1 day'`;

// Seconds of usage in `ledger` recorded before a given time. Sums the first and last days' records, and the daily
// totals in between.
const usedSecondsSql = (until: string): string => `60 * (
  (select coalesce(sum(minutes), 0) from usage_records
    where account_id = ledger.account_id and recorded_at >= ledger.began_at and recorded_at < ${until}
      and recorded_at < ${NEXT_DAY})
  + (select coalesce(sum(minutes), 0) from usage_daily
    where account_id = ledger.account_id and day > (ledger.began_at at time zone 'utc')::date
      and day < (${until} at time zone 'utc')::date)
  + (select coalesce(sum(minutes), 0) from usage_records
    where account_id = ledger.account_id and recorded_at >= ${NEXT_DAY} and recorded_at >= date_trunc('day', ${until}, 'UTC')
      and recorded_at < ${until}))`;

/**
 * Maintains the ledgers, which determine who is charged for minutes and how many whole minutes to report.
 *
 * Counts all usage that users see as "Minutes Processed": calls, and usage posted by clients. Limits and notices are
 * based on the same number, so a bill with a different number would be hard to explain. Demo calls record no usage.
 */
export class MeteringRepository extends SqlRepository {
  /** Ends the ledgers of disabled accounts and of subscriptions that are no longer live. */
  async endLedgersWithoutSubscription(): Promise<void> {
    await this.rows(
      `
      update meter_ledgers ledger set ended_at = greatest(now(), ledger.began_at)
      from account_settings settings join accounts account on account.id = settings.account_id
      where settings.account_id = ledger.account_id and ledger.ended_at is null
        and (settings.subscription_status is null or settings.subscription_status <> all($1) or not account.is_active)`,
      [LIVE_STATUSES],
    );
  }

  /** Stops charging for usage from now on. The caller must hold the account's lock. */
  async endOpenLedger(accountId: string): Promise<void> {
    await this.rows(
      'update meter_ledgers set ended_at = greatest(now(), began_at) where account_id = $1 and ended_at is null',
      [accountId],
    );
  }

  /** Starts charging for usage from now on. The caller must hold the account's lock. */
  async startCharging(accountId: string): Promise<void> {
    await this.rows('update account_settings set charged_from = now() where account_id = $1', [accountId]);
  }

  /** Lists live subscriptions of enabled accounts without an open ledger, or with one for another subscription. */
  listUnmetered(): Promise<UnmeteredSubscription[]> {
    return this.rows<UnmeteredSubscription>(
      `
      select settings.account_id as "accountId", settings.stripe_subscription_id as "subscriptionId",
        settings.stripe_customer_id as "customerId"
      from account_settings settings join accounts account on account.id = settings.account_id and account.is_active
        left join meter_ledgers ledger on ledger.account_id = settings.account_id and ledger.ended_at is null
      where settings.subscription_status = any($1) and settings.stripe_subscription_id is not null
        and settings.stripe_customer_id is not null
        and (ledger.subscription_id, ledger.customer_id)
          is distinct from (settings.stripe_subscription_id, settings.stripe_customer_id)
      order by settings.account_id`,
      [LIVE_STATUSES],
    );
  }

  /**
   * Opens a ledger for a subscription and ends the previous one. Nothing is counted twice: usage recorded before a
   * previous ledger's end belongs to that ledger, and usage recorded while the account was disabled isn't charged. Run
   * this in a transaction, and hold the account's lock.
   * @param from start of the current billing period; earlier periods have already been invoiced
   * @returns false if it's no longer the account's live subscription, or the account is disabled
   */
  async openLedger({ accountId, subscriptionId, customerId }: UnmeteredSubscription, from: Date): Promise<boolean> {
    await this.endOpenLedger(accountId);
    return this.hasRow(
      `
      insert into meter_ledgers (account_id, subscription_id, customer_id, began_at)
      select $1, $2, $3, greatest(
        $4::timestamptz, settings.charged_from, (select max(ended_at) from meter_ledgers where account_id = $1))
      from account_settings settings join accounts account on account.id = settings.account_id and account.is_active
      where settings.account_id = $1 and subscription_status = any($5)
        and stripe_subscription_id = $2 and stripe_customer_id = $3
      returning id`,
      [accountId, subscriptionId, customerId, from, LIVE_STATUSES],
    );
  }

  /**
   * Adds the whole minutes that have accumulated since the last pass to the outbox. Leftover seconds carry over until
   * they make up a minute. Run this in a transaction, because the outbox and the ledgers must change together.
   *
   * Nothing is missed or reported twice, because no record is marked as reported: each pass sums all of a ledger's
   * usage and subtracts the minutes reported so far. A record that's committed late is included from then on. A
   * separate statement locks the ledgers, so the sums include what the previous worker added to the outbox. Skips
   * accounts that are being deleted or counted by another worker.
   *
   * Minutes used before the current billing period are reported with a timestamp in the previous one, even if they're
   * counted late, so that the bill matches the month in which users saw them. The same goes for calendar months, which
   * the usage report compares.
   * @returns the number of rows added to the outbox
   */
  async enqueueReports(): Promise<number> {
    const ledgers = await this.rows<LockedLedger>(
      `
      select ledger.id, now() as now, settings.current_period_start as "currentPeriodStart",
        settings.current_period_end as "currentPeriodEnd", settings.billing_anchor as "billingAnchor"
      from meter_ledgers ledger join accounts account on account.id = ledger.account_id
        join account_settings settings on settings.account_id = account.id
      where ledger.ended_at is null or ledger.ended_at > now() - ${LATE_USAGE_INTERVAL}
      order by ledger.account_id, ledger.id for key share of account skip locked for no key update of ledger skip locked`,
    );
    const monthStarts = ledgers.map(getMonthStarts);
    return this.countRows(
      `
      with counted as (
        select ledger.*, floor(${usedSecondsSql('ledger.until')} / 60)::int as minutes,
          floor(${usedSecondsSql('least(ledger.until, ledger.first_month)')} / 60)::int as minutes_before_first,
          floor(${usedSecondsSql('least(ledger.until, ledger.second_month)')} / 60)::int as minutes_before_second,
          (select max(recorded_at) from usage_records
            where account_id = ledger.account_id and recorded_at < ledger.until) as newest
        from (
          select ledgers.*, coalesce(ended_at, 'infinity') as until, first_month, second_month
          from meter_ledgers ledgers
            join unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) month_starts (id, first_month, second_month)
              using (id)
        ) ledger
      ), reports as (
        select counted.id, counted.account_id, counted.customer_id, part.minutes,
          greatest(part.used_at, counted.began_at) as used_at
        from counted
        cross join lateral (values
          (minutes_before_first - reported_minutes, least(first_month - interval '1 second', newest)),
          (minutes_before_second - greatest(reported_minutes, minutes_before_first),
            least(second_month - interval '1 second', newest)),
          (counted.minutes - greatest(reported_minutes, minutes_before_second), newest)
        ) part (minutes, used_at)
        where part.minutes > 0
      ), ledgers_updated as (
        update meter_ledgers ledger set reported_minutes = ledger.reported_minutes + added.minutes
        from (select id, sum(minutes)::int as minutes from reports group by id) added where ledger.id = added.id
      )
      insert into meter_outbox (account_id, ledger_id, customer_id, minutes, used_at)
      select account_id, id, customer_id, minutes, used_at from reports
      returning id`,
      [ledgers.map(({ id }) => id), monthStarts.map(([first]) => first), monthStarts.map(([, second]) => second)],
    );
  }
}

// Start of the current calendar month and of the current billing period, earliest first.
function getMonthStarts(ledger: LockedLedger): [Date, Date] {
  const { now } = ledger;
  const calendarMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const billingMonth = billingPeriod(ledger, now)?.startsAt ?? calendarMonth;
  return billingMonth < calendarMonth ? [billingMonth, calendarMonth] : [calendarMonth, billingMonth];
}
