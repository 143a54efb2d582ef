import { Entity, Index } from 'typeorm';

import type { CheckAnswer, CheckSkipReason } from '@ringwell/domain/calls/accuracy';
import type { ReviewReason } from '@ringwell/domain/calls/analysis';
import type { Sentiment } from '@ringwell/domain/calls/sentiment';
import { FieldsType } from '@ringwell/platform/fields-type';

import { Account } from '../accounts/account.entity';
import { User } from '../accounts/user.entity';
import { boolean, integer, real, reference, text, timestamptz } from '../columns';
import { Call } from './call.entity';

/** A randomly drawn call that a user listens to and labels. Each call is drawn only once. */
@Entity('call_checks')
@Index('ix_call_checks_account', ['accountId', 'checkedBy'])
export class CallCheck extends FieldsType({
  callId: reference(() => Call, 'fk_call_checks_call', 'CASCADE', { primaryKey: 'pk_call_checks' }),
  accountId: reference(() => Account, 'fk_call_checks_account', 'CASCADE'),
  checkedBy: reference(() => User, 'fk_call_checks_checked_by', 'SET NULL', {
    nullable: true,
    index: 'ix_call_checks_checked_by',
  }),
  drawnAt: timestamptz({ default: () => 'now()' }),
  checkedAt: timestamptz({ nullable: true }),
  answer: text<CheckAnswer>({ nullable: true }),
  skipReason: text<CheckSkipReason>({ nullable: true }),
  /** The checked result's run. This and the following fields are set along with the answer. */
  runNumber: integer({ nullable: true }),
  engine: text({ nullable: true }),
  /** The analyst's label, whether or not it was corrected. */
  sentiment: text<Sentiment>({ nullable: true }),
  needsReview: boolean({ nullable: true }),
  reviewReason: text<ReviewReason>({ nullable: true }),
  confidence: real({ nullable: true }),
  /** Whether the label came from one of the account's rules, in which case it says nothing about the analyst. */
  isByRule: boolean({ default: false }),
}) {}
