import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { CallDirection, CallState } from '@ringwell/domain/call';
import type { Sentiment } from '@ringwell/domain/sentiment';

import type { CallAnalysis } from '../entities/call-analysis.entity';
import type { Call } from '../entities/call.entity';
import type { UsageCallData, UsageRecord } from '../entities/usage.entity';
import { rows } from '../sql';

/** Which calls of an account to list. What is left out does not narrow. */
export interface CallFilter {
  sentiments?: readonly Sentiment[];
  states?: readonly CallState[];
  direction?: CallDirection;
  /** Handed in at or after this. */
  receivedFrom?: Date;
  /** Handed in before this. */
  receivedBefore?: Date;
  /** Words in the transcript, the summary, the customer's name or a number. */
  search?: string;
  /** Demo calls belong to the time before an account was activated. */
  includesDemo: boolean;
}

/** Where in the list a call stands. */
export interface CallPosition {
  /** Microseconds since 1970 as digits: PostgreSQL's own precision, which a Date would cut off and so miss calls. */
  receivedAtMicros: string;
  id: string;
}

/** One call of a list. What comes of its analysis is there once a run was completed, and stays while another one is under way. */
export type ListedCall = CallPosition
  & Pick<Call, 'state' | 'source' | 'direction' | 'fromNumber' | 'toNumber' | 'customerName' | 'occurredAt' | 'createdAt' | 'durationSeconds'
    | 'skipReason' | 'errorCode' | 'errorMessage'>
  & { [Field in 'sentiment' | 'summary' | 'keyPoints' | 'followUp']: CallAnalysis[Field] | null };

/** A listed call with what was recorded of it. */
export type RecentCall = ListedCall & { minutes: UsageRecord['minutes'] | null; recordedAt: Date | null; callData: UsageCallData | null };

const COLUMNS = `
  call.id, call.state, call.source, call.direction, call.from_number as "fromNumber", call.to_number as "toNumber",
  call.customer_name as "customerName", call.occurred_at as "occurredAt", call.created_at as "createdAt",
  call.duration_seconds as "durationSeconds", call.skip_reason as "skipReason", call.error_code as "errorCode", call.error_message as "errorMessage",
  analysis.sentiment, analysis.summary, analysis.key_points as "keyPoints", analysis.follow_up as "followUp",
  (extract(epoch from call.created_at) * 1000000)::bigint::text as "receivedAtMicros"`;

const WITH_ANALYSIS = 'left join analyses analysis on analysis.call_id = call.id and analysis.run_number = call.result_run_number';

/** A search first reads the latest calls one by one: words that many have fill a page from there, at less than an index costs. */
const READ_CALLS = 100;
/** Then the index looks among so many of the latest calls that a page is expected to be found this often. */
const PAGES_EXPECTED = 2;

/** Conditions of one list, by what they need to know of a call. */
interface Conditions {
  /** Of `calls` alone. */
  calls: string[];
  /** Of the analysis as well. */
  analyses: string[];
}

/** Calls of an account, the one that was handed in last first. */
@Injectable()
export class CallListsRepository {
  constructor(private readonly manager: EntityManager) {}

  /** At most `limit` calls behind a position; from the first one without it. */
  async list(userId: string, filter: CallFilter, limit: number, after?: CallPosition): Promise<ListedCall[]> {
    const parameters: unknown[] = [userId];
    const bind = (value: unknown): string => `$${parameters.push(value)}`;
    const conditions = conditionsOf(filter, bind);
    if (after) {
      const receivedAt = `timestamptz 'epoch' + ${bind(after.receivedAtMicros)}::float8 * interval '1 microsecond'`;
      conditions.calls.push(`(call.created_at, call.id) < (${receivedAt}, ${bind(after.id)}::uuid)`);
    }
    const wanted = bind(limit);
    const find = (calls: string, where: string[]): Promise<ListedCall[]> => rows(this.manager, `
      select ${COLUMNS} from ${calls} call ${WITH_ANALYSIS} ${where.length > 0 ? `where ${where.join(' and ')}` : ''}
      order by call.created_at desc, call.id desc limit ${wanted}`, parameters);

    if (filter.search === undefined) return find('calls', [...conditions.calls, ...conditions.analyses]);
    const words = wordsOf(filter.search, bind);
    const latest = (columns: string): string => `
      select ${columns} from calls call where ${conditions.calls.join(' and ')} order by call.created_at desc, call.id desc`;
    const read = await find(`(${latest('*')} limit ${READ_CALLS})`, [...conditions.analyses, areIn(words)]);
    if (read.length === limit) return read;
    const findAmong = (since?: string): Promise<ListedCall[]> => find(`(${callsWith(words, since)})`, [...conditions.calls, ...conditions.analyses]);
    if (read.length > 0) {
      const calls = Math.ceil(PAGES_EXPECTED * limit * READ_CALLS / read.length);
      const found = await findAmong(`(${latest('created_at')} limit 1 offset ${calls})`);
      if (found.length === limit) return found;
    }
    return findAmong();
  }

  /** The latest calls, those that are still under way included. */
  listRecent(userId: string, limit: number, includesDemo: boolean): Promise<RecentCall[]> {
    return rows(this.manager, `
      select ${COLUMNS}, usage.minutes, usage.recorded_at as "recordedAt", usage.call_data as "callData"
      from calls call ${WITH_ANALYSIS} left join usage_records usage on usage.call_id = call.id
      where call.user_id = $1 and (call.source <> 'demo' or $3)
      order by call.created_at desc, call.id desc limit $2`, [userId, limit, includesDemo]);
  }
}

function conditionsOf(filter: CallFilter, bind: (value: unknown) => string): Conditions {
  const { sentiments, states, direction, receivedFrom, receivedBefore, includesDemo } = filter;
  return {
    calls: [
      'call.user_id = $1',
      ...(includesDemo ? [] : [`call.source <> 'demo'`]),
      ...(states ? [`call.state = any(${bind(states)})`] : []),
      ...(direction ? [`call.direction = ${bind(direction)}`] : []),
      ...(receivedFrom ? [`call.created_at >= ${bind(receivedFrom)}`] : []),
      ...(receivedBefore ? [`call.created_at < ${bind(receivedBefore)}`] : []),
    ],
    analyses: sentiments ? [`analysis.sentiment = any(${bind(sentiments)})`] : [],
  };
}

/** What is searched for, as the names of bound patterns. */
interface Words {
  pattern: string;
  /** The digits alone, when it may be a number. */
  digits?: string;
}

function wordsOf(search: string, bind: (value: unknown) => string): Words {
  const digits = PHONE_NUMBER.test(search) ? search.replace(/\D/g, '') : '';
  return { pattern: bind(`%${literal(search)}%`), ...(digits.length >= FEWEST_DIGITS && { digits: bind(`%${digits}%`) }) };
}

/** The words stand somewhere in a call. Read call by call. */
function areIn(words: Words): string {
  return `(${areInCall(words)} or analysis.summary ilike ${words.pattern}
    or (select text from transcripts where call_id = call.id and run_number = call.result_run_number) ilike ${words.pattern})`;
}

/**
 * The account's calls with the words, found by indexes that know the account. A result is written after its call was handed in; the hour
 * before is looked at as well, should the clock have been set back.
 * @param since finds the moment that calls were handed in at or after; all calls without it
 */
function callsWith(words: Words, since?: string): string {
  const calls = since ? 'and call.created_at >= (select created_at from since)' : '';
  const results = since ? `and ${hourOf('created_at')} >= ${hourOf('(select created_at from since)')} - interval '1 hour'` : '';
  return `
    with ${since ? `since as materialized (${since}),` : ''} result as materialized (
      select call_id, run_number from transcripts where user_id = $1 ${results} and text ilike ${words.pattern}
      union all
      select call_id, run_number from analyses where user_id = $1 ${results} and summary ilike ${words.pattern}
    ), found as materialized (
      select id from calls call where call.user_id = $1 ${calls} and ${areInCall(words)}
      union
      select call.id from result join calls call on call.id = result.call_id and call.result_run_number = result.run_number ${calls}
    )
    select call.* from found join calls call using (id)`;
}

/** As the index has it. */
function hourOf(moment: string): string {
  return `date_trunc('hour', ${moment} at time zone 'utc')`;
}

/**
 * In the name or a number, which are compared as one text with a sign between them that nobody types: three comparisons cost half as
 * much again. A number is also found by its digits, however either of the two is written.
 */
function areInCall({ pattern, digits }: Words): string {
  const texts = ['call.customer_name', 'call.from_number', 'call.to_number'].map((column) => `coalesce(${column}, '')`);
  const places = [
    `${texts.join(` || ${SEPARATOR} || `)} ilike ${pattern}`,
    ...(digits ? ['call.from_number', 'call.to_number'].map((column) => `regexp_replace(${column}, '\\D', '', 'g') like ${digits}`) : []),
  ];
  return `(${places.join(' or ')})`;
}

const SEPARATOR = `e'\\x1f'`;
const PHONE_NUMBER = /^[\d\s()+./-]+$/;
const FEWEST_DIGITS = 2;

/** Takes the meaning away that some characters have in a pattern. */
function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
