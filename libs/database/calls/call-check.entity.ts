import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import type { CheckAnswer, CheckSkipReason } from '@ringwell/domain/calls/accuracy';
import type { ReviewReason } from '@ringwell/domain/calls/analysis';
import type { Sentiment } from '@ringwell/domain/calls/sentiment';

import { Account } from '../accounts/account.entity';
import { User } from '../accounts/user.entity';
import { Call } from './call.entity';

/** A randomly drawn call that a user listens to and labels. Each call is drawn only once. */
@Entity('call_checks')
@Index('ix_call_checks_account', ['accountId', 'checkedBy'])
@Check('ck_call_checks_answer', "answer in ('positive', 'neutral', 'negative', 'cant_tell')")
@Check('ck_call_checks_outcome', 'num_nonnulls(answer, skip_reason) = num_nonnulls(checked_at)')
@Check(
  'ck_call_checks_judged',
  'answer is null or num_nulls(run_number, engine, sentiment, needs_review, confidence) = 0',
)
export class CallCheck {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_call_checks' })
  @ForeignKey(() => Call, { name: 'fk_call_checks_call', onDelete: 'CASCADE' })
  callId!: string;

  @Column('uuid')
  @ForeignKey(() => Account, { name: 'fk_call_checks_account', onDelete: 'CASCADE' })
  accountId!: string;

  @Index('ix_call_checks_checked_by')
  @Column('uuid', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_call_checks_checked_by', onDelete: 'SET NULL' })
  checkedBy!: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  drawnAt!: Date;

  @Column('timestamptz', { nullable: true })
  checkedAt!: Date | null;

  @Column('text', { nullable: true })
  answer!: CheckAnswer | null;

  @Column('text', { nullable: true })
  skipReason!: CheckSkipReason | null;

  /** The checked result's run. This and the following fields are set along with the answer. */
  @Column('integer', { nullable: true })
  runNumber!: number | null;

  @Column('text', { nullable: true })
  engine!: string | null;

  /** The analyst's label, whether or not it was corrected. */
  @Column('text', { nullable: true })
  sentiment!: Sentiment | null;

  @Column('boolean', { nullable: true })
  needsReview!: boolean | null;

  @Column('text', { nullable: true })
  reviewReason!: ReviewReason | null;

  @Column('real', { nullable: true })
  confidence!: number | null;

  /** Whether the label came from one of the account's rules, in which case it says nothing about the analyst. */
  @Column('boolean', { default: false })
  isByRule!: boolean;
}
