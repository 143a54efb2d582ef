import type { CallbackResult } from '@ringwell/domain/follow-ups/follow-up';

import { happinessConditions, type HappinessFilter } from '../calls/happiness.repository';
import { SqlRepository } from '../postgres/sql';

/** Number of follow-ups for unhappy customers by callback result. Excludes dismissed follow-ups. */
export interface CallbackCounts {
  customers: number;
  /** Called back by the due time. */
  inTime: number;
  late: number;
  waiting: number;
  /** Closed without reaching the customer, as not needed, or while the customer was still unhappy. */
  never: number;
  /** Number of customers who were called back and recovered. */
  recovered: number;
  /** From the call that opened the follow-up to the callback, including nights. `null` if there were no callbacks. */
  medianMinutes: number | null;
}

// `called_back_at` is also set if the customer was still unhappy.
const CALLED_BACK_AT = `case when follow_up.outcome is distinct from 'still_unhappy' then follow_up.called_back_at end`;
const IN_TIME = `${CALLED_BACK_AT} <= follow_up.due_at`;

/** SQL conditions on a `follow_up` that hasn't been dismissed. */
const CALLBACK_CONDITIONS: Record<CallbackResult, string> = {
  all: 'true',
  in_time: IN_TIME,
  late: `${CALLED_BACK_AT} > follow_up.due_at`,
  waiting: `follow_up.state <> 'done'`,
  never: `follow_up.state = 'done' and ${CALLED_BACK_AT} is null`,
  recovered: `follow_up.outcome = 'recovered' and follow_up.called_back_at is not null`,
  won: `follow_up.outcome = 'won'`,
};

export function callbackResultSql(result: CallbackResult): string {
  return `(follow_up.state <> 'dismissed' and ${CALLBACK_CONDITIONS[result]})`;
}

export class CallbacksRepository extends SqlRepository {
  /**
   * Counts follow-ups opened at or after `from` and before `before`. The filter applies to the deciding call: the most
   * recent call of the most urgent kind.
   */
  async count(
    accountId: string,
    { from, before }: { from: Date; before: Date },
    filter: HappinessFilter = {},
  ): Promise<CallbackCounts> {
    const parameters: unknown[] = [accountId, from, before];
    const conditions = [
      `follow_up.account_id = $1 and follow_up.kind = 'unhappy' and follow_up.state <> 'dismissed'`,
      'follow_up.opened_at >= $2 and follow_up.opened_at < $3',
      ...decidingCallConditions(filter, (value) => `$${parameters.push(value)}`),
    ];
    return this.onlyRow<CallbackCounts>(
      `
      with callback as (
        select (date_part('epoch', ${CALLED_BACK_AT} - follow_up.opened_at) / 60)::int as minutes,
          ${IN_TIME} as in_time, follow_up.outcome = 'recovered' as recovered,
          follow_up.state = 'done' as done, count(*)::int as customers
        from follow_ups follow_up
        where ${conditions.join(' and ')}
        group by 1, 2, 3, 4
      ), ranked as (
        select minutes, sum(customers) over (order by minutes) as up_to, sum(customers) over () as total
        from callback where minutes is not null
      )
      select ${sumSql('true')} as customers, ${sumSql('in_time')} as "inTime", ${sumSql('not in_time')} as late,
        ${sumSql('not done')} as waiting, ${sumSql('done and in_time is null')} as never,
        ${sumSql('recovered and in_time is not null')} as recovered,
        (select min(minutes) from ranked where up_to * 2 >= total) as "medianMinutes"
      from callback`,
      parameters,
    );
  }
}

const sumSql = (condition: string): string => `coalesce(sum(customers) filter (where ${condition}), 0)::int`;

/**
 * Returns SQL conditions on the deciding call of `follow_up` in account `$1`. The direction is stored with the
 * follow-up, because calls aren't judged if the caller hung up. Filtering by agent reads all of the agent's calls,
 * since there are only a few.
 */
export function decidingCallConditions(
  { agentIds, direction }: HappinessFilter,
  bind: (value: unknown) => string,
): string[] {
  return [
    ...(direction === undefined ? [] : [`follow_up.direction = ${bind(direction)}`]),
    ...(agentIds
      ? [
          `follow_up.call_id in (select call_id from judged_calls judged
          where ${['account_id = $1', ...happinessConditions({ agentIds }, bind)].join(' and ')})`,
        ]
      : []),
  ];
}
