import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { rows } from '../postgres/sql';
import type { MeterEvent } from './metering.entity';

/** A report that is being sent. */
export interface ClaimedMeterEvent extends Pick<MeterEvent, 'id' | 'customerId' | 'minutes' | 'usedAt' | 'attempts'> {
  /** Whether an earlier try may have arrived. */
  wasUncertain: boolean;
}

/** A report that nobody sends any more. */
export type AbandonedMeterEvent = Pick<MeterEvent, 'id' | 'userId' | 'minutes' | 'errorCode'>;

/** How a try ended. `refused`: it has not arrived. `unanswered`: nobody knows. */
export interface MeterOutcome {
  result: 'sent' | 'refused' | 'unanswered';
  /** Wait before the next try. */
  delayMs?: number;
  error?: { code: string; message: string };
}

/** Longer than a try takes; after this its worker counts as gone. */
const TRY_LEASE_SECONDS = 120;
/** Stripe knows an identifier again for at least 24 hours after it has come; a try that begins within this is inside of them. */
const RESEND_HOURS = 23;
/** Stripe takes what was used up to 35 days ago. */
const REPORT_DAYS = 34;

/** For people, when a report is given up. */
export const ABANDONED = {
  METER_UNCONFIRMED:
    'The payment provider has not confirmed these minutes for a day. They may have arrived, and are not sent again, as they could be ' +
    'charged twice. Compare with the minutes that Stripe shows for this customer, and add there what is missing.',
  METER_TOO_LATE:
    "The payment provider takes no minutes that were used more than 35 days ago. Charge them by hand in Stripe's dashboard, or leave them.",
} as const;

/** Minutes on their way to Stripe's meter. */
@Injectable()
export class MeterOutboxRepository {
  constructor(private readonly manager: EntityManager) {}

  /** Gives up what can be sent no more: what may have arrived too long ago for Stripe to know it again, and what is too old for it. */
  abandon(): Promise<AbandonedMeterEvent[]> {
    return rows<AbandonedMeterEvent>(
      this.manager,
      `
      update meter_outbox set state = 'failed', error_code = reason.code, error_message = reason.message
      from (values ('METER_UNCONFIRMED', $1), ('METER_TOO_LATE', $2)) reason (code, message)
      where id in (
        select id from meter_outbox where state in ('pending', 'sending') and run_after <= now()
          and (uncertain_since <= now() - interval '${RESEND_HOURS} hours' or used_at <= now() - interval '${REPORT_DAYS} days')
        for update skip locked
      ) and reason.code = case when uncertain_since is null then 'METER_TOO_LATE' else 'METER_UNCONFIRMED' end
      returning id, user_id as "userId", minutes, error_code as "errorCode"`,
      [ABANDONED.METER_UNCONFIRMED, ABANDONED.METER_TOO_LATE],
    );
  }

  /**
   * Takes reports that are due, the oldest first; that each is being sent is committed before it leaves. Among them are those whose
   * worker died, and those that may have arrived: Stripe knows their identifiers again. Run it outside of a transaction, after
   * `abandon`.
   */
  claimDue(limit: number): Promise<ClaimedMeterEvent[]> {
    return rows<ClaimedMeterEvent>(
      this.manager,
      `
      with due as (
        select id, uncertain_since from meter_outbox where state in ('pending', 'sending') and run_after <= now()
          and coalesce(uncertain_since > now() - interval '${RESEND_HOURS} hours', true) and used_at > now() - interval '${REPORT_DAYS} days'
        order by run_after, id limit $1 for update skip locked
      )
      update meter_outbox event set state = 'sending', attempts = attempts + 1, uncertain_since = coalesce(due.uncertain_since, now()),
        run_after = now() + make_interval(secs => ${TRY_LEASE_SECONDS})
      from due where event.id = due.id
      returning event.id, event.customer_id as "customerId", event.minutes, event.used_at as "usedAt", event.attempts,
        due.uncertain_since is not null as "wasUncertain"`,
      [limit],
    );
  }

  /** Notes how a try ended, unless another worker has taken the report over since. */
  async settle(
    { id, attempts, wasUncertain }: ClaimedMeterEvent,
    { result, delayMs = 0, error }: MeterOutcome,
  ): Promise<void> {
    const state = result === 'sent' ? 'sent' : result === 'refused' && !wasUncertain ? 'pending' : 'sending';
    await rows(
      this.manager,
      `
      update meter_outbox set state = $3, run_after = now() + make_interval(secs => $4::float8), error_code = $5, error_message = $6,
        uncertain_since = case when $3 = 'sending' then uncertain_since end, sent_at = case when $3 = 'sent' then now() end
      where id = $1 and attempts = $2 and state = 'sending'`,
      [id, attempts, state, delayMs / 1_000, error?.code ?? null, error?.message ?? null],
    );
  }
}
