import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

import { Account } from '../accounts/account.entity';

/** A bulk reprocessing of an account's calls that the basic recognizer transcribed. Deleted when it is done. */
@Entity('bulk_reprocessings')
export class BulkReprocessing {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_bulk_reprocessings' })
  @ForeignKey(() => Account, { name: 'fk_bulk_reprocessings_account', onDelete: 'CASCADE' })
  accountId!: string;

  /** Number of calls at the start. */
  @Column('integer')
  total!: number;

  @Column('integer', { default: 0 })
  finished!: number;

  /** Calls that are queued or in progress. */
  @Column('uuid', { array: true, default: () => `'{}'` })
  callIds!: string[];

  /** Together with `beforeCallId`, the position of the last queued call. Newest calls are queued first. */
  @Column('timestamptz', { default: () => 'now()' })
  before!: Date;

  @Column('uuid', { default: () => `'ffffffff-ffff-ffff-ffff-ffffffffffff'` })
  beforeCallId!: string;

  @Column('timestamptz', { default: () => 'now()' })
  startedAt!: Date;
}
