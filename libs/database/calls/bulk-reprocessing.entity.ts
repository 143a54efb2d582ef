import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';

import { Account } from '../accounts/account.entity';

/** Calls of an account that are processed again because the basic recognizer heard them. Deleted when it is done. */
@Entity('bulk_reprocessings')
export class BulkReprocessing {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_bulk_reprocessings' })
  accountId!: string;

  @OneToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'fk_bulk_reprocessings_account' })
  account?: Relation<Account>;

  /** Calls when it was started. */
  @Column('integer')
  total!: number;

  @Column('integer', { default: 0 })
  finished!: number;

  /** Calls that are queued or under way. */
  @Column('uuid', { array: true, default: () => `'{}'` })
  callIds!: string[];

  /** With `beforeCallId`, the transcript up to which calls were queued; the latest come first. */
  @Column('timestamptz', { default: () => 'now()' })
  before!: Date;

  @Column('uuid', { default: () => `'ffffffff-ffff-ffff-ffff-ffffffffffff'` })
  beforeCallId!: string;

  @Column('timestamptz', { default: () => 'now()' })
  startedAt!: Date;
}
