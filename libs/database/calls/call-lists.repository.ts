import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { CallDirection, CallState } from '@ringwell/domain/call';
import type { Sentiment } from '@ringwell/domain/sentiment';

import { rows } from '../postgres/sql';
import type { CallAnalysis } from './call-analysis.entity';
import { areIn, callsWith, findWords, wordsOf } from './call-search';
import type { Call } from './call.entity';
import type { UsageCallData, UsageRecord } from './usage.entity';

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
export type ListedCall = CallPosition &
  Pick<
    Call,
    | 'state'
    | 'source'
    | 'direction'
    | 'fromNumber'
    | 'toNumber'
    | 'customerName'
    | 'occurredAt'
    | 'createdAt'
    | 'durationSeconds'
    | 'skipReason'
    | 'errorCode'
    | 'errorMessage'
  > & { [Field in 'sentiment' | 'summary' | 'keyPoints' | 'followUp']: CallAnalysis[Field] | null };

/** A listed call with what was recorded of it. */
export type RecentCall = ListedCall & {
  minutes: UsageRecord['minutes'] | null;
  recordedAt: Date | null;
  callData: UsageCallData | null;
};

const COLUMNS = `
  call.id, call.state, call.source, call.direction, call.from_number as "fromNumber", call.to_number as "toNumber",
  call.customer_name as "customerName", call.occurred_at as "occurredAt", call.created_at as "createdAt",
  call.duration_seconds as "durationSeconds", call.skip_reason as "skipReason", call.error_code as "errorCode", call.error_message as "errorMessage",
  analysis.sentiment, analysis.summary, analysis.key_points as "keyPoints", analysis.follow_up as "followUp",
  (extract(epoch from call.created_at) * 1000000)::bigint::text as "receivedAtMicros"`;

const WITH_ANALYSIS =
  'left join analyses analysis on analysis.call_id = call.id and analysis.run_number = call.result_run_number';

/** Calls of an account, the one that was handed in last first. */
@Injectable()
export class CallListsRepository {
  constructor(private readonly manager: EntityManager) {}

  /** At most `limit` calls behind a position; from the first one without it. */
  async list(userId: string, filter: CallFilter, limit: number, after?: CallPosition): Promise<ListedCall[]> {
    const parameters: unknown[] = [userId];
    const bind = (value: unknown): string => `$${parameters.push(value)}`;
    const ofCalls = callConditions(filter, bind);
    if (after) {
      const receivedAt = `timestamptz 'epoch' + ${bind(after.receivedAtMicros)}::float8 * interval '1 microsecond'`;
      ofCalls.push(`(call.created_at, call.id) < (${receivedAt}, ${bind(after.id)}::uuid)`);
    }
    const parametersOfCalls = [...parameters];
    const ofAnalyses = filter.sentiments ? [`analysis.sentiment = any(${bind(filter.sentiments)})`] : [];
    const wanted = bind(limit);
    const find = (calls: string, where: string[]): Promise<ListedCall[]> =>
      rows(
        this.manager,
        `
      select ${COLUMNS} from ${calls} call ${WITH_ANALYSIS} ${where.length > 0 ? `where ${where.join(' and ')}` : ''}
      order by call.created_at desc, call.id desc limit ${wanted}`,
        parameters,
      );

    if (filter.search === undefined) return find('calls', [...ofCalls, ...ofAnalyses]);
    const words = wordsOf(filter.search, bind);
    const latest = (columns: string): string => `
      select ${columns} from calls call where ${ofCalls.join(' and ')} order by call.created_at desc, call.id desc`;
    return findWords({
      limit,
      read: (calls) => find(`(${latest('*')} limit ${calls})`, [...ofAnalyses, areIn(words)]),
      hasMoreThan: async (calls) =>
        (await rows(this.manager, `${latest('1')} limit 1 offset ${calls}`, parametersOfCalls)).length > 0,
      lookUp: (calls) => {
        const since = calls === undefined ? undefined : `(${latest('created_at')} limit 1 offset ${calls})`;
        return find(`(${callsWith(words, since)})`, [...ofCalls, ...ofAnalyses]);
      },
    });
  }

  /** The latest calls, those that are still under way included. */
  listRecent(userId: string, limit: number, includesDemo: boolean): Promise<RecentCall[]> {
    return rows(
      this.manager,
      `
      select ${COLUMNS}, usage.minutes, usage.recorded_at as "recordedAt", usage.call_data as "callData"
      from calls call ${WITH_ANALYSIS} left join usage_records usage on usage.call_id = call.id
      where call.user_id = $1 and (call.source <> 'demo' or $3)
      order by call.created_at desc, call.id desc limit $2`,
      [userId, limit, includesDemo],
    );
  }
}

/** What is asked of a call alone. */
function callConditions(
  { states, direction, receivedFrom, receivedBefore, includesDemo }: CallFilter,
  bind: (value: unknown) => string,
): string[] {
  return [
    'call.user_id = $1',
    ...(includesDemo ? [] : [`call.source <> 'demo'`]),
    ...(states ? [`call.state = any(${bind(states)})`] : []),
    ...(direction ? [`call.direction = ${bind(direction)}`] : []),
    ...(receivedFrom ? [`call.created_at >= ${bind(receivedFrom)}`] : []),
    ...(receivedBefore ? [`call.created_at < ${bind(receivedBefore)}`] : []),
  ];
}
