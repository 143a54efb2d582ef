import type { CheckAnswer } from '@ringwell/domain/calls/accuracy';
import type { AppliedRules } from '@ringwell/domain/calls/analysis';
import type { PastCall } from '@ringwell/domain/calls/back-test';
import { SENTIMENTS, type Sentiment } from '@ringwell/domain/calls/sentiment';
import type { TranscriptSegment } from '@ringwell/domain/calls/transcript';

import { SqlRepository } from '../postgres/sql';
import type { CallAnalysis } from './call-analysis.entity';
import type { CallCorrection } from './call-correction.entity';
import { CUSTOMER_RECORD_NAME } from './call-lists.repository';
import type { Call } from './call.entity';

/** Identifies a past call before it is read. */
export type PastCallKey = Pick<PastCall, 'id' | 'isRecent' | 'answer'>;

/** A past call with the details that help users recognize it. */
export type PastCallSummary = Pick<
  Call,
  'id' | 'direction' | 'customerName' | 'fromNumber' | 'toNumber' | 'occurredAt' | 'createdAt'
>;

/** A past call; `pastCall` is null once its transcript has been deleted. */
export interface LoadedPastCall {
  key: PastCallKey;
  call: PastCallSummary;
  pastCall: PastCall | null;
}

type PastCallRow = PastCallSummary &
  Pick<CallAnalysis, 'sentiment' | 'needsReview' | 'reviewReason' | 'topic' | 'followUp'> & {
    segments: TranscriptSegment[] | null;
    appliedRules: AppliedRules | null;
    correctedTo: Sentiment | null;
    original: Pick<CallCorrection, 'originalSentiment' | 'originalNeedsReview' | 'originalReviewReason'>;
  };

/** Calls with a result that users can test rules on. */
export class PastCallsRepository extends SqlRepository {
  /** Lists the latest calls with a result, newest first, then the latest checked calls that aren't among them. */
  listKeys(accountId: string, recentLimit: number, checkedLimit: number): Promise<PastCallKey[]> {
    return this.rows<{ id: string; isRecent: boolean; answer: CheckAnswer | null }>(
      `
      with recent as (
        select call.id, row_number() over (order by least(call.occurred_at, call.created_at) desc, call.id desc) as place
        from calls call
        where call.account_id = $1 and call.source <> 'demo' and call.result_run_number is not null
        order by least(call.occurred_at, call.created_at) desc, call.id desc limit $2
      ), checked as (
        select call_id as id, answer, row_number() over (order by checked_at desc, call_id) as place
        from call_checks where account_id = $1 and answer = any($3)
        order by checked_at desc, call_id limit $4
      )
      select coalesce(recent.id, checked.id) as id, recent.id is not null as "isRecent", checked.answer
      from recent full join checked on checked.id = recent.id
      order by recent.place nulls last, checked.place`,
      [accountId, recentLimit, SENTIMENTS, checkedLimit],
    );
  }

  /** Reads the account's calls in the same order as the keys. Transcripts are large: read a few dozen at a time. */
  async read(accountId: string, keys: readonly PastCallKey[]): Promise<LoadedPastCall[]> {
    const rows = await this.rows<PastCallRow>(
      `
      select call.id, call.direction, coalesce(${CUSTOMER_RECORD_NAME}, call.customer_name) as "customerName", call.from_number as "fromNumber",
        call.to_number as "toNumber", call.occurred_at as "occurredAt", call.created_at as "createdAt",
        transcript.segments, analysis.sentiment, analysis.needs_review as "needsReview",
        analysis.review_reason as "reviewReason", analysis.topic, analysis.follow_up as "followUp",
        analysis.applied_rules as "appliedRules", correction.sentiment as "correctedTo",
        json_build_object('originalSentiment', correction.original_sentiment,
          'originalNeedsReview', correction.original_needs_review,
          'originalReviewReason', correction.original_review_reason) as original
      from calls call
        join analyses analysis on analysis.call_id = call.id and analysis.run_number = call.result_run_number
        left join transcripts transcript on transcript.call_id = call.id and transcript.run_number = call.result_run_number
        left join call_corrections correction on correction.call_id = call.id
      where call.account_id = $1 and call.id = any($2)`,
      [accountId, keys.map(({ id }) => id)],
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return keys.flatMap((key) => {
      const row = byId.get(key.id);
      return row ? [readCall(key, row)] : [];
    });
  }
}

function readCall(key: PastCallKey, row: PastCallRow): LoadedPastCall {
  const { id, direction, customerName, fromNumber, toNumber, occurredAt, createdAt, segments, topic, correctedTo } =
    row;
  return {
    key,
    call: { id, direction, customerName, fromNumber, toNumber, occurredAt, createdAt },
    pastCall: segments && {
      ...key,
      direction,
      segments,
      analysis: { ...getOriginalResult(row), topic },
      correctedTo,
    },
  };
}

// The analyst's result before rules and corrections.
function getOriginalResult(row: PastCallRow): AppliedRules['original'] {
  const { appliedRules, correctedTo, original, sentiment, needsReview, reviewReason, followUp } = row;
  if (appliedRules) return appliedRules.original;
  if (correctedTo === null) return { sentiment, needsReview, reviewReason, followUp };
  return {
    sentiment: original.originalSentiment,
    needsReview: original.originalNeedsReview,
    reviewReason: original.originalReviewReason,
    followUp,
  };
}
