import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

import type { ReviewReason } from '@ringwell/domain/analysis';
import type { Sentiment } from '@ringwell/domain/sentiment';

import { Account } from '../accounts/account.entity';
import { User } from '../accounts/user.entity';
import { Call } from './call.entity';

/**
 * The label that a user gave a call. It is also written into the analysis of the call's result, so that everything
 * shows and counts it; what the analyst said is kept here.
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

  /** The follow-up that was dismissed because the label was wrong. Reopening it takes the correction back. */
  @Column('uuid', { nullable: true })
  followUpId!: string | null;

  @Index('ix_call_corrections_corrected_by')
  @Column('uuid', { nullable: true })
  correctedBy!: string | null;

  @ManyToOne(() => User, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'corrected_by', foreignKeyConstraintName: 'fk_call_corrections_corrected_by' })
  corrector?: Relation<User> | null;

  /** In milliseconds, because clients send it back. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  correctedAt!: Date;
}
