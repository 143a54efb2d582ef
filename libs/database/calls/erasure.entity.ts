import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

import type { ErasureKind } from '@ringwell/domain/erasures/erasure';

import { Account } from '../accounts/account.entity';
import { User } from '../accounts/user.entity';

/** A request to delete calls, and its receipt. Records what was erased, when and by whom, without the content. */
@Entity('erasures')
@Index('ix_erasures_account', ['accountId', 'requestedAt'])
@Index('ix_erasures_unfinished', { synchronize: false })
@Check('ck_erasures_kind', "kind in ('call', 'customer')")
export class Erasure {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_erasures' })
  id!: string;

  @Column('uuid')
  @ForeignKey(() => Account, { name: 'fk_erasures_account', onDelete: 'CASCADE' })
  accountId!: string;

  @Column('text')
  kind!: ErasureKind;

  @Index('ix_erasures_requested_by')
  @Column('uuid', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_erasures_requested_by', onDelete: 'SET NULL' })
  requestedBy!: string | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  requestedAt!: Date;

  /** The erased customer, if the number belongs to a customer. */
  @Column('uuid', { nullable: true })
  customerId!: string | null;

  /** The customer's keys in calls. Cleared once all calls are marked. */
  @Column('text', { array: true, nullable: true })
  keys!: string[] | null;

  /** Number of calls to erase: as counted when requested, then as marked. */
  @Column('integer', { default: 0 })
  calls!: number;

  /** Number of marked calls that count toward the demo limit. */
  @Column('integer', { default: 0 })
  demoCalls!: number;

  @Column('integer', { default: 0 })
  erasedCalls!: number;

  /** Number of recordings deleted from storage. */
  @Column('integer', { default: 0 })
  recordings!: number;

  /**
   * Whether the call's notes were also removed from ServiceTitan; false if ServiceTitan rejected the removal. Null if
   * the removal wasn't requested or isn't done yet.
   */
  @Column('boolean', { nullable: true })
  notesRemoved!: boolean | null;

  @Column('timestamptz', { nullable: true })
  finishedAt!: Date | null;
}

/**
 * A deleted call, kept until its recording is deleted from storage. It's gone from all other tables, so that no list,
 * search or message can show it.
 */
@Entity('deleted_calls')
@Index('ix_deleted_calls_due', ['eraseAt'])
export class DeletedCall {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_deleted_calls' })
  callId!: string;

  @Index('ix_deleted_calls_account')
  @Column('uuid')
  @ForeignKey(() => Account, { name: 'fk_deleted_calls_account', onDelete: 'CASCADE' })
  accountId!: string;

  @Index('ix_deleted_calls_erasure')
  @Column('uuid')
  @ForeignKey(() => Erasure, { name: 'fk_deleted_calls_erasure', onDelete: 'CASCADE' })
  erasureId!: string;

  @Column('text', { nullable: true })
  recordingKey!: string | null;

  /** References to the notes to remove from ServiceTitan; see `noteReference`. */
  @Column('text', { array: true, nullable: true })
  noteReferences!: string[] | null;

  /** The call's rows, for undoing the deletion. Null once it can no longer be undone. */
  @Column('jsonb', { nullable: true })
  snapshot!: object | null;

  @Column('timestamptz')
  eraseAt!: Date;
}

/** Hashes of the sender's ids for deleted calls, so that a retry by the sender doesn't restore them. */
@Entity('deleted_call_ids')
export class DeletedCallId {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_deleted_call_ids' })
  @ForeignKey(() => Account, { name: 'fk_deleted_call_ids_account', onDelete: 'CASCADE' })
  accountId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_deleted_call_ids' })
  hash!: string;

  @Index('ix_deleted_call_ids_call')
  @Column('uuid')
  callId!: string;
}
