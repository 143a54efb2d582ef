import { SqlRepository } from '../postgres/sql';
import type { MeterEvent } from './metering.entity';

export interface ClaimedMeterEvent extends Pick<MeterEvent, 'id' | 'customerId' | 'minutes' | 'usedAt' | 'attempts'> {
  wasUncertain: boolean;
}

export type AbandonedMeterEvent = Pick<MeterEvent, 'id' | 'accountId' | 'minutes' | 'errorCode'>;

/** An attempt's outcome. `refused`: the report didn't arrive. `unanswered`: the report may have arrived. */
export interface MeterOutcome {
  result: 'sent' | 'refused' | 'unanswered';
  delayMs?: number;
  error?: { code: string; message: string };
}

// No attempt takes longer. After this time, the worker is presumed dead.
const ATTEMPT_LEASE_SECONDS = 120;
// Stripe rejects a repeated identifier for at least 24 hours. An attempt that starts within 23 hours is safe.
const RESEND_HOURS = 23;
// Stripe accepts usage from the last 35 days.
const REPORT_DAYS = 34;

export const ABANDONMENT_MESSAGES = {
  METER_UNCONFIRMED:
    "Stripe didn't confirm these minutes within a day. They won't be sent again, because they may have arrived and " +
    "could be charged twice. Check the customer's minutes in Stripe's dashboard, and add any that are missing.",
  METER_TOO_LATE:
    "Stripe doesn't accept minutes that were used more than 35 days ago. " +
    "Charge them in Stripe's dashboard, or waive them.",
} as const;

export class MeterOutboxRepository extends SqlRepository {
  /**
   * Abandons reports that can no longer be sent safely: an earlier attempt may have arrived too long ago for Stripe to
   * recognize the duplicate, or the usage is too old.
   */
  abandonExpired(): Promise<AbandonedMeterEvent[]> {
    return this.rows<AbandonedMeterEvent>(
      `
      update meter_outbox set state = 'failed', error_code = reason.code, error_message = reason.message
      from (values ('METER_UNCONFIRMED', $1), ('METER_TOO_LATE', $2)) reason (code, message)
      where id in (
        select id from meter_outbox where state in ('pending', 'sending') and run_after <= now()
          and (uncertain_since <= now() - interval '${RESEND_HOURS} hours'
            or used_at <= now() - interval '${REPORT_DAYS} days')
        for update skip locked
      ) and reason.code = case when uncertain_since is null then 'METER_TOO_LATE' else 'METER_UNCONFIRMED' end
      returning id, account_id as "accountId", minutes, error_code as "errorCode"`,
      [ABANDONMENT_MESSAGES.METER_UNCONFIRMED, ABANDONMENT_MESSAGES.METER_TOO_LATE],
    );
  }

  /**
   * Claims due reports, oldest first. The `sending` state is committed before the request goes out. Includes dead
   * workers' reports and reports that may have arrived, because Stripe recognizes their identifiers. Run this outside a
   * transaction, after `abandonExpired`.
   */
  claimDue(limit: number): Promise<ClaimedMeterEvent[]> {
    return this.rows<ClaimedMeterEvent>(
      `
      with due as (
        select id, uncertain_since from meter_outbox where state in ('pending', 'sending') and run_after <= now()
          and coalesce(uncertain_since > now() - interval '${RESEND_HOURS} hours', true)
            and used_at > now() - interval '${REPORT_DAYS} days'
        order by run_after, id limit $1 for update skip locked
      )
      update meter_outbox event
        set state = 'sending', attempts = attempts + 1, uncertain_since = coalesce(due.uncertain_since, now()),
        run_after = now() + make_interval(secs => ${ATTEMPT_LEASE_SECONDS})
      from due where event.id = due.id
      returning event.id, event.customer_id as "customerId", event.minutes, event.used_at as "usedAt", event.attempts,
        due.uncertain_since is not null as "wasUncertain"`,
      [limit],
    );
  }

  /** Has no effect once another worker has taken over the report. */
  async recordOutcome(
    { id, attempts, wasUncertain }: ClaimedMeterEvent,
    { result, delayMs = 0, error }: MeterOutcome,
  ): Promise<void> {
    const state = result === 'sent' ? 'sent' : result === 'refused' && !wasUncertain ? 'pending' : 'sending';
    await this.rows(
      `
      update meter_outbox set state = $3, run_after = now() + make_interval(secs => $4::float8), error_code = $5,
        error_message = $6,
        uncertain_since = case when $3 = 'sending' then uncertain_since end,
          sent_at = case when $3 = 'sent' then now() end
      where id = $1 and attempts = $2 and state = 'sending'`,
      [id, attempts, state, delayMs / 1_000, error?.code ?? null, error?.message ?? null],
    );
  }
}
