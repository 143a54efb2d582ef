import type { CallDirection } from '@ringwell/domain/calls/call';

import { WAITING_SQL } from '../customers/waiting-sql';
import { SqlRepository } from '../postgres/sql';

/** Leads to win back, excluding dismissed leads. */
export interface LeadCounts {
  opened: number;
  /** Number of leads that are still waiting for a callback. */
  waiting: number;
  won: number;
  /** Known and estimated revenue from won leads, in US cents. */
  broughtCents: number;
  /** Number of won leads valued as an average job, because their job's total is unknown. */
  estimated: number;
}

// Both queries only read an index.
const IN_PERIOD = `account_id = $1 and kind = 'lead' and opened_at >= $2 and opened_at < $3
  and ($4::text is null or direction = $4)`;

export class WonLeadsRepository extends SqlRepository {
  /** Counts leads to win back opened at or after `from` and before `before`. */
  async count(
    accountId: string,
    { from, before }: { from: Date; before: Date },
    direction: CallDirection | null = null,
  ): Promise<LeadCounts> {
    return this.onlyRow<LeadCounts>(
      `
      select * from (
        select count(*)::int as opened, (count(*) filter (where state in ${WAITING_SQL}))::int as waiting,
          (count(*) filter (where outcome = 'won'))::int as won
        from follow_ups where ${IN_PERIOD} and state <> 'dismissed') counted,
      (
        select coalesce(sum(brought_cents), 0)::float8 as "broughtCents",
          (count(brought_cents) filter (where is_estimate))::int as estimated
        from follow_ups where ${IN_PERIOD} and outcome = 'won') brought`,
      [accountId, from, before, direction],
    );
  }
}
