import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

import type { AgentSource } from '@ringwell/domain/calls/agent';
import type { CallDirection, CallSource, CallState, SkipReason } from '@ringwell/domain/calls/call';
import type { AudioRedaction } from '@ringwell/domain/redaction/audio-redaction';
import type { TimeRange } from '@ringwell/domain/redaction/time-range';

import { Account } from '../accounts/account.entity';
import { Attempted } from '../base-columns';
import { Agent } from './agent.entity';

@Entity('calls')
@Index('uq_calls_external_id', ['accountId', 'source', 'externalId'], {
  unique: true,
  where: 'external_id is not null',
})
@Index('uq_calls_idempotency_key', ['accountId', 'idempotencyKey'], {
  unique: true,
  where: 'idempotency_key is not null',
})
@Index('ix_calls_queued', { synchronize: false })
@Index('ix_calls_queue_age', { synchronize: false })
@Index('ix_calls_active', { synchronize: false })
@Index('ix_calls_received', { synchronize: false })
@Index('ix_calls_deadline', { synchronize: false })
@Index('ix_calls_account_created', { synchronize: false })
@Index('ix_calls_account_time', { synchronize: false })
@Index('ix_calls_agent', { synchronize: false })
@Index('ix_calls_campaign', { synchronize: false })
@Index('ix_calls_too_short', { synchronize: false })
@Index('ix_calls_checkable', { synchronize: false })
@Index('ix_calls_customer', { synchronize: false })
@Index('ix_calls_parties', { synchronize: false })
@Index('ix_calls_unknown_parties', { synchronize: false })
@Index('ix_calls_demo_recordings', { synchronize: false })
@Index('ix_calls_demo_words', { synchronize: false })
@Index('ix_calls_failed_demos', { synchronize: false })
@Index('ix_calls_recording_kept', { synchronize: false })
@Index('ix_calls_words_kept', { synchronize: false })
@Check(
  'ck_calls_state',
  "state in ('received', 'queued', 'released', 'running', 'completed', 'skipped', 'failed', 'timed_out')",
)
@Check('ck_calls_audio_redaction', "audio_redaction in ('unchecked', 'pending', 'done')")
@Check('ck_calls_agent_source', "agent_source in ('given', 'servicetitan', 'heard', 'corrected')")
// Removing an agent clears only `agentId`.
@ForeignKey(() => Agent, ['accountId', 'agentId'], ['accountId', 'id'], {
  name: 'fk_calls_agent',
  onDelete: 'SET NULL',
})
export class Call extends Attempted {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_calls' })
  id!: string;

  @Column('uuid')
  @ForeignKey(() => Account, { name: 'fk_calls_account', onDelete: 'CASCADE' })
  accountId!: string;

  @Column('text')
  source!: CallSource;

  @Column('text', { nullable: true })
  externalId!: string | null;

  @Column('text', { nullable: true })
  idempotencyKey!: string | null;

  /** SHA-256 of the request's fields and recording. Distinguishes a retry from a different call with the same key. */
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

  @Column('uuid', { nullable: true })
  agentId!: string | null;

  /** `null` while the agent is unknown. Also `corrected` if a user removed the agent. */
  @Column('text', { nullable: true })
  agentSource!: AgentSource | null;

  /** Names of the fields that a user has set or cleared. ServiceTitan no longer changes them. */
  @Column('text', { array: true, nullable: true })
  correctedDetails!: string[] | null;

  @Column('text', { nullable: true })
  leadCallId!: string | null;

  @Column('text', { nullable: true })
  jobId!: string | null;

  @Column('text', { nullable: true })
  customerId!: string | null;

  // ServiceTitan supplies these, sometimes after the call has arrived: see `SERVICE_TITAN_WORDS`.
  @Column('text', { nullable: true })
  callType!: string | null;

  @Column('text', { nullable: true })
  callReason!: string | null;

  @Column('text', { nullable: true })
  campaign!: string | null;

  @Column('text', { nullable: true })
  businessUnit!: string | null;

  @Column('text', { nullable: true })
  tag!: string | null;

  /** Identifies the customer; null until the call has a result. See `libs/rules/calls/customer-key.ts`. */
  @Column('text', { nullable: true })
  customerKey!: string | null;

  /** See `partyKeys`. Null for calls from earlier releases until an erasure adds them. */
  @Column('text', { array: true, nullable: true })
  partyKeys!: string[] | null;

  /** When the call took place, according to the sender. */
  @Column('timestamptz', { nullable: true })
  occurredAt!: Date | null;

  /** Sealed, because such URLs often contain a signature. */
  @Column('text', { nullable: true })
  sealedCallbackUrl!: string | null;

  @Column('text', { nullable: true })
  callbackHost!: string | null;

  @Column('text', { nullable: true })
  callbackHash!: string | null;

  /** URL of a recording that wasn't uploaded with the call. */
  @Column('text', { nullable: true })
  sealedRecordingUrl!: string | null;

  @Column('text', { nullable: true })
  recordingKey!: string | null;

  @Column('text', { nullable: true })
  recordingSha256!: string | null;

  /** True if the call came with a transcript instead of a recording, else null. */
  @Column('boolean', { nullable: true })
  hasGivenTranscript!: boolean | null;

  /** True if the call was imported long after it took place, else null. */
  @Column('boolean', { nullable: true })
  isImport!: boolean | null;

  /** Storage used in bytes, including the browser-playable copy. */
  @Column('integer', { nullable: true })
  recordingBytes!: number | null;

  /** Whether a browser-playable copy is needed. See `playableCopyKey`. */
  @Column('boolean', { default: false })
  hasPlayableCopy!: boolean;

  @Column('text', { nullable: true })
  recordingType!: string | null;

  @Column('numeric', { precision: 10, scale: 2, nullable: true })
  durationSeconds!: string | null;

  /** How many seconds of the recording could be read; null if nothing is missing. */
  @Column('numeric', { precision: 10, scale: 2, nullable: true })
  readSeconds!: string | null;

  /** Recording length according to the file, if part of it is missing. */
  @Column('numeric', { precision: 10, scale: 2, nullable: true })
  statedSeconds!: string | null;

  @Column('smallint', { nullable: true })
  channelCount!: number | null;

  /** The customer's channel (0 or 1) in a recording with one channel per side. */
  @Column('smallint', { nullable: true })
  customerChannel!: number | null;

  /**
   * Whether a user has swapped the agent and the customer, which also applies when the call is transcribed again. With
   * two channels, stays true after swapping back, because `customerChannel` is then the user's choice.
   */
  @Column('boolean', { default: false })
  speakersSwapped!: boolean;

  /** Waveform for the player, as values from 0 to 100. */
  @Column('smallint', { array: true, nullable: true })
  peaks!: number[] | null;

  /** `null` if the account doesn't redact audio, and for calls that predate the setting. */
  @Column('text', { nullable: true })
  audioRedaction!: AudioRedaction | null;

  /** Positions of tones in the recording, or of those added once `audioRedaction` is `done`. Sorted by time. */
  @Column('jsonb', { nullable: true })
  tones!: TimeRange[] | null;

  @Column('text', { default: 'queued' })
  state!: CallState;

  @Column('text', { nullable: true })
  skipReason!: SkipReason | null;

  /** The exceeded limit: the minimum length in seconds, or the monthly minutes. Null for other reasons. */
  @Column('integer', { nullable: true })
  skipLimit!: number | null;

  /** Incremented by reprocessing. State, error and lease belong to this run. */
  @Column('integer', { default: 1 })
  runNumber!: number;

  /** The last completed run, whose transcript and analysis are displayed; `null` before the first one. */
  @Column('integer', { nullable: true })
  resultRunNumber!: number | null;

  /** Changes on every release. Writes with an outdated token have no effect. */
  @Column('uuid', { nullable: true })
  leaseToken!: string | null;

  @Column('timestamptz', { nullable: true })
  leaseUntil!: Date | null;

  @Column('uuid', { nullable: true })
  workerId!: string | null;

  @Column('timestamptz', { nullable: true })
  releasedAt!: Date | null;

  /** When the current run first started, from which the deadline is counted. */
  @Column('timestamptz', { nullable: true })
  startedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  deadlineAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  finishedAt!: Date | null;

  /**
   * When the recording or its URL expired under the installation's or the account's retention. The call can no longer
   * be reprocessed.
   */
  @Column('timestamptz', { nullable: true })
  recordingExpiredAt!: Date | null;

  /** When the transcript expired under the installation's or the account's retention. */
  @Column('timestamptz', { nullable: true })
  wordsExpiredAt!: Date | null;

  /** W3C `traceparent` of the request or run whose trace the next run continues. Null while tracing is off. */
  @Column('text', { nullable: true })
  traceParent!: string | null;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;
}
