import { joinOwner } from '../accounts/account-owner';
import { SqlRepository } from '../postgres/sql';

export interface MeteredAccount {
  /** `null` for deleted accounts, whose reports are grouped by customer. */
  accountId: string | null;
  email: string | null;
  customerIds: string[];
  recorded: number;
  /** The part of `recorded` that's old enough to have been reported. */
  settled: number;
  /** Number of ledgers in the month. Each can leave up to a minute unreported. */
  ledgers: number;
  sent: number;
  /** Minutes that haven't been sent yet, or that are being sent and may have arrived. */
  pending: number;
  failed: number;
}

export interface FailedMeterEvent {
  id: string;
  email: string | null;
  customerId: string;
  minutes: number;
  usedAt: Date;
  errorMessage: string | null;
}

// Usage is reported every minute, so older usage should have been reported by now.
const SETTLED_AFTER = `interval '5 minutes'`;

/** Compares recorded with reported minutes. Sums the records rather than the daily totals that reports are based on. */
export class MeteringReportRepository extends SqlRepository {
  /** Lists accounts that were charged for usage in a month, and the customers of deleted accounts. */
  listAccounts(from: Date, until: Date): Promise<MeteredAccount[]> {
    return this.rows<MeteredAccount>(
      `
      with used as (
        select ledger.account_id, array_agg(distinct ledger.customer_id) as customers, count(*)::int as ledgers,
          sum(part.minutes) as recorded, sum(part.settled) as settled
        from meter_ledgers ledger cross join lateral (
          select coalesce(sum(minutes), 0) as minutes,
            coalesce(sum(minutes) filter (where recorded_at < now() - ${SETTLED_AFTER}), 0) as settled
          from usage_records where account_id = ledger.account_id
            and recorded_at >= greatest($1, ledger.began_at)
              and recorded_at < least($2, coalesce(ledger.ended_at, 'infinity'))
        ) part
        where ledger.began_at < $2 and coalesce(ledger.ended_at > $1, true)
        group by ledger.account_id
      ), reported as (
        select account_id, array_agg(distinct customer_id) as customers,
          coalesce(sum(minutes) filter (where state = 'sent'), 0) as sent,
          coalesce(sum(minutes) filter (where state in ('pending', 'sending')), 0) as pending,
            coalesce(sum(minutes) filter (where state = 'failed'), 0) as failed
        from meter_outbox where used_at >= $1 and used_at < $2
        group by account_id, case when account_id is null then customer_id end
      )
      select account_id as "accountId", owner.email,
        array(select distinct unnest(coalesce(used.customers, '{}') || coalesce(reported.customers, '{}'))
          order by 1) as "customerIds",
        coalesce(recorded, 0)::float8 as recorded, coalesce(settled, 0)::float8 as settled,
          coalesce(ledgers, 0) as ledgers,
        coalesce(sent, 0)::int as sent, coalesce(pending, 0)::int as pending, coalesce(failed, 0)::int as failed
      from used full join reported using (account_id) ${joinOwner('coalesce(used.account_id, reported.account_id)')}
      order by owner.email nulls last, account_id, "customerIds"`,
      [from, until],
    );
  }

  listFailedReports(from: Date, until: Date): Promise<FailedMeterEvent[]> {
    return this.rows<FailedMeterEvent>(
      `
      select event.id, owner.email, event.customer_id as "customerId", event.minutes, event.used_at as "usedAt",
        event.error_message as "errorMessage"
      from meter_outbox event ${joinOwner('event.account_id')}
      where event.state = 'failed' and event.used_at >= $1 and event.used_at < $2 order by event.used_at, event.id`,
      [from, until],
    );
  }
}
