import { Entity, Index, Unique } from 'typeorm';

import type { Sentiment } from '@ringwell/domain/calls/sentiment';
import { FieldsType } from '@ringwell/platform/fields-type';

import { Account } from '../accounts/account.entity';
import { generatedId, integer, jsonb, numeric, reference, text, timestamptz } from '../columns';
import { Call } from './call.entity';

export interface UsageCallData {
  /** The note's text, with a line `Call From: …`. */
  content: string;
  database: string;
  databaseDisplayName: string;
  leadCallId: number | null;
  sentiment: Sentiment;
  /** Whether the sentiment is only a guess. Missing on calls that predate this field. */
  needsReview?: boolean;

  /** ISO 8601. */
  storedAt: string;
}

/** Usage that counts toward the bill. A call has exactly one record, no matter how often it's processed. */
@Entity('usage_records')
@Unique('uq_usage_records_call', ['callId'])
@Index('uq_usage_records_idempotency_key', ['accountId', 'idempotencyKey'], {
  unique: true,
  where: 'idempotency_key is not null',
})
@Index('ix_usage_records_account_recorded', ['accountId', 'recordedAt'])
export class UsageRecord extends FieldsType({
  id: generatedId('pk_usage_records'),
  accountId: reference(() => Account, 'fk_usage_records_account', 'CASCADE'),
  callId: reference(() => Call, 'fk_usage_records_call', 'SET NULL', { nullable: true }),
  minutes: numeric({ precision: 10, scale: 2, default: 0 }),
  instanceRuns: integer({ default: 0 }),
  apiCalls: integer({ default: 0 }),
  source: text(),
  metadata: jsonb<Record<string, unknown>>({ nullable: true }),
  callData: jsonb<UsageCallData>({ nullable: true }),
  idempotencyKey: text({ nullable: true }),
  /** SHA-256 of the posted usage. Distinguishes a retry from different usage with the same key. */
  requestHash: text({ nullable: true }),
  recordedAt: timestamptz({ default: () => 'now()' }),
}) {}
