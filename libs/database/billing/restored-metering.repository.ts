import { SqlRepository } from '../postgres/sql';

export interface RestoredLedger {
  id: string;
  customerId: string;
  beganAt: Date;
}

/** Aligns metering with Stripe after the database has been restored from a backup. */
export class RestoredMeteringRepository extends SqlRepository {
  /** Lists ledgers that are still counting minutes or have unsent reports. */
  listLedgers(): Promise<RestoredLedger[]> {
    return this.rows<RestoredLedger>(
      `
      select id, customer_id as "customerId", began_at as "beganAt" from meter_ledgers ledger
      where ended_at is null or ended_at > now() - interval '1 day' or exists (
        select from meter_outbox where ledger_id = ledger.id and state in ('pending', 'sending'))
      order by id`,
    );
  }

  /**
   * Drops unsent reports, which may have been sent since the backup, and treats Stripe's total as reported, so that
   * only minutes beyond it are reported from now on. Abandoned reports are still treated as reported. Run this in a
   * transaction.
   * @param stripeMinutes minutes by ledger
   * @returns the number of dropped reports
   */
  async reconcile(stripeMinutes: ReadonlyMap<string, number>): Promise<number> {
    const parameters = [[...stripeMinutes.keys()], [...stripeMinutes.values()].map(Math.floor)];
    return this.countRows(
      `
      with waiting as (
        delete from meter_outbox where state in ('pending', 'sending') and ledger_id = any($1::uuid[])
        returning id, ledger_id, minutes
      ), counted as (
        select ledger.id, ledger.account_id, ledger.customer_id,
          ledger.reported_minutes - coalesce((select sum(minutes) from waiting where ledger_id = ledger.id), 0)::int as sent,
          stripe.minutes + coalesce((
            select sum(minutes) from meter_outbox where ledger_id = ledger.id and state = 'failed'), 0)::int as received
        from meter_ledgers ledger join unnest($1::uuid[], $2::int[]) stripe (id, minutes) using (id)
      ), ledgers_updated as (
        update meter_ledgers ledger set reported_minutes = greatest(sent, received) from counted where ledger.id = counted.id
      ), taken_over as (
        insert into meter_outbox (account_id, ledger_id, customer_id, minutes, used_at, state, sent_at)
        select account_id, id, customer_id, received - sent, now(), 'sent', now() from counted where received > sent
      )
      select id from waiting`,
      parameters,
    );
  }
}
