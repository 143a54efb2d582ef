import type { Evidence, PlannedFollowUp } from '@ringwell/domain/calls/analysis';
import type { CallDirection } from '@ringwell/domain/calls/call';
import type { Sentiment } from '@ringwell/domain/calls/sentiment';
import { type CallbackResult, type FollowUpKind, type FollowUpSection } from '@ringwell/domain/follow-ups/follow-up';

import { userNameOrEmailSql } from '../accounts/user-name-sql';
import type { HappinessFilter } from '../calls/happiness.repository';
import { WAITING_SQL } from '../customers/waiting-sql';
import { SqlRepository } from '../postgres/sql';
import { callbackResultSql, decidingCallConditions } from './callbacks.repository';
import { FollowUpEvent, type FollowUp } from './follow-up.entity';
import { isOverdueSql, isSnoozedSql } from './overdue-sql';
import {
  isInSectionSql,
  isLaterSql,
  LAST_TOUCHED,
  kindWeightSql,
  urgentFirstSql,
  urgentPageSql,
  type UrgencyDay,
} from './urgency';

/** `waiting` excludes snoozed follow-ups. */
export const FOLLOW_UP_LISTS = ['waiting', 'snoozed', 'closed', 'changed'] as const;
export type FollowUpList = (typeof FOLLOW_UP_LISTS)[number];

/** Direction and agents apply to the deciding call. */
export interface FollowUpFilter extends HappinessFilter {
  list?: FollowUpList;
  /** Limits the list to one section of the waiting follow-ups. */
  section?: FollowUpSection;
  kinds?: readonly FollowUpKind[];
  /** Null finds unassigned follow-ups. */
  assigneeId?: string | null;
  isOverdue?: boolean;
  customerId?: string;
  /** Finds follow-ups that contain one of these calls. */
  callIds?: readonly string[];
  callback?: CallbackResult;
  openedFrom?: Date;
  openedBefore?: Date;
}

export interface FollowUpPosition {
  /** Sort time in Unix microseconds, as digits. */
  timeMicros: string;
  id: string;
  /** Set in the list of waiting follow-ups. */
  section?: FollowUpSection;
  /** Set together with `section`. */
  weight?: number;
}

/** A follow-up with the displayed fields from its customer and deciding call. */
export type ListedFollowUp = FollowUpPosition &
  Pick<
    FollowUp,
    | 'customerId'
    | 'callId'
    | 'kind'
    | 'state'
    | 'outcome'
    | 'dueAt'
    | 'isPromisedTime'
    | 'promiseConfirmed'
    | 'callCount'
    | 'isDanger'
    | 'tries'
    | 'snoozedUntil'
    | 'assigneeId'
    | 'takenBy'
    | 'closedAt'
    | 'calledBackAt'
    | 'closedByCallId'
    | 'jobId'
    | 'isEstimate'
    | 'version'
    | 'openedAt'
    | 'updatedAt'
  > & {
    isOverdue: boolean;
    broughtCents: number | null;
    firstCalledAt: Date | null;
    assigneeName: string | null;
    customerName: string | null;
    /** The sender's id for a customer without a number. */
    customerReference: string | null;
    direction: CallDirection | null;
    fromNumber: string | null;
    toNumber: string | null;
    sentiment: Sentiment | null;
    needsReview: boolean | null;
    promise: PlannedFollowUp | null;
    evidence: Evidence[] | null;
  };

export interface FollowUpCounts {
  waiting: number;
  overdue: number;
  mine: number;
  unassigned: number;
  snoozed: number;
}

/** How many follow-ups an office has waiting, and how many customers it has called back since midnight. */
export interface TodayCounts extends Record<FollowUpSection, number> {
  snoozed: number;
  /** When the next snoozed follow-up returns. */
  backAt: Date | null;
  /** Time of the call that opened the oldest of the older follow-ups. Null if there are none. */
  oldestAt: Date | null;
  /** Customers who were reached and are no longer unhappy. */
  calledBack: number;
}

export const REVENUE_COLUMNS = `follow_up.job_id as "jobId", follow_up.brought_cents::float8 as "broughtCents",
  follow_up.is_estimate as "isEstimate"`;

const WAITING = `follow_up.state in ${WAITING_SQL}`;
const SNOOZED = isSnoozedSql('follow_up');
const OVERDUE = isOverdueSql('follow_up');

// Includes follow-ups whose assignee has left the account.
const NO_ASSIGNEE = '(follow_up.assignee_id is null and follow_up.taken_by is null)';

/** The displayed state of `follow_up`, which is open if its assignee has left. */
export const FOLLOW_UP_DISPLAY_STATE = `case when ${WAITING} and ${NO_ASSIGNEE} then 'open' else follow_up.state end`;

interface ListOrder {
  time: string;
  direction: 'asc' | 'desc';
  condition: string;
}

const WAITING_UNSNOOZED = `${WAITING} and not ${SNOOZED}`;

const ORDERS: Record<Exclude<FollowUpList, 'waiting'>, ListOrder> = {
  snoozed: { time: 'follow_up.snoozed_until', direction: 'asc', condition: `${WAITING} and ${SNOOZED}` },
  closed: { time: 'follow_up.closed_at', direction: 'desc', condition: 'follow_up.closed_at is not null' },
  // Skips the latest changes, because transactions may commit out of order.
  changed: {
    time: 'follow_up.updated_at',
    direction: 'asc',
    condition: `follow_up.updated_at < now() - interval '5 seconds'`,
  },
};

const DEFAULT_ORDER: ListOrder = { time: 'follow_up.opened_at', direction: 'desc', condition: 'true' };

const COLUMNS = `
  follow_up.id, follow_up.customer_id as "customerId", follow_up.call_id as "callId", follow_up.kind,
  ${FOLLOW_UP_DISPLAY_STATE} as state,
  follow_up.outcome, follow_up.due_at as "dueAt", follow_up.is_promised_time as "isPromisedTime",
  follow_up.promise_confirmed as "promiseConfirmed",
  follow_up.call_count as "callCount", follow_up.is_danger as "isDanger", follow_up.tries, follow_up.snoozed_until as "snoozedUntil",
  follow_up.assignee_id as "assigneeId", follow_up.taken_by as "takenBy", follow_up.closed_at as "closedAt",
  follow_up.called_back_at as "calledBackAt", follow_up.closed_by_call_id as "closedByCallId", follow_up.version,
  ${REVENUE_COLUMNS},
  follow_up.opened_at as "openedAt", follow_up.updated_at as "updatedAt", ${OVERDUE} as "isOverdue",
  (select min(called_at) from follow_up_calls where follow_up_id = follow_up.id) as "firstCalledAt",
  (select ${userNameOrEmailSql('users')} from users where users.id = follow_up.assignee_id) as "assigneeName",
  coalesce(customer.name, call.customer_name) as "customerName",
  (select substr(min(key), length('id:') + 1) from customer_keys
    where account_id = follow_up.account_id and customer_id = follow_up.customer_id
    having bool_and(starts_with(key, 'id:'))) as "customerReference", call.direction,
  call.from_number as "fromNumber", call.to_number as "toNumber", analysis.sentiment,
  analysis.needs_review as "needsReview", analysis.follow_up as promise,
  analysis.evidence`;

const FOLLOW_UP_JOINS = `follow_up join calls call on call.id = follow_up.call_id
  left join analyses analysis on analysis.call_id = call.id and analysis.run_number = call.result_run_number
  left join customers customer on customer.account_id = follow_up.account_id and customer.id = follow_up.customer_id`;

const FIRST_SECTION: FollowUpSection = 'today';
const MAX_WEIGHT = 9;

export class FollowUpListsRepository extends SqlRepository {
  /**
   * Lists waiting follow-ups that aren't snoozed, sorted by the cost of waiting.
   * @param after the position of the last follow-up on the previous page
   */
  listWaiting(
    accountId: string,
    filter: Omit<FollowUpFilter, 'list'>,
    day: UrgencyDay,
    limit: number,
    after?: FollowUpPosition,
  ): Promise<ListedFollowUp[]> {
    const parameters: unknown[] = [accountId];
    const bind = (value: unknown): string => `$${parameters.push(value)}`;
    const conditions = ['follow_up.account_id = $1', WAITING_UNSNOOZED, ...buildConditions(filter, bind)];
    if (filter.kinds) conditions.push(kindWeightSql(filter.kinds));
    const { section = FIRST_SECTION, weight = MAX_WEIGHT } = after ?? {};
    const position = after && { ...after, section, weight };
    const page = urgentPageSql(conditions, day, { section: filter.section, after: position, limit: bind(limit) }, bind);
    return this.rows(
      `
      with page as materialized (${page})
      select ${COLUMNS}, follow_up.section, follow_up.weight, (extract(epoch from follow_up.time) * 1000000)::bigint::text as "timeMicros"
      from page ${FOLLOW_UP_JOINS} ${urgentFirstSql('follow_up')}`,
      parameters,
    );
  }

  /**
   * Sorts snoozed follow-ups by when they return, changed follow-ups by when they changed, and all others newest first.
   * @param after the position of the last follow-up on the previous page
   */
  list(
    accountId: string,
    filter: Omit<FollowUpFilter, 'list'> & { list?: Exclude<FollowUpList, 'waiting'> },
    limit: number,
    after?: FollowUpPosition,
  ): Promise<ListedFollowUp[]> {
    const { time, direction, condition } = filter.list === undefined ? DEFAULT_ORDER : ORDERS[filter.list];
    const parameters: unknown[] = [accountId];
    const bind = (value: unknown): string => `$${parameters.push(value)}`;
    const conditions = ['follow_up.account_id = $1', condition, ...buildConditions(filter, bind)];
    if (after) {
      const afterTime = `timestamptz 'epoch' + ${bind(after.timeMicros)}::float8 * interval '1 microsecond'`;
      conditions.push(
        `(${time}, follow_up.id) ${direction === 'asc' ? '>' : '<'} (${afterTime}, ${bind(after.id)}::uuid)`,
      );
    }
    const order = `order by ${time} ${direction}, follow_up.id ${direction}`;
    return this.rows(
      `
      with page as materialized (
        select follow_up.* from follow_ups follow_up where ${conditions.join(' and ')} ${order} limit ${bind(limit)}
      )
      select ${COLUMNS}, (extract(epoch from ${time}) * 1000000)::bigint::text as "timeMicros"
      from page ${FOLLOW_UP_JOINS} ${order}`,
      parameters,
    );
  }

  async find(accountId: string, id: string): Promise<ListedFollowUp | null> {
    const [row] = await this.rows<ListedFollowUp>(
      `
      select ${COLUMNS}, '0' as "timeMicros"
      from follow_ups ${FOLLOW_UP_JOINS}
      where follow_up.account_id = $1 and follow_up.id = $2`,
      [accountId, id],
    );
    return row ?? null;
  }

  /** @param section limits the counts of follow-ups that aren't snoozed to this section */
  async count(
    accountId: string,
    userId: string,
    filter: Pick<FollowUpFilter, 'kinds' | 'assigneeId'> = {},
    section?: { name: FollowUpSection; day: UrgencyDay },
  ): Promise<FollowUpCounts> {
    const parameters: unknown[] = [accountId, userId];
    const conditions = [
      'account_id = $1',
      WAITING,
      ...buildConditions(filter, (value) => `$${parameters.push(value)}`),
    ];
    const isShownSql = `not ${SNOOZED}${section ? ` and ${isInSectionSql(section.name, section.day)}` : ''}`;
    return this.onlyRow<FollowUpCounts>(
      `
      select count(*) filter (where ${isShownSql})::int as waiting, count(*) filter (where ${isShownSql} and ${OVERDUE})::int as overdue,
        count(*) filter (where ${isShownSql} and assignee_id = $2)::int as mine,
        count(*) filter (where ${isShownSql} and ${NO_ASSIGNEE})::int as unassigned,
        count(*) filter (where ${SNOOZED})::int as snoozed
      from follow_ups follow_up where ${conditions.join(' and ')}`,
      parameters,
    );
  }

  async countToday(accountId: string, day: UrgencyDay & { midnight: Date }): Promise<TodayCounts> {
    return this.onlyRow<TodayCounts>(
      `
      with fresh as (
        select ${isLaterSql('$3::timestamptz')} as is_later from follow_ups follow_up
        where account_id = $1 and ${WAITING_UNSNOOZED} and ${LAST_TOUCHED} >= $2::timestamptz
      ), of_day as (
        select count(*) filter (where not is_later)::int as today, count(*) filter (where is_later)::int as later from fresh
      ), waiting as (
        select count(*) filter (where not ${SNOOZED})::int as shown, count(*) filter (where ${SNOOZED})::int as snoozed,
          min(snoozed_until) filter (where ${SNOOZED}) as back_at,
          min(opened_at) filter (where not ${SNOOZED} and ${LAST_TOUCHED} < $2::timestamptz) as oldest_at
        from follow_ups follow_up where account_id = $1 and ${WAITING}
      )
      select today, later, shown - today - later as older, snoozed, back_at as "backAt",
        oldest_at as "oldestAt",
        (select count(*)::int from follow_ups closed where closed.account_id = $1 and closed.closed_at >= $4
          and closed.state = 'done' and closed.called_back_at is not null and closed.outcome <> 'still_unhappy')
          as "calledBack"
      from of_day, waiting`,
      [accountId, day.start, day.end, day.midnight],
    );
  }

  /** Returns the history with the times of its calls, oldest entry first. */
  listEvents(followUpId: string): Promise<FollowUpEvent[]> {
    return this.manager
      .createQueryBuilder(FollowUpEvent, 'event')
      .leftJoin('event.call', 'call')
      .addSelect(['call.id', 'call.occurredAt', 'call.createdAt'])
      .where({ followUpId })
      .orderBy('event.at')
      .addOrderBy('event.id')
      .getMany();
  }

  async listCallIds(followUpId: string): Promise<Set<string>> {
    const rows = await this.rows<{ callId: string }>(
      `
      select call_id as "callId" from follow_up_calls where follow_up_id = $1
      union select closed_by_call_id from follow_ups where id = $1 and closed_by_call_id is not null`,
      [followUpId],
    );
    return new Set(rows.map(({ callId }) => callId));
  }
}

function buildConditions(filter: FollowUpFilter, bind: (value: unknown) => string): string[] {
  const { kinds, assigneeId, isOverdue, customerId, callIds, callback, openedFrom, openedBefore } = filter;
  return [
    ...(kinds ? [`follow_up.kind = any(${bind(kinds)})`] : []),
    ...(assigneeId === undefined
      ? []
      : [assigneeId === null ? NO_ASSIGNEE : `follow_up.assignee_id = ${bind(assigneeId)}`]),
    ...(isOverdue ? [OVERDUE] : []),
    ...(customerId === undefined ? [] : [`follow_up.customer_id = ${bind(customerId)}`]),
    ...(callIds === undefined ? [] : [containsCallSql(bind(callIds))]),
    ...(callback ? [callbackResultSql(callback)] : []),
    ...(openedFrom ? [`follow_up.opened_at >= ${bind(openedFrom)}`] : []),
    ...(openedBefore ? [`follow_up.opened_at < ${bind(openedBefore)}`] : []),
    ...decidingCallConditions(filter, bind),
  ];
}

function containsCallSql(callIds: string): string {
  return `(follow_up.closed_by_call_id = any(${callIds}::uuid[])
    or follow_up.id in (select follow_up_id from follow_up_calls where call_id = any(${callIds}::uuid[])))`;
}
