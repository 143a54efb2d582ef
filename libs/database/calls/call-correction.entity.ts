import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

import type { ReviewReason } from '@ringwell/domain/calls/analysis';
import type { Sentiment } from '@ringwell/domain/calls/sentiment';

import { Account } from '../accounts/account.entity';
import { User } from '../accounts/user.entity';
import { Call } from './call.entity';

/**
 * A label that a user gave a call. It is also written into the analysis of the call's result, so that all pages and
 * counts use it. This row keeps the analyst's label.
 */
@Entity('call_corrections')
@Check('ck_call_corrections_sentiment', "sentiment in ('positive', 'neutral', 'negative')")
export class CallCorrection {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_call_corrections' })
  callId!: string;

  @ManyToOne(() => Call, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'call_id', foreignKeyConstraintName: 'fk_call_corrections_call' })
  call?: Relation<Call>;

  @Index('ix_call_corrections_account')
  @Column('uuid')
  accountId!: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'fk_call_corrections_account' })
  account?: Relation<Account>;

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
  correctedBy!: string | null;

  @ManyToOne(() => User, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'corrected_by', foreignKeyConstraintName: 'fk_call_corrections_corrected_by' })
  corrector?: Relation<User> | null;

  /** Millisecond precision, because clients send it back. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  correctedAt!: Date;
}
