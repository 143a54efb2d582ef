import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

import type { ExportFailure, ExportState } from '@ringwell/domain/calls/account-export';

import { Account } from '../accounts/account.entity';
import { User } from '../accounts/user.entity';

/** An export of everything in an account: a ZIP file with its calls, transcripts and recordings, created by a worker. */
@Entity('account_exports')
@Index('ix_account_exports_account', ['accountId', 'requestedAt'])
@Index('uq_account_exports_under_way', ['accountId'], { unique: true, where: "state in ('queued', 'running')" })
@Index('ix_account_exports_stored', { synchronize: false })
@Check(
  'ck_account_exports_state',
  "state in ('queued', 'running', 'ready', 'failed', 'canceled', 'replaced', 'deleted', 'expired', 'erased')",
)
@Check('ck_account_exports_failure', "failure in ('storage_full', 'interrupted', 'internal')")
export class AccountExport {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_account_exports' })
  id!: string;

  @Column('uuid')
  @ForeignKey(() => Account, { name: 'fk_account_exports_account', onDelete: 'CASCADE' })
  accountId!: string;

  @Index('ix_account_exports_requested_by')
  @Column('uuid', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_account_exports_requested_by', onDelete: 'SET NULL' })
  requestedBy!: string | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  requestedAt!: Date;

  @Column('text', { default: 'queued' })
  state!: ExportState;

  @Column('text', { nullable: true })
  failure!: ExportFailure | null;

  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('timestamptz', { default: () => 'now()' })
  runAfter!: Date;

  /** Changes with every attempt. Writes with an outdated token have no effect. */
  @Column('uuid', { nullable: true })
  leaseToken!: string | null;

  @Column('timestamptz', { nullable: true })
  leaseUntil!: Date | null;

  /** Start of the last attempt. Calls that arrive later aren't exported. */
  @Column('timestamptz', { nullable: true })
  startedAt!: Date | null;

  @Column('integer', { default: 0 })
  totalCalls!: number;

  /** Calls whose table row, transcript and recording are in the file. */
  @Column('integer', { default: 0 })
  doneCalls!: number;

  @Column('smallint', { default: 0 })
  percent!: number;

  /** Storage key of the last attempt's file. No other attempt writes to it. */
  @Column('text', { nullable: true })
  storageKey!: string | null;

  @Column('bigint', { nullable: true })
  bytes!: string | null;

  @Column('timestamptz', { nullable: true })
  finishedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;
}
