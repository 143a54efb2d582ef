import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

import { Account } from '../accounts/account.entity';

/** A job as last read from ServiceTitan's feed. Deleted some months after its last change. */
@Entity('service_titan_jobs')
export class ServiceTitanJob {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_service_titan_jobs' })
  @ForeignKey(() => Account, { name: 'fk_service_titan_jobs_account', onDelete: 'CASCADE' })
  accountId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_service_titan_jobs' })
  id!: string;

  @Column('text', { nullable: true })
  number!: string | null;

  @Column('text', { nullable: true })
  customerId!: string | null;

  /** ServiceTitan's id for the call that resulted in the job. */
  @Column('text', { nullable: true })
  leadCallId!: string | null;

  /** Its customer's phone numbers, in the format of `calls.customer_key`. */
  @Column('text', { array: true, default: () => `'{}'` })
  phones!: string[];

  /** Digits. */
  @Column('bigint', { nullable: true })
  totalCents!: string | null;

  @Column('boolean')
  isCanceled!: boolean;

  /** By ServiceTitan's clock, like `modifiedAt`. */
  @Column('timestamptz')
  createdAt!: Date;

  @Column('timestamptz')
  modifiedAt!: Date;

  @Column('timestamptz', { default: () => 'now()' })
  storedAt!: Date;
}
