import { randomUUID } from 'node:crypto';

import { IsNull } from 'typeorm';

import { SAMPLE_DAYS, type CheckAnswer, type CheckCount, type CheckSkipReason } from '@ringwell/domain/calls/accuracy';
import type { PlannedFollowUp } from '@ringwell/domain/calls/analysis';
import type { CallDirection } from '@ringwell/domain/calls/call';
import { dependsOnLimit, type CheckedLabel, type JudgedLabel } from '@ringwell/domain/calls/review-limit';
import { SENTIMENTS, type Sentiment } from '@ringwell/domain/calls/sentiment';
import type { TranscriptSegment } from '@ringwell/domain/calls/transcript';

import { userNameOrEmailSql } from '../accounts/user-name-sql';
import { SqlRepository } from '../postgres/sql';
import type { CallAnalysis } from './call-analysis.entity';
import { CallCheck } from './call-check.entity';
import type { CallCorrection } from './call-correction.entity';
import { CUSTOMER_RECORD_NAME } from './call-lists.repository';
import type { Call } from './call.entity';

/** A call to check, without anything that reveals its label. */
export type OpenCheck = Pick<
  Call,
  | 'id'
  | 'direction'
  | 'customerName'
  | 'fromNumber'
  | 'toNumber'
  | 'occurredAt'
  | 'createdAt'
  | 'durationSeconds'
  | 'peaks'
>;

export type CheckOutcome = Pick<CallCheck, 'answer' | 'checkedAt'> & { checkerName: string | null };

/** A checked call with the label that a user gave it. */
export interface CheckedCall {
  callId: string;
  direction: CallDirection | null;
  segments: TranscriptSegment[];
  answer: Sentiment;
  followUp: PlannedFollowUp;
}

/** `isByRule`: the label came from one of the account's rules, regardless of the analyst's confidence. */
export type LatestLabel = JudgedLabel & { isByRule: boolean };

const CAN_BE_CHECKED = `call.account_id = $1 and call.source <> 'demo' and call.result_run_number is not null
  and call.recording_key is not null and call.recording_expired_at is null
  and coalesce(call.audio_redaction, 'done') = 'done'`;

const TIME = 'least(call.occurred_at, call.created_at)';

// After this time, another member may check a call that was drawn but left unanswered.
const RESERVATION_INTERVAL = `interval '1 day'`;

const neverDrawnCallsSql = (ids: string): string => `
  select call.id from calls call
  where ${CAN_BE_CHECKED} and ${TIME} >= now() - make_interval(days => $4) and ${ids}
    and not exists (select from call_checks drawn where drawn.call_id = call.id)
  order by call.id limit $3`;

/** Randomly drawn calls for users to check. */
export class CallChecksRepository extends SqlRepository {
  /**
   * Draws calls until the user has `count` to check or none are left: first those that other users have left
   * unanswered, then any undrawn call from the last 90 days. Ids are random, so the calls that follow a random id are
   * random, too. Skips calls that are being deleted.
   */
  async draw(accountId: string, userId: string, count: number): Promise<void> {
    const openChecks = await this.listOpen(accountId, userId, count);
    const takenOverCount = await this.takeOverChecks(accountId, userId, Math.max(0, count - openChecks.length));
    await this.rows(
      `
      insert into call_checks (call_id, account_id, checked_by)
      select id, $1, $2 from calls where id in (
        select id from ((${neverDrawnCallsSql('call.id >= $5')}) union all (${neverDrawnCallsSql('call.id < $5')})) found limit $3)
      for key share skip locked
      on conflict do nothing`,
      [accountId, userId, Math.max(0, count - openChecks.length - takenOverCount), SAMPLE_DAYS, randomUUID()],
    );
  }

  private async takeOverChecks(accountId: string, userId: string, limit: number): Promise<number> {
    return this.countRows(
      `
      update call_checks set checked_by = $2, drawn_at = now()
      where call_id in (
        select drawn.call_id from call_checks drawn join calls call on call.id = drawn.call_id
        where ${CAN_BE_CHECKED} and drawn.account_id = $1 and drawn.checked_at is null
          and drawn.checked_by is distinct from $2 and (drawn.checked_by is null or drawn.drawn_at < now() - ${RESERVATION_INTERVAL})
        order by drawn.drawn_at limit $3 for update of drawn skip locked)
      returning call_id`,
      [accountId, userId, limit],
    );
  }

  /** Lists up to `count` calls for a user to check, in the order drawn. */
  listOpen(accountId: string, userId: string, count: number): Promise<OpenCheck[]> {
    return this.rows(
      `
      select call.id, call.direction, coalesce(${CUSTOMER_RECORD_NAME}, call.customer_name) as "customerName", call.from_number as "fromNumber",
        call.to_number as "toNumber", call.occurred_at as "occurredAt", call.created_at as "createdAt",
        call.duration_seconds as "durationSeconds", call.peaks
      from call_checks drawn join calls call on call.id = drawn.call_id
      where ${CAN_BE_CHECKED} and drawn.account_id = $1 and drawn.checked_by = $2 and drawn.checked_at is null
      order by drawn.drawn_at, drawn.call_id limit $3`,
      [accountId, userId, count],
    );
  }

  find(accountId: string, callId: string): Promise<CheckOutcome | undefined> {
    return this.row(
      `
      select drawn.answer, drawn.checked_at as "checkedAt", ${userNameOrEmailSql('users')} as "checkerName"
      from call_checks drawn left join users on users.id = drawn.checked_by
      where drawn.account_id = $1 and drawn.call_id = $2`,
      [accountId, callId],
    );
  }

  /**
   * Saves an answer together with the analyst's result, whether or not the result was corrected.
   * @returns false if the call isn't waiting for an answer
   */
  async saveAnswer(
    {
      callId,
      accountId,
      runNumber,
      engine,
      sentiment,
      needsReview,
      reviewReason,
      confidence,
      appliedRules,
    }: CallAnalysis,
    correction: CallCorrection | null,
    { answer, checkedBy }: { answer: CheckAnswer; checkedBy: string },
  ): Promise<boolean> {
    const { affected } = await this.manager.update(
      CallCheck,
      { accountId, callId, checkedAt: IsNull() },
      {
        answer,
        checkedBy,
        checkedAt: () => 'now()',
        runNumber,
        engine: correction?.originalEngine ?? engine,
        sentiment: correction?.originalSentiment ?? sentiment,
        needsReview: correction?.originalNeedsReview ?? needsReview,
        reviewReason: correction ? correction.originalReviewReason : reviewReason,
        confidence: correction?.originalConfidence ?? confidence,
        isByRule: (appliedRules?.label ?? null) !== null,
      },
    );
    return affected === 1;
  }

  /** @returns false if the call isn't waiting for an answer */
  async skip(
    accountId: string,
    callId: string,
    { skipReason, checkedBy }: { skipReason: CheckSkipReason; checkedBy: string },
  ): Promise<boolean> {
    const { affected } = await this.manager.update(
      CallCheck,
      { accountId, callId, checkedAt: IsNull() },
      { skipReason, checkedBy, checkedAt: () => 'now()' },
    );
    return affected === 1;
  }

  count(accountId: string, timeZone: string): Promise<CheckCount[]> {
    return this.rows(
      `
      select drawn.engine, drawn.sentiment, drawn.needs_review as "needsReview", drawn.answer,
        to_char(local_call_time(${TIME}, $2), 'YYYY-MM') as month, count(*)::int as count
      from call_checks drawn join calls call on call.id = drawn.call_id
      where drawn.account_id = $1 and drawn.answer is not null
      group by 1, 2, 3, 4, 5`,
      [accountId, timeZone],
    );
  }

  /** Lists an account's checked labels that are subject to the confidence limit. */
  async listLabels(accountId: string): Promise<CheckedLabel[]> {
    const rows = await this.rows<JudgedLabel & { isRight: boolean }>(
      `
      select drawn.engine, drawn.confidence, drawn.sentiment = drawn.answer as "isRight",
        drawn.review_reason as "reviewReason", coalesce(transcripts.language, 'en') as language
      from call_checks drawn
        left join transcripts on transcripts.call_id = drawn.call_id and transcripts.run_number = drawn.run_number
      where drawn.account_id = $1 and drawn.answer = any($2) and not drawn.is_by_rule`,
      [accountId, SENTIMENTS],
    );
    return rows.filter(dependsOnLimit);
  }

  /** Lists the analyst's labels for an account's latest calls, including those that have been corrected since. */
  listLatestLabels(accountId: string, count: number): Promise<LatestLabel[]> {
    return this.rows(
      `
      select coalesce(correction.original_engine, analysis.engine) as engine,
        coalesce(correction.original_confidence, analysis.confidence) as confidence,
        case when correction.call_id is null then analysis.review_reason else correction.original_review_reason end
          as "reviewReason",
        coalesce(transcripts.language, 'en') as language,
        analysis.applied_rules #>> '{label,name}' is not null as "isByRule"
      from (
          select id, result_run_number as run_number, created_at from calls
          where account_id = $1 and source <> 'demo' and result_run_number is not null
          order by created_at desc limit $2
        ) call
        join analyses analysis on analysis.call_id = call.id and analysis.run_number = call.run_number
        left join call_corrections correction on correction.call_id = call.id
        left join transcripts on transcripts.call_id = call.id and transcripts.run_number = call.run_number
      order by call.created_at desc`,
      [accountId, count],
    );
  }

  async countSkipped(accountId: string): Promise<number> {
    return this.onlyValue<number>(
      'select count(*)::int from call_checks where account_id = $1 and skip_reason is not null',
      [accountId],
    );
  }

  /** Lists checked calls with a label and a transcript. `after` is the last call of the previous page. */
  listCheckedCalls(accountId: string, limit: number, after: string | null): Promise<CheckedCall[]> {
    return this.rows(
      `
      select drawn.call_id as "callId", call.direction, transcript.segments, drawn.answer,
        coalesce(analysis.applied_rules -> 'original' -> 'followUp', analysis.follow_up) as "followUp"
      from call_checks drawn join calls call on call.id = drawn.call_id
        join transcripts transcript on transcript.call_id = call.id and transcript.run_number = call.result_run_number
        join analyses analysis on analysis.call_id = call.id and analysis.run_number = call.result_run_number
      where drawn.account_id = $1 and drawn.answer = any($2) and ($3::uuid is null or drawn.call_id > $3)
        and jsonb_array_length(transcript.segments) > 0
      order by drawn.call_id limit $4`,
      [accountId, SENTIMENTS, after, limit],
    );
  }
}
