import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';

import type { CallDirection, CallSource, CallState, SkipReason } from '@ringwell/domain/call';

import { User } from '../accounts/user.entity';

/** One phone call and where its processing stands. */
@Entity('calls')
@Index('uq_calls_external_id', ['userId', 'source', 'externalId'], { unique: true, where: 'external_id is not null' })
@Index('uq_calls_idempotency_key', ['userId', 'idempotencyKey'], { unique: true, where: 'idempotency_key is not null' })
@Index('ix_calls_queued', { synchronize: false })
@Index('ix_calls_queue_age', { synchronize: false })
@Index('ix_calls_active', { synchronize: false })
@Index('ix_calls_received', { synchronize: false })
@Index('ix_calls_deadline', { synchronize: false })
@Index('ix_calls_user_created', { synchronize: false })
@Index('ix_calls_recording_kept', { synchronize: false })
@Index('ix_calls_words_kept', { synchronize: false })
@Check(
  'ck_calls_state',
  "state in ('received', 'queued', 'released', 'running', 'completed', 'skipped', 'failed', 'timed_out')",
)
export class Call {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_calls' })
  id!: string;

  @Column('uuid')
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_calls_user' })
  user?: Relation<User>;

  @Column('text')
  source!: CallSource;

  /** The sender's own id of the call. */
  @Column('text', { nullable: true })
  externalId!: string | null;

  @Column('text', { nullable: true })
  idempotencyKey!: string | null;

  /** SHA-256 over the request's fields and recording: tells a repeat from another call under the same key. */
  @Column('text', { nullable: true })
  requestHash!: string | null;

  @Column('text', { nullable: true })
  direction!: CallDirection | null;

  @Column('text', { nullable: true })
  fromNumber!: string | null;

  @Column('text', { nullable: true })
  toNumber!: string | null;

  @Column('text', { nullable: true })
  customerName!: string | null;

  /** Ids in the field-service platform. */
  @Column('text', { nullable: true })
  leadCallId!: string | null;

  @Column('text', { nullable: true })
  jobId!: string | null;

  @Column('text', { nullable: true })
  customerId!: string | null;

  /** When the call took place, as the sender says. */
  @Column('timestamptz', { nullable: true })
  occurredAt!: Date | null;

  /** Sealed: such addresses often carry a signature. */
  @Column('text', { nullable: true })
  sealedCallbackUrl!: string | null;

  /** Host of the callback address, for people; null when no callback is wanted. */
  @Column('text', { nullable: true })
  callbackHost!: string | null;

  /** SHA-256 of the callback address. */
  @Column('text', { nullable: true })
  callbackHash!: string | null;

  /** Sealed. Where the worker fetches the recording when it did not come with the request. */
  @Column('text', { nullable: true })
  sealedRecordingUrl!: string | null;

  /** Key in the recording storage; null until the recording is there. */
  @Column('text', { nullable: true })
  recordingKey!: string | null;

  @Column('text', { nullable: true })
  recordingSha256!: string | null;

  @Column('integer', { nullable: true })
  recordingBytes!: number | null;

  /** Media type, found from the bytes. */
  @Column('text', { nullable: true })
  recordingType!: string | null;

  @Column('numeric', { precision: 10, scale: 2, nullable: true })
  durationSeconds!: string | null;

  /** Channels of the file. */
  @Column('smallint', { nullable: true })
  channelCount!: number | null;

  /** The channel (0 or 1) the customer is heard on, when both sides have one. */
  @Column('smallint', { nullable: true })
  customerChannel!: number | null;

  /** Waveform for the player: loudness from 0 to 100. */
  @Column('smallint', { array: true, nullable: true })
  peaks!: number[] | null;

  @Column('text', { default: 'queued' })
  state!: CallState;

  @Column('text', { nullable: true })
  skipReason!: SkipReason | null;

  @Column('text', { nullable: true })
  errorCode!: string | null;

  /** A sentence for people. */
  @Column('text', { nullable: true })
  errorMessage!: string | null;

  /** Raised by reprocessing. State, error and lease are those of this run. */
  @Column('integer', { default: 1 })
  runNumber!: number;

  /** The latest run that was completed: its transcript and analysis are what is shown. Null until there is one. */
  @Column('integer', { nullable: true })
  resultRunNumber!: number | null;

  /** Runs claimed by a worker under this run number. */
  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('timestamptz', { default: () => 'now()' })
  runAfter!: Date;

  /** Made anew at each release; whoever holds an older one may write nothing. */
  @Column('uuid', { nullable: true })
  leaseToken!: string | null;

  @Column('timestamptz', { nullable: true })
  leaseUntil!: Date | null;

  @Column('uuid', { nullable: true })
  workerId!: string | null;

  @Column('timestamptz', { nullable: true })
  releasedAt!: Date | null;

  /** First start under this run number; the deadline counts from here. */
  @Column('timestamptz', { nullable: true })
  startedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  deadlineAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  finishedAt!: Date | null;

  /** From here on the recording, or the link to it, is kept no more (`RECORDINGS_RETENTION_DAYS`); the call cannot run again. */
  @Column('timestamptz', { nullable: true })
  recordingExpiredAt!: Date | null;

  /** The same for what was said (`TRANSCRIPTS_RETENTION_DAYS`). */
  @Column('timestamptz', { nullable: true })
  wordsExpiredAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;
}
