import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';

import type { ErasureKind } from '@ringwell/domain/erasure';

import { Account } from '../accounts/account.entity';
import { User } from '../accounts/user.entity';

/** A request to delete calls, and its receipt. Says what was erased, when and by whom, but nothing of its content. */
@Entity('erasures')
@Index('ix_erasures_account', ['accountId', 'requestedAt'])
@Index('ix_erasures_unfinished', { synchronize: false })
@Check('ck_erasures_kind', "kind in ('call', 'customer')")
export class Erasure {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_erasures' })
  id!: string;

  @Column('uuid')
  accountId!: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'fk_erasures_account' })
  account?: Relation<Account>;

  @Column('text')
  kind!: ErasureKind;

  @Index('ix_erasures_requested_by')
  @Column('uuid', { nullable: true })
  requestedBy!: string | null;

  @ManyToOne(() => User, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'requested_by', foreignKeyConstraintName: 'fk_erasures_requested_by' })
  requester?: Relation<User> | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  requestedAt!: Date;

  /** The customer who is erased, if the number belongs to one. */
  @Column('uuid', { nullable: true })
  customerId!: string | null;

  /** What identifies the customer in calls. Removed once all calls are marked. */
  @Column('text', { array: true, nullable: true })
  keys!: string[] | null;

  /** Calls to erase: as counted when it was requested, then as marked. */
  @Column('integer', { default: 0 })
  calls!: number;

  /** Of the marked calls, those that count toward the limit of the demo. */
  @Column('integer', { default: 0 })
  demoCalls!: number;

  @Column('integer', { default: 0 })
  erasedCalls!: number;

  /** Recordings that were deleted from the storage. */
  @Column('integer', { default: 0 })
  recordings!: number;

  /** Whether the notes of the call were removed from ServiceTitan, too; false when it refuses. Null: not asked for, or not yet. */
  @Column('boolean', { nullable: true })
  notesRemoved!: boolean | null;

  @Column('timestamptz', { nullable: true })
  finishedAt!: Date | null;
}

/**
 * A call that was deleted, until its recording is deleted from the storage. It is gone from all other tables, so that
 * no list, search or message can show it.
 */
@Entity('deleted_calls')
@Index('ix_deleted_calls_due', ['eraseAt'])
export class DeletedCall {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_deleted_calls' })
  callId!: string;

  @Index('ix_deleted_calls_account')
  @Column('uuid')
  accountId!: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'fk_deleted_calls_account' })
  account?: Relation<Account>;

  @Index('ix_deleted_calls_erasure')
  @Column('uuid')
  erasureId!: string;

  @ManyToOne(() => Erasure, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'erasure_id', foreignKeyConstraintName: 'fk_deleted_calls_erasure' })
  erasure?: Relation<Erasure>;

  @Column('text', { nullable: true })
  recordingKey!: string | null;

  /** Notes to remove from ServiceTitan, as `noteReference` writes them. */
  @Column('text', { array: true, nullable: true })
  noteReferences!: string[] | null;

  /** The rows of the call, so that the deletion can be undone. Null once that is no longer possible. */
  @Column('jsonb', { nullable: true })
  snapshot!: object | null;

  @Column('timestamptz')
  eraseAt!: Date;
}

/** Hashes of the sender's ids of deleted calls, so that none of them comes back when its sender repeats it. */
@Entity('deleted_call_ids')
export class DeletedCallId {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_deleted_call_ids' })
  accountId!: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'fk_deleted_call_ids_account' })
  account?: Relation<Account>;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_deleted_call_ids' })
  hash!: string;

  @Index('ix_deleted_call_ids_call')
  @Column('uuid')
  callId!: string;
}
