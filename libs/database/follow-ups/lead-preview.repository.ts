import { UNBOOKED } from '@ringwell/domain/calls/booking';
import {
  FOLLOW_UP_MAX_AGE_DAYS,
  HANG_UP_REASONS,
  HANG_UP_SECONDS,
  IMPORTED_AFTER_DAYS,
} from '@ringwell/domain/follow-ups/follow-up';

import { SqlRepository } from '../postgres/sql';

/** How many leads would have opened in the last `FOLLOW_UP_MAX_AGE_DAYS` days, and from which calls. */
export interface LeadPreview {
  /** Number of customers, who have at most one lead at a time. */
  customers: number;
  /** Calls from customers who wanted new work and didn't book. */
  unbooked: number;
  /** Calls from customers who hung up before anyone answered and didn't get through later. */
  hangUps: number;
  /** Calls whose booking is known. */
  judged: number;
}

const CALLED_AT = 'least(occurred_at, calls.created_at)';

export class LeadPreviewRepository extends SqlRepository {
  /** Excludes unhappy customers and calls that were old on arrival, because they don't open leads. */
  async count(accountId: string): Promise<LeadPreview> {
    return this.onlyRow<LeadPreview>(
      `
      with recent as materialized (
        select id, ${CALLED_AT} as at, direction, customer_key, result_run_number, state, skip_reason, duration_seconds,
          party_keys as keys, from_number
        from calls where account_id = $1 and ${CALLED_AT} >= now() - interval '${FOLLOW_UP_MAX_AGE_DAYS} days'
          and calls.created_at - ${CALLED_AT} <= interval '${IMPORTED_AFTER_DAYS} days'
          and is_import is null and direction is distinct from 'outbound' and source <> 'demo'
      ), judged as (
        select recent.customer_key, analyses.booking = any($2::text[])
            and (analyses.needs_review or analyses.sentiment <> 'negative') as is_lead
        from recent join analyses on analyses.call_id = recent.id and analyses.run_number = recent.result_run_number
        where analyses.booking is not null
      ), hung_up as (
        select keys[1] as customer_key from recent
        where state = 'skipped' and direction = 'inbound' and result_run_number is null and from_number ~ '[0-9]{5}'
          and (skip_reason = any($3::text[]) or skip_reason = 'too_short' and duration_seconds < ${HANG_UP_SECONDS})
          and not exists (select from calls later where later.account_id = $1 and later.customer_key = any(recent.keys)
            and least(later.occurred_at, later.created_at) > recent.at and later.result_run_number is not null)
      ), lead as (
        select customer_key from judged where is_lead union all select customer_key from hung_up
      )
      select (select count(*) from judged where is_lead)::int as unbooked, (select count(*) from hung_up)::int as "hangUps",
        (select count(*) from judged)::int as judged,
        (select count(distinct customer_key) + count(*) filter (where customer_key is null) from lead)::int as customers`,
      [accountId, UNBOOKED, HANG_UP_REASONS],
    );
  }
}
