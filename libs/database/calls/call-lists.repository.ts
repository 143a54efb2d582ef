import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { CallDirection, CallState, CallTime } from '@ringwell/domain/call';
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
  /** Which time `from` and `before` mean, and the order follows. `startedAt` by default. */
  time?: CallTime;
  from?: Date;
  before?: Date;
  /** Matches the transcript, the summary, the customer's name and the phone numbers. */
  search?: string;
  /** Demo accounts see only their demo calls, and active accounts only the others. */
  isDemo: boolean;
}

export interface CallPosition {
  /** Microseconds since 1970, as digits. A `Date` has milliseconds only, so paging would skip calls. */
  timeMicros: string;
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
  analysis.summary, analysis.key_points as "keyPoints", analysis.follow_up as "followUp"`;

// Indexed expressions. A call cannot have taken place after its arrival, whatever the sender's clock says.
const TIMES: Record<CallTime, string> = {
  startedAt: 'least(call.occurred_at, call.created_at)',
  receivedAt: 'call.created_at',
};

const WITH_ANALYSIS =
  'left join analyses analysis on analysis.call_id = call.id and analysis.run_number = call.result_run_number';

@Injectable()
export class CallListsRepository {
  constructor(private readonly manager: EntityManager) {}

  /** The latest first. `after` is the position of the last call of the previous page. */
  async list(userId: string, filter: CallFilter, limit: number, after?: CallPosition): Promise<ListedCall[]> {
    const parameters: unknown[] = [userId];
    const bind = (value: unknown): string => `$${parameters.push(value)}`;
    const time = timeOf(filter);
    const latestFirst = `order by ${time} desc, call.id desc`;
    const ofCalls = callConditions(filter, bind);
    if (after) {
      const position = `timestamptz 'epoch' + ${bind(after.timeMicros)}::float8 * interval '1 microsecond'`;
      ofCalls.push(`(${time}, call.id) < (${position}, ${bind(after.id)}::uuid)`);
    }
    const parametersOfCalls = [...parameters];
    const ofAnalyses = filter.labels ? [hasLabel(filter.labels, bind)] : [];
    const wanted = bind(limit);
    const find = (calls: string, where: string[]): Promise<ListedCall[]> =>
      rows(
        this.manager,
        `
      select ${columnsWith(time)} from ${calls} call ${WITH_ANALYSIS}
      ${where.length > 0 ? `where ${where.join(' and ')}` : ''} ${latestFirst} limit ${wanted}`,
        parameters,
      );

    if (filter.search === undefined) return find('calls', [...ofCalls, ...ofAnalyses]);
    const words = searchPatterns(filter.search, bind);
    const latest = (columns: string): string => `
      select ${columns} from calls call where ${ofCalls.join(' and ')} ${latestFirst}`;
    return searchPage({
      limit,
      scanLatest: (calls) => find(`(${latest('*')} limit ${calls})`, [...ofAnalyses, matchesCall(words)]),
      hasMoreThan: async (calls) =>
        (await rows(this.manager, `${latest('1')} limit 1 offset ${calls}`, parametersOfCalls)).length > 0,
      searchIndex: (calls) => {
        const since = calls === undefined ? undefined : `(${latest(`${time} as time`)} limit 1 offset ${calls})`;
        return find(`(${matchingCallsSql(words, since === undefined ? undefined : { query: since, time })})`, [
          ...ofCalls,
          ...ofAnalyses,
        ]);
      },
    });
  }

  /** Includes unfinished calls. */
  listRecent(userId: string, limit: number, isDemo: boolean): Promise<RecentCall[]> {
    return rows(
      this.manager,
      `
      select ${columnsWith(TIMES.startedAt)}, usage.minutes, usage.recorded_at as "recordedAt", usage.call_data as "callData"
      from calls call ${WITH_ANALYSIS} left join usage_records usage on usage.call_id = call.id
      where call.user_id = $1 and (call.source = 'demo') = $3
      order by ${TIMES.startedAt} desc, call.id desc limit $2`,
      [userId, limit, isDemo],
    );
  }
}

function timeOf({ time = 'startedAt' }: CallFilter): string {
  return TIMES[time];
}

function columnsWith(time: string): string {
  return `${COLUMNS}, (extract(epoch from ${time}) * 1000000)::bigint::text as "timeMicros"`;
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

function callConditions(filter: CallFilter, bind: (value: unknown) => string): string[] {
  const { states, direction, from, before, isDemo } = filter;
  return [
    'call.user_id = $1',
    `call.source ${isDemo ? '=' : '<>'} 'demo'`,
    ...(states ? [`call.state = any(${bind(states)})`] : []),
    ...(direction ? [`call.direction = ${bind(direction)}`] : []),
    ...(from ? [`${timeOf(filter)} >= ${bind(from)}`] : []),
    ...(before ? [`${timeOf(filter)} < ${bind(before)}`] : []),
  ];
}
