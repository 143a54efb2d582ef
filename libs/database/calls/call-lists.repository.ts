import type { EntityManager } from 'typeorm';

import { ASKABLE_BOOKINGS, type AskedToBook, type Booking, type Reached } from '@ringwell/domain/calls/booking';
import type { BookingFactView } from '@ringwell/domain/calls/booking-fact';
import type { CallDirection, CallState, CallTime } from '@ringwell/domain/calls/call';
import type { CallLabel } from '@ringwell/domain/calls/call-label';
import type { StoredCorrection } from '@ringwell/domain/calls/label-correction';
import { SERVICE_TITAN_FIELD_NAMES, type ServiceTitanField } from '@ringwell/domain/calls/service-titan-fields';
import type { Topic } from '@ringwell/domain/calls/topic';

import { columnName } from '../postgres/column-name';
import { rows, SqlRepository } from '../postgres/sql';
import { AGENT_DISPLAY_NAME } from './agents.repository';
import { BOOKING_FACT_JSON, HAS_JOB } from './booking-fact-sql';
import type { CallAnalysis } from './call-analysis.entity';
import { CORRECTION_JSON } from './call-corrections.repository';
import {
  callMatchesSql,
  callsWithIdSql,
  matchingCallsSql,
  namedCustomersSql,
  NAME_SIMILARITY,
  SEARCH_READINGS,
  searchCondition,
  searchPage,
  type MatchedNumber,
  type SearchReading,
} from './call-search';
import type { Call } from './call.entity';
import { listServiceTitanFieldValues } from './list-service-titan-fields';
import type { UsageCallData, UsageRecord } from './usage.entity';

export interface CallFilter extends Partial<Record<ServiceTitanField, string>> {
  labels?: readonly CallLabel[];
  topics?: readonly Topic[];
  bookings?: readonly Booking[];
  /** Includes only calls whose booking makes it relevant; see `getAskedToBook`. */
  asked?: readonly AskedToBook[];
  /** Includes only outbound calls; see `getReached`. */
  reached?: readonly Reached[];
  /** Includes only calls whose job was matched by more than a phone number. */
  hasJob?: boolean;
  states?: readonly CallState[];
  direction?: CallDirection;
  agentIds?: readonly string[];
  /**
   * Day of the week the call took place, in the account's time zone: 1 for Monday to 7 for Sunday. Only matches labeled
   * calls.
   */
  weekday?: number;
  /** Hour of the day, like `weekday`: 9 for 9:00 to 9:59. */
  hour?: number;
  /** See `Call.customerKey`. */
  customerKeys?: readonly string[];
  /**
   * The sender's customer id or job id, such as ServiceTitan's, ignoring case, or the number of the job that the call
   * led to. Cannot be combined with `search`.
   */
  sourceId?: Parameters<typeof callsWithIdSql>[0];
  /** The time that `from`, `before` and the sort order use. Defaults to `startedAt`. */
  time?: CallTime;
  from?: Date;
  before?: Date;
  /** Words in the transcript, the summary, the customer's name, the phone numbers and the sender's ids. */
  search?: string;
  /** Demo accounts see only demo calls, and active accounts see all others. */
  isDemo: boolean;
}

export interface CallPosition {
  /** Unix microseconds, as digits. A `Date` only has milliseconds, so paging would skip calls. */
  timeMicros: string;
  id: string;
  /** How a search was interpreted. Defaults to `words`. */
  reading?: SearchReading;
}

/** A call in a list. The analysis fields are `null` until a run completes, and keep their values during later runs. */
export type ListedCall = CallPosition &
  Pick<
    Call,
    | 'state'
    | 'source'
    | 'direction'
    | 'fromNumber'
    | 'toNumber'
    | 'customerName' // the account's own name for the customer, if any
    | 'occurredAt'
    | 'createdAt'
    | 'durationSeconds'
    | 'jobId'
    | 'customerId'
    | 'customerKey'
    | 'skipReason'
    | 'skipLimit'
    | 'errorCode'
    | 'errorMessage'
  > & {
    /** The member's name, once the agent is matched to a member. */
    agentName: string | null;
    correction: StoredCorrection | null;
    /** See `normalizeBookingFact`. */
    bookingFact: BookingFactView | null;
  } & {
    [
      Field in
        | 'engine'
        | 'writer'
        | 'sentiment'
        | 'flags'
        | 'needsReview'
        | 'reviewReason'
        | 'topic'
        | 'booking'
        | 'asked'
        | 'reached'
        | 'summary'
        | 'keyPoints'
        | 'followUp'
        | 'evidence'
    ]: CallAnalysis[Field] | null;
  };

export type RecentCall = ListedCall & {
  minutes: UsageRecord['minutes'] | null;
  recordedAt: Date | null;
  callData: UsageCallData | null;
};

/**
 * SQL for the name of `call`'s customer, which the account may know even if the sender only gave a number. A call's key
 * is set with its first result. Before that, its number serves as the key if it has the same format.
 */
export const CUSTOMER_RECORD_NAME = `(
  select customers.name from customer_keys join customers on customers.account_id = customer_keys.account_id
    and customers.id = customer_keys.customer_id
  where customer_keys.account_id = call.account_id
    and customer_keys.key = coalesce(call.customer_key, 'tel:' || case call.direction
      when 'inbound' then call.from_number when 'outbound' then call.to_number end))`;

const COLUMNS = `
  call.id, call.state, call.source, call.direction, call.from_number as "fromNumber", call.to_number as "toNumber",
  coalesce(${CUSTOMER_RECORD_NAME}, call.customer_name) as "customerName", call.occurred_at as "occurredAt", call.created_at as "createdAt",
  call.duration_seconds as "durationSeconds", call.job_id as "jobId", call.customer_id as "customerId",
  call.customer_key as "customerKey", call.skip_reason as "skipReason", call.skip_limit as "skipLimit",
  call.error_code as "errorCode", call.error_message as "errorMessage", ${AGENT_DISPLAY_NAME} as "agentName",
  ${CORRECTION_JSON} as correction,
  ${BOOKING_FACT_JSON} as "bookingFact",
  analysis.sentiment, analysis.flags, analysis.needs_review as "needsReview", analysis.review_reason as "reviewReason",
  analysis.topic, analysis.booking, analysis.asked, analysis.reached, analysis.engine, analysis.writer, analysis.summary, analysis.key_points as "keyPoints",
  analysis.follow_up as "followUp", analysis.evidence`;

// Indexed expressions. A call can't have taken place after it arrived, regardless of the sender's clock.
const TIME_COLUMNS: Record<CallTime, string> = {
  startedAt: 'least(call.occurred_at, call.created_at)',
  receivedAt: 'call.created_at',
};

const WITH_ANALYSIS =
  'left join analyses analysis on analysis.call_id = call.id and analysis.run_number = call.result_run_number';

export class CallListsRepository extends SqlRepository {
  /** Lists calls newest first. `after` is the position of the previous page's last call. */
  async list(accountId: string, filter: CallFilter, limit: number, after?: CallPosition): Promise<ListedCall[]> {
    const query = buildListQuery(accountId, filter, limit, after);
    if (filter.sourceId)
      return this.fetchCalls(query, callsWithIdSql(filter.sourceId, query.parameters), query.conditionsOnCalls);
    if (filter.search === undefined) return this.fetchCalls(query, 'calls', query.conditionsOnCalls);
    for (const reading of after ? [after.reading ?? 'words'] : SEARCH_READINGS) {
      const calls = await this.search(query, filter.search, reading);
      if (calls.length > 0) return calls.map((call) => ({ ...call, reading }));
    }
    return [];
  }

  private search(list: ListQuery, text: string, reading: SearchReading): Promise<ListedCall[]> {
    if (reading !== 'similar') return this.searchWith(this.manager, list, text, reading);
    return this.manager.transaction(async (manager) => {
      await rows(manager, `set local pg_trgm.word_similarity_threshold = ${NAME_SIMILARITY}`);
      return this.searchWith(manager, list, text, reading);
    });
  }

  private async searchWith(
    manager: EntityManager,
    list: ListQuery,
    text: string,
    reading: SearchReading,
  ): Promise<ListedCall[]> {
    const { time, conditionsOnCalls, limit } = list;
    const query = { ...list, parameters: [...list.parameters] };
    const numbers = await findNumbersByName(manager, list.parameters[0], text, reading);
    const condition = searchCondition(text, reading, numbers, (value) => `$${query.parameters.push(value)}`);
    if (condition === undefined) return [];
    const latestCallsSql = (columns: string): string => `
      select ${columns} from calls call where ${conditionsOnCalls.join(' and ')} ${latestFirstSql(time)}`;
    const searchIndex = (calls?: number): Promise<ListedCall[]> => {
      const start = calls === undefined ? undefined : `(${latestCallsSql(`${time} as time`)} limit 1 offset ${calls})`;
      const matching = matchingCallsSql(condition, start === undefined ? undefined : { query: start, time });
      return this.fetchCalls(query, `(${matching})`, conditionsOnCalls, manager);
    };
    if (reading === 'similar') return searchIndex();
    const matchCondition = callMatchesSql(condition);
    return searchPage({
      limit,
      scanLatest: (calls) => this.fetchCalls(query, `(${latestCallsSql('*')} limit ${calls})`, [matchCondition]),
      hasMoreCallsThan: async (calls) =>
        (await this.rows(`${latestCallsSql('1')} limit 1 offset ${calls}`, list.callParameters)).length > 0,
      searchIndex,
    });
  }

  private fetchCalls(
    { time, conditionsOnAnalyses, limitParameter, parameters }: ListQuery,
    calls: string,
    conditions: readonly string[],
    manager = this.manager,
  ): Promise<ListedCall[]> {
    return rows(
      manager,
      `
      select ${columnsSql(time)} from ${calls} call ${WITH_ANALYSIS}
      where ${[...conditions, ...conditionsOnAnalyses].join(' and ')} ${latestFirstSql(time)} limit ${limitParameter}`,
      parameters,
    );
  }

  listFieldValues(accountId: string): Promise<Record<ServiceTitanField, string[]>> {
    return listServiceTitanFieldValues(this.manager, accountId);
  }

  /** Lists recent calls, including unfinished ones. */
  listRecent(accountId: string, limit: number, isDemo: boolean): Promise<RecentCall[]> {
    return this.rows(
      `
      select ${columnsSql(TIME_COLUMNS.startedAt)}, usage.minutes, usage.recorded_at as "recordedAt", usage.call_data as "callData"
      from calls call ${WITH_ANALYSIS} left join usage_records usage on usage.call_id = call.id
      where call.account_id = $1 and (call.source = 'demo') = $3
      order by ${TIME_COLUMNS.startedAt} desc, call.id desc limit $2`,
      [accountId, limit, isDemo],
    );
  }
}

async function findNumbersByName(
  manager: EntityManager,
  accountId: unknown,
  text: string,
  reading: SearchReading,
): Promise<MatchedNumber[]> {
  const parameters = [accountId];
  const namedCustomers = namedCustomersSql(text, reading, (value) => `$${parameters.push(value)}`);
  return namedCustomers === undefined ? [] : rows(manager, namedCustomers, parameters);
}

interface ListQuery {
  time: string;
  limit: number;
  /** Conditions on the call itself, which use only `callParameters`. */
  conditionsOnCalls: readonly string[];
  conditionsOnAnalyses: readonly string[];
  limitParameter: string;
  callParameters: readonly unknown[];
  parameters: unknown[];
}

function buildListQuery(accountId: string, filter: CallFilter, limit: number, after?: CallPosition): ListQuery {
  const parameters: unknown[] = [accountId];
  const bind = (value: unknown): string => `$${parameters.push(value)}`;
  const time = timeColumn(filter);
  const conditionsOnCalls = callConditions(filter, bind);
  if (after) {
    const position = `timestamptz 'epoch' + ${bind(after.timeMicros)}::float8 * interval '1 microsecond'`;
    conditionsOnCalls.push(`(${time}, call.id) < (${position}, ${bind(after.id)}::uuid)`);
  }
  const callParameters = [...parameters];
  const conditionsOnAnalyses = [
    ...(filter.labels ? [labelCondition(filter.labels, bind)] : []),
    ...(filter.topics ? [`analysis.account_id = $1 and analysis.topic = any(${bind(filter.topics)})`] : []),
    ...(filter.bookings ? [`analysis.account_id = $1 and analysis.booking = any(${bind(filter.bookings)})`] : []),
    ...(filter.asked
      ? [
          `analysis.account_id = $1 and analysis.booking = any(${bind(ASKABLE_BOOKINGS)}) and analysis.asked = any(${bind(filter.asked)})`,
        ]
      : []),
    ...(filter.reached ? [`analysis.account_id = $1 and analysis.reached = any(${bind(filter.reached)})`] : []),
  ];
  return {
    time,
    limit,
    conditionsOnCalls,
    conditionsOnAnalyses,
    limitParameter: bind(limit),
    callParameters,
    parameters,
  };
}

const latestFirstSql = (time: string): string => `order by ${time} desc, call.id desc`;

const timeColumn = ({ time = 'startedAt' }: CallFilter): string => TIME_COLUMNS[time];

function columnsSql(time: string): string {
  return `${COLUMNS}, (extract(epoch from ${time}) * 1000000)::bigint::text as "timeMicros"`;
}

// Separate conditions let PostgreSQL estimate how many calls match, unlike an expression that computes the label.
function labelCondition(labels: readonly CallLabel[], bind: (value: unknown) => string): string {
  const sentiments = labels.filter((label) => label !== 'needs_review');
  const conditions = [
    ...(sentiments.length < labels.length ? ['(analysis.needs_review and analysis.account_id = $1)'] : []),
    ...(sentiments.length > 0 ? [`(not analysis.needs_review and analysis.sentiment = any(${bind(sentiments)}))`] : []),
  ];
  return `(${conditions.join(' or ')})`;
}

// Unlike `any`, an equality condition preserves the index order.
function agentCondition(ids: readonly string[], bind: (value: unknown) => string): string {
  return ids.length === 1 ? `call.agent_id = ${bind(ids[0])}` : `call.agent_id = any(${bind(ids)}::uuid[])`;
}

function callConditions(filter: CallFilter, bind: (value: unknown) => string): string[] {
  const { states, direction, agentIds, customerKeys, from, before, isDemo } = filter;
  return [
    'call.account_id = $1',
    `call.source ${isDemo ? '=' : '<>'} 'demo'`,
    ...(states ? [`call.state = any(${bind(states)})`] : []),
    ...(direction ? [`call.direction = ${bind(direction)}`] : []),
    ...(agentIds ? [agentCondition(agentIds, bind)] : []),
    ...SERVICE_TITAN_FIELD_NAMES.flatMap((name) => {
      const value = filter[name];
      return value === undefined ? [] : [`call.${columnName(name)} = ${bind(value)}`];
    }),
    ...(filter.reached ? ["call.direction = 'outbound'"] : []),
    ...(filter.hasJob ? [HAS_JOB] : []),
    ...(customerKeys ? [`call.customer_key = any(${bind(customerKeys)})`] : []),
    ...(filter.weekday === undefined && filter.hour === undefined ? [] : [timeOfDayCondition(filter, bind)]),
    ...(from ? [`${timeColumn(filter)} >= ${bind(from)}`] : []),
    ...(before ? [`${timeColumn(filter)} < ${bind(before)}`] : []),
  ];
}

// Only finds judged calls, because their weekdays and hours are indexed. No time zone is more than a day from UTC.
function timeOfDayCondition(filter: CallFilter, bind: (value: unknown) => string): string {
  const { weekday, hour, time = 'startedAt', from, before } = filter;
  const appliesToStart = time === 'startedAt';
  const conditions = [
    'judged.account_id = $1',
    ...(hour === undefined ? [] : [`judged.hour = ${bind(hour)}`]),
    ...(weekday === undefined ? [] : [`extract(isodow from judged.day) = ${bind(weekday)}`]),
    ...(appliesToStart && from ? [`judged.day >= (${bind(from)}::timestamptz at time zone 'UTC')::date - 1`] : []),
    ...(appliesToStart && before ? [`judged.day <= (${bind(before)}::timestamptz at time zone 'UTC')::date + 1`] : []),
  ];
  return `call.id in (select judged.call_id from judged_calls judged where ${conditions.join(' and ')})`;
}
