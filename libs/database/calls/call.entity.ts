import { Entity, ForeignKey, Index } from 'typeorm';

import type { AgentSource } from '@ringwell/domain/calls/agent';
import type { CallDirection, CallSource, CallState, SkipReason } from '@ringwell/domain/calls/call';
import type { AudioRedaction } from '@ringwell/domain/redaction/audio-redaction';
import type { TimeRange } from '@ringwell/domain/redaction/time-range';
import { FieldsType } from '@ringwell/platform/fields-type';

import { Account } from '../accounts/account.entity';
import { RetryableEntity } from '../base-columns';
import {
  boolean,
  column,
  generatedId,
  integer,
  jsonb,
  numeric,
  reference,
  smallint,
  text,
  timestamptz,
  updateTime,
  uuid,
} from '../columns';
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
// Removing an agent clears only `agentId`.
@ForeignKey(() => Agent, ['accountId', 'agentId'], ['accountId', 'id'], {
  name: 'fk_calls_agent',
  onDelete: 'SET NULL',
})
export class Call extends FieldsType(RetryableEntity, {
  id: generatedId('pk_calls'),
  accountId: reference(() => Account, 'fk_calls_account', 'CASCADE'),
  source: text<CallSource>(),
  externalId: text({ nullable: true }),
  idempotencyKey: text({ nullable: true }),
  /** SHA-256 of the request's fields and recording. Distinguishes a retry from a different call with the same key. */
  requestHash: text({ nullable: true }),
  direction: text<CallDirection>({ nullable: true }),
  fromNumber: text({ nullable: true }),
  toNumber: text({ nullable: true }),
  customerName: text({ nullable: true }),
  agentId: uuid({ nullable: true }),
  /** `null` while the agent is unknown; `corrected` if a user set or removed the agent. */
  agentSource: text<AgentSource>({ nullable: true }),
  /** Names of the fields that a user has set or cleared. ServiceTitan no longer changes them. */
  correctedDetails: column<string[] | null>('text', { array: true, nullable: true }),
  leadCallId: text({ nullable: true }),
  jobId: text({ nullable: true }),
  customerId: text({ nullable: true }),
  // ServiceTitan supplies these, sometimes after the call has arrived: see `SERVICE_TITAN_FIELDS`.
  callType: text({ nullable: true }),
  callReason: text({ nullable: true }),
  campaign: text({ nullable: true }),
  businessUnit: text({ nullable: true }),
  tag: text({ nullable: true }),
  /** Identifies the customer; null until the call has a result. See `libs/rules/calls/customer-key.ts`. */
  customerKey: text({ nullable: true }),
  /** See `listPartyKeys`. */
  partyKeys: column<string[] | null>('text', { array: true, nullable: true }),
  /** When the call took place, according to the sender. */
  occurredAt: timestamptz({ nullable: true }),
  /** Sealed, because such URLs often contain a signature. */
  sealedCallbackUrl: text({ nullable: true }),
  callbackHost: text({ nullable: true }),
  callbackHash: text({ nullable: true }),
  /** URL of a recording that wasn't uploaded with the call. */
  sealedRecordingUrl: text({ nullable: true }),
  recordingKey: text({ nullable: true }),
  recordingSha256: text({ nullable: true }),
  /** True if the call came with a transcript instead of a recording, else null. */
  hasGivenTranscript: boolean({ nullable: true }),
  /** True if the call was imported long after it took place, else null. */
  isImport: boolean({ nullable: true }),
  /** Storage used in bytes, including the browser-playable copy. */
  recordingBytes: integer({ nullable: true }),
  /** Whether a browser-playable copy has been stored. See `playableCopyKey`. */
  hasPlayableCopy: boolean({ default: false }),
  recordingType: text({ nullable: true }),
  durationSeconds: numeric({ precision: 10, scale: 2, nullable: true }),
  /** How many seconds of the recording could be read; null if nothing is missing. */
  readSeconds: numeric({ precision: 10, scale: 2, nullable: true }),
  /** Recording length according to the file, if part of it is missing. */
  statedSeconds: numeric({ precision: 10, scale: 2, nullable: true }),
  channelCount: smallint({ nullable: true }),
  /** The customer's channel (0 or 1) in a recording with one channel per side. */
  customerChannel: smallint({ nullable: true }),
  /**
   * Whether a user has swapped the agent and the customer, which also applies when the call is transcribed again. With
   * two channels, stays true after swapping back, because `customerChannel` is then the user's choice.
   */
  speakersSwapped: boolean({ default: false }),
  /** Waveform for the player, as values from 0 to 100. */
  peaks: column<number[] | null>('smallint', { array: true, nullable: true }),
  /** `null` if the account doesn't redact audio, and for calls that predate the setting. */
  audioRedaction: text<AudioRedaction>({ nullable: true }),
  /** Where tones cover the recording, or will once `audioRedaction` is `done`. Sorted by time. */
  tones: jsonb<TimeRange[]>({ nullable: true }),
  state: text<CallState>({ default: 'queued' }),
  skipReason: text<SkipReason>({ nullable: true }),
  /** The limit that caused the skip: the minimum length in seconds, or the monthly minutes. */
  skipLimit: integer({ nullable: true }),
  /** Incremented by reprocessing. State, error and lease belong to this run. */
  runNumber: integer({ default: 1 }),
  /** The last completed run, whose transcript and analysis are displayed; `null` before the first one. */
  resultRunNumber: integer({ nullable: true }),
  /** Changes on every release. Writes with an outdated token have no effect. */
  leaseToken: uuid({ nullable: true }),
  leaseUntil: timestamptz({ nullable: true }),
  workerId: uuid({ nullable: true }),
  releasedAt: timestamptz({ nullable: true }),
  /** When the current run first started, from which the deadline is counted. */
  startedAt: timestamptz({ nullable: true }),
  deadlineAt: timestamptz({ nullable: true }),
  finishedAt: timestamptz({ nullable: true }),
  /**
   * When the recording or its URL expired under the installation's or the account's retention. The call can no longer
   * be reprocessed.
   */
  recordingExpiredAt: timestamptz({ nullable: true }),
  /** When the transcript expired under the installation's or the account's retention. */
  wordsExpiredAt: timestamptz({ nullable: true }),
  /** W3C `traceparent` of the request or run whose trace the next run continues. Null while tracing is off. */
  traceParent: text({ nullable: true }),
  updatedAt: updateTime(),
}) {}
