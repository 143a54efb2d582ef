import { Entity } from 'typeorm';

import type { ReviewReason } from '@ringwell/domain/calls/analysis';
import type { Sentiment } from '@ringwell/domain/calls/sentiment';
import { FieldsType } from '@ringwell/platform/fields-type';

import { Account } from '../accounts/account.entity';
import { User } from '../accounts/user.entity';
import { boolean, real, reference, text, timestamptz, uuid } from '../columns';
import { Call } from './call.entity';

/**
 * A label that a user gave a call. It's also written to the analysis of the call's result, so that all pages and counts
 * use it. This row keeps the analyst's label.
 */
@Entity('call_corrections')
export class CallCorrection extends FieldsType({
  callId: reference(() => Call, 'fk_call_corrections_call', 'CASCADE', { primaryKey: 'pk_call_corrections' }),
  accountId: reference(() => Account, 'fk_call_corrections_account', 'CASCADE', {
    index: 'ix_call_corrections_account',
  }),
  sentiment: text<Sentiment>(),
  why: text({ nullable: true }),
  originalSentiment: text<Sentiment>(),
  originalNeedsReview: boolean(),
  originalReviewReason: text<ReviewReason>({ nullable: true }),
  originalConfidence: real(),
  originalEngine: text(),
  /** The follow-up that was dismissed because the label was wrong. Reopening it reverts the correction. */
  followUpId: uuid({ nullable: true }),
  correctedBy: reference(() => User, 'fk_call_corrections_corrected_by', 'SET NULL', {
    nullable: true,
    index: 'ix_call_corrections_corrected_by',
  }),
  /** With millisecond precision, because clients send it back. */
  correctedAt: timestamptz({ precision: 3, default: () => 'now()' }),
}) {}
