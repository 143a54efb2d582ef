import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import type { BookingEvidence } from '@ringwell/domain/calls/booking-fact';

import { Account } from '../accounts/account.entity';
import { Call } from './call.entity';

/** The ServiceTitan job that a call led to. Calls without a job don't have a row. */
@Entity('booking_facts')
@Index('ix_booking_facts_job', ['accountId', 'jobId'])
@Check('ck_booking_facts_evidence', "evidence in ('lead_call', 'customer', 'phone')")
export class BookingFact {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_booking_facts' })
  @ForeignKey(() => Call, { name: 'fk_booking_facts_call', onDelete: 'CASCADE' })
  callId!: string;

  @Column('uuid')
  @ForeignKey(() => Account, { name: 'fk_booking_facts_account', onDelete: 'CASCADE' })
  accountId!: string;

  @Column('text')
  evidence!: BookingEvidence;

  @Column('text')
  jobId!: string;

  @Column('text', { nullable: true })
  jobNumber!: string | null;

  /** Digits. Null until ServiceTitan has a total, which may be after the job is completed. */
  @Column('bigint', { nullable: true })
  jobTotalCents!: string | null;

  /** When a canceled job was last changed; null for other jobs. */
  @Column('timestamptz', { nullable: true })
  jobCanceledAt!: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  foundAt!: Date;
}
