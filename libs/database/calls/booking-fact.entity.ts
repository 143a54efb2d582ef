import { Entity, Index } from 'typeorm';

import type { BookingEvidence } from '@ringwell/domain/calls/booking-fact';
import { FieldsType } from '@ringwell/platform/fields-type';

import { Account } from '../accounts/account.entity';
import { bigint, reference, text, timestamptz } from '../columns';
import { Call } from './call.entity';

/** The ServiceTitan job that a call led to. Calls without a job don't have a row. */
@Entity('booking_facts')
@Index('ix_booking_facts_job', ['accountId', 'jobId'])
export class BookingFact extends FieldsType({
  callId: reference(() => Call, 'fk_booking_facts_call', 'CASCADE', { primaryKey: 'pk_booking_facts' }),
  accountId: reference(() => Account, 'fk_booking_facts_account', 'CASCADE'),
  evidence: text<BookingEvidence>(),
  jobId: text(),
  jobNumber: text({ nullable: true }),
  /** A string, because a number can't hold every bigint. Null until ServiceTitan has a total, even after completion. */
  jobTotalCents: bigint({ nullable: true }),
  /** When a canceled job was last changed; null for other jobs. */
  jobCanceledAt: timestamptz({ nullable: true }),
  foundAt: timestamptz({ default: () => 'now()' }),
}) {}
