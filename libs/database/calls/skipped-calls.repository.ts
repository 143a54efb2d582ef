import { MIN_WORTHWHILE_SECONDS, type SkippedCalls } from '@ringwell/domain/calls/skipped-calls';

import { SqlRepository } from '../postgres/sql';

export class SkippedCallsRepository extends SqlRepository {
  /**
   * Counts a week's calls that were skipped as too short.
   * @param monday the week's Monday in the time zone, as YYYY-MM-DD
   */
  async countTooShort(accountId: string, monday: string, timeZone: string): Promise<SkippedCalls> {
    return this.onlyRow<SkippedCalls>(
      `
      select count(*)::int as calls, count(*) filter (where duration_seconds > ${MIN_WORTHWHILE_SECONDS})::int as longer
      from calls where account_id = $1 and skip_reason = 'too_short' and state = 'skipped' and source <> 'demo'
        and created_at >= (($2::date - 1)::timestamp at time zone 'UTC')
        and local_call_time(created_at, $3) >= $2::date and local_call_time(created_at, $3) < $2::date + 7`,
      [accountId, monday, timeZone],
    );
  }
}
