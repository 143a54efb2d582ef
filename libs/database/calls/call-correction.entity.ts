import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import type { ReviewReason } from '@ringwell/domain/calls/analysis';
import type { Sentiment } from '@ringwell/domain/calls/sentiment';

import { Account } from '../accounts/account.entity';
import { User } from '../accounts/user.entity';
import { Call } from './call.entity';

/**
 * A label that a user gave a call. It's also written to the analysis of the call's result, so that all pages and counts
 * use it. This row keeps the analyst's label.
 */
@Entity('call_corrections')
@Check('ck_call_corrections_sentiment', "sentiment in ('positive', 'neutral', 'negative')")
export class CallCorrection {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_call_corrections' })
  @ForeignKey(() => Call, { name: 'fk_call_corrections_call', onDelete: 'CASCADE' })
  callId!: string;

  @Index('ix_call_corrections_account')
  @Column('uuid')
  @ForeignKey(() => Account, { name: 'fk_call_corrections_account', onDelete: 'CASCADE' })
  accountId!: string;

  @Column('text')
  sentiment!: Sentiment;

  @Column('text', { nullable: true })
  why!: string | null;

  @Column('text')
  originalSentiment!: Sentiment;

  @Column('boolean')
  originalNeedsReview!: boolean;

  @Column('text', { nullable: true })
  originalReviewReason!: ReviewReason | null;

  @Column('real')
  originalConfidence!: number;

  @Column('text')
  originalEngine!: string;

  /** The follow-up that was dismissed because the label was wrong. Reopening it reverts the correction. */
  @Column('uuid', { nullable: true })
  followUpId!: string | null;

  @Index('ix_call_corrections_corrected_by')
  @Column('uuid', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_call_corrections_corrected_by', onDelete: 'SET NULL' })
  correctedBy!: string | null;

  /** With millisecond precision, because clients send it back. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  correctedAt!: Date;
}
