import type { CallLabel } from '@ringwell/domain/calls/call-label';
import type { FollowUpEventType, FollowUpOutcome, FollowUpState } from '@ringwell/domain/follow-ups/follow-up';
import { foldName } from '@ringwell/domain/text/fold-name';

import { escapeLike, foldNameSql, SqlRepository } from '../postgres/sql';
import type { Customer } from './customer.entity';
import { HAS_TEAM_NOTE } from './team-note-sql';
import { WAITING_SQL } from './waiting-sql';

/** Sorts by latest call, most calls, highest risk, or name. */
export const CUSTOMER_SORTS = ['recent', 'calls', 'risk', 'name'] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

export interface CustomerFilter {
  /** Part of the name or of a number in any format. */
  search?: string;
  isAtRisk?: boolean;
  isWaiting?: boolean;
}

export type ListedCustomer = Pick<
  Customer,
  'id' | 'name' | 'isNameCorrected' | 'lastCalledAt' | 'recentCalls' | 'lastLabel' | 'risks'
> & {
  keys: string[];
  /** The waiting follow-up's id. */
  followUpId: string | null;
  snoozedUntil: Date | null;
  /** Position in the list: the sort values as strings. */
  position: string[];
};

export interface CustomerPosition {
  values: readonly string[];
  id: string;
}

export interface MonthlyLabel {
  /** A month, such as `2026-03`, in the account's time zone. */
  month: string;
  label: CallLabel;
  calls: number;
}

export interface CustomerPromise {
  id: string;
  promiseConfirmed: boolean | null;
  state: FollowUpState;
  outcome: FollowUpOutcome | null;
  dueAt: Date;
  snoozedUntil: Date | null;
  calledBackAt: Date | null;
  callId: string;
  openedAt: Date;
  what: string | null;
}

export interface CustomerNote {
  id: string;
  at: Date;
  type: FollowUpEventType;
  actor: string | null;
  note: string;
  followUpId: string;
}

interface Order {
  /** Sort columns, indexed together with the id. */
  columns: readonly string[];
  /** Return the SQL that converts a position back into sort values. */
  casts: readonly ((parameter: string) => string)[];
  direction: 'asc' | 'desc';
}

const LAST_CALLED_AT = 'customer.last_called_at';
const microsToTimestampSql = (micros: string): string =>
  `timestamptz 'epoch' + ${micros}::float8 * interval '1 microsecond'`;
const castParameter =
  (type: string) =>
  (parameter: string): string =>
    `${parameter}::${type}`;

const ORDERS: Record<CustomerSort, Order> = {
  recent: { columns: [LAST_CALLED_AT], casts: [microsToTimestampSql], direction: 'desc' },
  calls: {
    columns: ['customer.recent_calls', LAST_CALLED_AT],
    casts: [castParameter('integer'), microsToTimestampSql],
    direction: 'desc',
  },
  risk: {
    columns: ['customer.risk_count', LAST_CALLED_AT],
    casts: [castParameter('smallint'), microsToTimestampSql],
    direction: 'desc',
  },
  name: {
    columns: ['(customer.name is null)', foldNameSql(`coalesce(customer.name, '')`)],
    casts: [castParameter('boolean'), castParameter('text')],
    direction: 'asc',
  },
};

const toTextSql = (column: string): string =>
  column === LAST_CALLED_AT ? `(extract(epoch from ${LAST_CALLED_AT}) * 1000000)::bigint::text` : `${column}::text`;

const IS_WAITING_FOLLOW_UP = `account_id = customer.account_id and customer_id = customer.id and state in ${WAITING_SQL}`;

const COLUMNS = `
  customer.id, customer.name, customer.is_name_corrected as "isNameCorrected",
  customer.last_called_at as "lastCalledAt", customer.recent_calls as "recentCalls",
  customer.last_label as "lastLabel", customer.risks,
  array(select key from customer_keys
    where account_id = customer.account_id and customer_id = customer.id order by key) as keys,
  (select id from follow_ups where ${IS_WAITING_FOLLOW_UP}) as "followUpId",
  (select snoozed_until from follow_ups where ${IS_WAITING_FOLLOW_UP} and snoozed_until > now()) as "snoozedUntil"`;

const MAX_MOOD_CALLS = 2_000;

export class CustomerListsRepository extends SqlRepository {
  /** @param after the position of the last customer on the previous page */
  list(
    accountId: string,
    filter: CustomerFilter,
    sort: CustomerSort,
    limit: number,
    after?: CustomerPosition,
  ): Promise<ListedCustomer[]> {
    const { columns, casts, direction } = ORDERS[sort];
    const parameters: unknown[] = [accountId];
    const bind = (value: unknown): string => `$${parameters.push(value)}`;
    const conditions = ['customer.account_id = $1', `${LAST_CALLED_AT} is not null`, ...buildConditions(filter)];
    const order = [...columns, 'customer.id'];
    if (after) {
      const values = casts.map((cast, index) => cast(bind(after.values[index])));
      const comparison = direction === 'asc' ? '>' : '<';
      conditions.push(`(${order.join(', ')}) ${comparison} (${[...values, `${bind(after.id)}::uuid`].join(', ')})`);
    }
    const orderBy = `order by ${order.map((column) => `${column} ${direction}`).join(', ')}`;
    const orderedPage = `${orderBy} limit ${bind(limit)}`;
    const pages = buildSearchConditions(filter.search, bind).map(
      (condition) =>
        `(select customer.id from customers customer where ${[...conditions, condition].join(' and ')} ${orderedPage})`,
    );
    if (pages.length > 0) conditions.push(`customer.id in (${pages.join(' union ')})`);
    return this.rows(
      `
      with page as materialized (
        select customer.* from customers customer where ${conditions.join(' and ')} ${orderedPage}
      )
      select ${COLUMNS}, array[${columns.map(toTextSql).join(', ')}] as position from page customer ${orderBy}`,
      parameters,
    );
  }

  async find(accountId: string, id: string): Promise<ListedCustomer | null> {
    const row = await this.row<ListedCustomer>(
      `select ${COLUMNS}, '{}'::text[] as position from customers customer where account_id = $1 and id = $2`,
      [accountId, id],
    );
    return row ?? null;
  }

  listByKeys(accountId: string, keys: readonly string[]): Promise<ListedCustomer[]> {
    return this.rows(
      `
      select ${COLUMNS}, '{}'::text[] as position from customers customer
      where account_id = $1 and id in (select customer_id from customer_keys where account_id = $1 and key = any($2))
      order by ${LAST_CALLED_AT} desc nulls last, id`,
      [accountId, keys],
    );
  }

  /** Counts a customer's calls by month and label. */
  countLabels(accountId: string, customerId: string, since: Date, timeZone: string): Promise<MonthlyLabel[]> {
    return this.rows(
      `
      select to_char(local_call_time(call.at, $4), 'YYYY-MM') as month, count(*)::int as calls,
        case when analysis.needs_review then 'needs_review' else analysis.sentiment end as label
      from customer_keys cross join lateral (
          select id, least(occurred_at, created_at) as at, result_run_number from calls
          where account_id = $1 and customer_key = customer_keys.key and least(occurred_at, created_at) >= $3
          order by least(occurred_at, created_at) desc, id desc limit ${MAX_MOOD_CALLS}
        ) call
        join analyses analysis on analysis.call_id = call.id and analysis.run_number = call.result_run_number
      where customer_keys.account_id = $1 and customer_keys.customer_id = $2
      group by 1, 3`,
      [accountId, customerId, since, timeZone],
    );
  }

  listPromises(accountId: string, customerId: string, limit: number): Promise<CustomerPromise[]> {
    return this.rows(
      `
      select follow_up.id, follow_up.promise_confirmed as "promiseConfirmed", follow_up.state, follow_up.outcome, follow_up.due_at as "dueAt",
        follow_up.snoozed_until as "snoozedUntil", follow_up.called_back_at as "calledBackAt",
        follow_up.call_id as "callId", follow_up.opened_at as "openedAt", analysis.follow_up->>'what' as what
      from follow_ups follow_up join calls call on call.id = follow_up.call_id
        left join analyses analysis on analysis.call_id = call.id and analysis.run_number = call.result_run_number
      where follow_up.account_id = $1 and follow_up.customer_id = $2 and follow_up.promise_confirmed
      order by follow_up.opened_at desc, follow_up.id desc limit $3`,
      [accountId, customerId, limit],
    );
  }

  /** Lists team notes on a customer's follow-ups, or on the given follow-ups, newest first. */
  listNotes(
    accountId: string,
    scope: { customerId: string } | { followUpIds: readonly string[] },
    limit: number,
  ): Promise<CustomerNote[]> {
    const isCustomer = 'customerId' in scope;
    return this.rows(
      `
      select event.id, event.at, event.type, event.actor, event.note, event.follow_up_id as "followUpId"
      from follow_ups follow_up join follow_up_events event on event.follow_up_id = follow_up.id
      where follow_up.account_id = $1 and follow_up.${isCustomer ? 'customer_id = $2' : 'id = any($2::uuid[])'}
        and ${HAS_TEAM_NOTE}
      order by event.at desc, event.id desc limit $3`,
      [accountId, isCustomer ? scope.customerId : scope.followUpIds, limit],
    );
  }
}

const MIN_DIGITS = 3;

function buildConditions({ isAtRisk, isWaiting }: CustomerFilter): string[] {
  return [
    ...(isAtRisk ? ['customer.risk_count > 0'] : []),
    ...(isWaiting ? [`exists (select from follow_ups where ${IS_WAITING_FOLLOW_UP})`] : []),
  ];
}

// Returns one condition per way to match a search, so that PostgreSQL plans a separate query for each: it finds rare
// matches by index, and common ones early in list order.
function buildSearchConditions(search: string | undefined, bind: (value: unknown) => string): string[] {
  if (search === undefined) return [];
  const words = search.split(/\s+/).filter(Boolean);
  const names = words.map((word) => `customer.name ilike ${bind(toPattern(foldName(word).replaceAll('’', "'")))}`);
  // Names with accents, and in other scripts, by ix_customers_other_names. PostgreSQL overestimates how many there are, so
  // without `offset 0` it would compare the names of all customers in the order of the page.
  const otherNames = words.map((word) => `${foldNameSql('name')} like ${foldNameSql(bind(toPattern(word)))}`);
  const otherNamesSql = ['account_id = $1', 'octet_length(name) <> length(name)', ...otherNames].join(' and ');
  const digits = search.replace(/\D/g, '');
  const isPhoneNumber = digits.length >= MIN_DIGITS && !/\p{L}/u.test(search);
  const keys = [`key like ${bind(`id:${toPattern(search.trim())}`)}`];
  if (isPhoneNumber) keys.push(`key like ${bind(toPattern(digits))}`);
  return [
    names.join(' and ') || 'true',
    `customer.id in (select id from customers where ${otherNamesSql} offset 0)`,
    `exists (select from customer_keys
      where account_id = $1 and customer_id = customer.id and (${keys.join(' or ')}))`,
  ];
}

function toPattern(text: string): string {
  return `%${escapeLike(text)}%`;
}
