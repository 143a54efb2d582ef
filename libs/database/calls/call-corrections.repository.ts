import type { StoredCorrection } from '@ringwell/domain/calls/label-correction';
import type { Sentiment } from '@ringwell/domain/calls/sentiment';
import { sanitizeForStorage } from '@ringwell/domain/text/sanitize-for-storage';

import { userNameOrEmailSql } from '../accounts/user-name-sql';
import { SqlRepository } from '../postgres/sql';
import { CallAnalysis } from './call-analysis.entity';
import { CallCorrection } from './call-correction.entity';
import { Call } from './call.entity';

/** SQL for the correction of `call`, as JSON. Evaluated only for returned rows, unlike a join. */
export const CORRECTION_JSON = `(
  select json_build_object('sentiment', correction.sentiment, 'why', correction.why,
    'originalSentiment', correction.original_sentiment, 'originalNeedsReview', correction.original_needs_review,
    'originalReviewReason', correction.original_review_reason, 'originalConfidence', correction.original_confidence,
    'correctedAt', correction.corrected_at, 'correctorName', ${userNameOrEmailSql('users')})
  from call_corrections correction left join users on users.id = correction.corrected_by
  where correction.call_id = call.id)`;

/** A call with a result and its correction, if any. */
export interface LockedResult {
  call: Call;
  analysis: CallAnalysis;
  correction: CallCorrection | null;
}

export type NewCorrection = Pick<CallCorrection, 'sentiment' | 'why' | 'correctedBy'> &
  Partial<Pick<CallCorrection, 'followUpId' | 'correctedAt'>>;

/** Label corrections. All methods must run in a transaction. */
export class CallCorrectionsRepository extends SqlRepository {
  /**
   * Locks a call and its result, so that no other correction or run can change them.
   * @returns `null` if there's no such call, `no_result` if it has no result yet
   */
  async lock(accountId: string, callId: string): Promise<LockedResult | 'no_result' | null> {
    const call = await this.manager.findOne(Call, {
      where: { id: callId, accountId },
      lock: { mode: 'for_no_key_update' },
    });
    if (!call) return null;
    if (call.resultRunNumber === null) return 'no_result';
    const analysis = await this.manager.findOneByOrFail(CallAnalysis, { callId, runNumber: call.resultRunNumber });
    return { call, analysis, correction: await this.manager.findOneBy(CallCorrection, { callId }) };
  }

  /** Locks the account's sums, which corrections change. As in a run, lock calls before this and customers after. */
  async lockHappiness(accountId: string): Promise<void> {
    await this.rows('select lock_happiness($1)', [accountId]);
  }

  /**
   * Corrects a locked call's label. The analyst's label is kept.
   * @returns when it was corrected
   */
  async save(
    { call, analysis }: LockedResult,
    { sentiment, why, followUpId = null, correctedBy, correctedAt }: NewCorrection,
  ): Promise<Date> {
    const [saved] = await this.rows<Pick<CallCorrection, 'correctedAt'>>(
      `
      insert into call_corrections (call_id, account_id, sentiment, why, corrected_by, corrected_at, original_sentiment,
        original_needs_review, original_review_reason, original_confidence, original_engine, follow_up_id)
      values ($1, $2, $3, $4, $5, coalesce($12, clock_timestamp()), $6, $7, $8, $9, $10, $11)
      on conflict (call_id) do update set sentiment = excluded.sentiment, why = excluded.why,
        corrected_by = excluded.corrected_by, corrected_at = excluded.corrected_at,
        follow_up_id = excluded.follow_up_id
      returning corrected_at as "correctedAt"`,
      [
        call.id,
        call.accountId,
        sentiment,
        sanitizeForStorage(why),
        correctedBy,
        analysis.sentiment,
        analysis.needsReview,
        analysis.reviewReason,
        analysis.confidence,
        analysis.engine,
        followUpId,
        correctedAt,
      ],
    );
    const { callId, runNumber } = analysis;
    await this.manager.update(
      CallAnalysis,
      { callId, runNumber },
      { sentiment, needsReview: false, reviewReason: null },
    );
    if (!saved) throw new Error('The correction was not saved.');
    return saved.correctedAt;
  }

  /** Removes a locked call's correction and restores the original label. */
  async remove({ analysis }: LockedResult, correction: CallCorrection): Promise<void> {
    const { callId, runNumber } = analysis;
    await this.manager.delete(CallCorrection, { callId });
    await this.manager.update(
      CallAnalysis,
      { callId, runNumber },
      {
        sentiment: correction.originalSentiment,
        needsReview: correction.originalNeedsReview,
        reviewReason: correction.originalReviewReason,
      },
    );
  }

  /**
   * Applies a call's correction, if any, to the result of a run that has just completed. Stores the analyst's new label
   * as the original.
   * @returns the corrected label
   */
  async applyToResult(callId: string, runNumber: number): Promise<Sentiment | null> {
    const corrected = await this.row<{ sentiment: Sentiment }>(
      `
      with original_kept as (
        update call_corrections correction set original_sentiment = analysis.sentiment,
          original_needs_review = analysis.needs_review, original_review_reason = analysis.review_reason,
          original_confidence = analysis.confidence, original_engine = analysis.engine
        from analyses analysis
        where correction.call_id = $1 and analysis.call_id = $1 and analysis.run_number = $2
        returning correction.sentiment
      )
      update analyses set sentiment = original_kept.sentiment, needs_review = false, review_reason = null
      from original_kept where analyses.call_id = $1 and analyses.run_number = $2
      returning analyses.sentiment`,
      [callId, runNumber],
    );
    return corrected?.sentiment ?? null;
  }

  async addCorrectorName(correction: CallCorrection): Promise<StoredCorrection> {
    const sql = `select ${userNameOrEmailSql('users')} as name from users where id = $1`;
    const corrector = await this.row<{ name: string | null }>(sql, [correction.correctedBy]);
    return { ...correction, correctorName: corrector?.name ?? null };
  }
}
