import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { CallDirection, CallState } from '@ringwell/domain/call';
import type { CallLabel } from '@ringwell/domain/call-label';

import { rows } from '../postgres/sql';
import type { CallAnalysis } from './call-analysis.entity';
import { matchesCall, matchingCallsSql, searchPage, searchPatterns } from './call-search';
import type { Call } from './call.entity';
import type { UsageCallData, UsageRecord } from './usage.entity';

export interface CallFilter {
  labels?: readonly CallLabel[];
  states?: readonly CallState[];
  direction?: CallDirection;
  receivedFrom?: Date;
  receivedBefore?: Date;
  /** Matches the transcript, the summary, the customer's name and the phone numbers. */
  search?: string;
  /** Demo accounts see only their demo calls, and active accounts only the others. */
  isDemo: boolean;
}

export interface CallPosition {
  /** Microseconds since 1970, as digits. A `Date` has milliseconds only, so paging would skip calls. */
  receivedAtMicros: string;
  id: string;
}

/**
 * A call in a list. The fields of the analysis are `null` until a run was completed, and they keep their values during
 * later runs.
 */
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
  > & {
    [Field in 'sentiment' | 'needsReview' | 'reviewReason' | 'summary' | 'keyPoints' | 'followUp']:
      CallAnalysis[Field] | null;
  };

export type RecentCall = ListedCall & {
  minutes: UsageRecord['minutes'] | null;
  recordedAt: Date | null;
  callData: UsageCallData | null;
};

const COLUMNS = `
  call.id, call.state, call.source, call.direction, call.from_number as "fromNumber", call.to_number as "toNumber",
  call.customer_name as "customerName", call.occurred_at as "occurredAt", call.created_at as "createdAt",
  call.duration_seconds as "durationSeconds", call.skip_reason as "skipReason", call.error_code as "errorCode",
    call.error_message as "errorMessage",
  analysis.sentiment, analysis.needs_review as "needsReview", analysis.review_reason as "reviewReason",
  analysis.summary, analysis.key_points as "keyPoints", analysis.follow_up as "followUp",
  (extract(epoch from call.created_at) * 1000000)::bigint::text as "receivedAtMicros"`;

const WITH_ANALYSIS =
  'left join analyses analysis on analysis.call_id = call.id and analysis.run_number = call.result_run_number';

@Injectable()
export class CallListsRepository {
  constructor(private readonly manager: EntityManager) {}

  /** The most recently received first. `after` is the position of the last call of the previous page. */
  async list(userId: string, filter: CallFilter, limit: number, after?: CallPosition): Promise<ListedCall[]> {
    const parameters: unknown[] = [userId];
    const bind = (value: unknown): string => `$${parameters.push(value)}`;
    const ofCalls = callConditions(filter, bind);
    if (after) {
      const receivedAt = `timestamptz 'epoch' + ${bind(after.receivedAtMicros)}::float8 * interval '1 microsecond'`;
      ofCalls.push(`(call.created_at, call.id) < (${receivedAt}, ${bind(after.id)}::uuid)`);
    }
    const parametersOfCalls = [...parameters];
    const ofAnalyses = filter.labels ? [hasLabel(filter.labels, bind)] : [];
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
    const words = searchPatterns(filter.search, bind);
    const latest = (columns: string): string => `
      select ${columns} from calls call where ${ofCalls.join(' and ')} order by call.created_at desc, call.id desc`;
    return searchPage({
      limit,
      scanLatest: (calls) => find(`(${latest('*')} limit ${calls})`, [...ofAnalyses, matchesCall(words)]),
      hasMoreThan: async (calls) =>
        (await rows(this.manager, `${latest('1')} limit 1 offset ${calls}`, parametersOfCalls)).length > 0,
      searchIndex: (calls) => {
        const since = calls === undefined ? undefined : `(${latest('created_at')} limit 1 offset ${calls})`;
        return find(`(${matchingCallsSql(words, since)})`, [...ofCalls, ...ofAnalyses]);
      },
    });
  }

  /** Includes unfinished calls. */
  listRecent(userId: string, limit: number, isDemo: boolean): Promise<RecentCall[]> {
    return rows(
      this.manager,
      `
      select ${COLUMNS}, usage.minutes, usage.recorded_at as "recordedAt", usage.call_data as "callData"
      from calls call ${WITH_ANALYSIS} left join usage_records usage on usage.call_id = call.id
      where call.user_id = $1 and (call.source = 'demo') = $3
      order by call.created_at desc, call.id desc limit $2`,
      [userId, limit, isDemo],
    );
  }
}

// Separate conditions, of which PostgreSQL knows how many calls meet them, unlike of an expression that yields the label.
function hasLabel(labels: readonly CallLabel[], bind: (value: unknown) => string): string {
  const sentiments = labels.filter((label) => label !== 'needs_review');
  const conditions = [
    ...(sentiments.length < labels.length ? ['(analysis.needs_review and analysis.user_id = $1)'] : []),
    ...(sentiments.length > 0 ? [`(not analysis.needs_review and analysis.sentiment = any(${bind(sentiments)}))`] : []),
  ];
  return `(${conditions.join(' or ')})`;
}

function callConditions(
  { states, direction, receivedFrom, receivedBefore, isDemo }: CallFilter,
  bind: (value: unknown) => string,
): string[] {
  return [
    'call.user_id = $1',
    `call.source ${isDemo ? '=' : '<>'} 'demo'`,
    ...(states ? [`call.state = any(${bind(states)})`] : []),
    ...(direction ? [`call.direction = ${bind(direction)}`] : []),
    ...(receivedFrom ? [`call.created_at >= ${bind(receivedFrom)}`] : []),
    ...(receivedBefore ? [`call.created_at < ${bind(receivedBefore)}`] : []),
  ];
}
