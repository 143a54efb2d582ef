import { Entity, Index, Unique } from 'typeorm';

import type { Sentiment } from '@ringwell/domain/calls/sentiment';
import { FieldsType } from '@ringwell/platform/fields-type';

import { Account } from '../accounts/account.entity';
import { bigint, generatedId, integer, jsonb, numeric, primaryKey, reference, text, timestamptz } from '../columns';
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

/** Usage per account and UTC day, updated in the record's transaction. */
@Entity('usage_daily')
@Index('ix_usage_daily_day', ['day'])
export class UsageDaily extends FieldsType({
  accountId: reference(() => Account, 'fk_usage_daily_account', 'CASCADE', { primaryKey: 'pk_usage_daily' }),
  day: primaryKey('date', 'pk_usage_daily'),
  minutes: numeric({ precision: 14, scale: 2, default: 0 }),
  /** The part of `minutes` that comes from calls rather than from a client. */
  callMinutes: numeric({ precision: 14, scale: 2, default: 0 }),
  calls: integer({ default: 0 }),
  instanceRuns: bigint({ default: 0 }),
  /** Requests with a bearer token, and API calls posted by clients. */
  apiCalls: bigint({ default: 0 }),
}) {}

/**
 * All accounts' combined usage per UTC hour, used to add up a time zone's days. The leader sums the records
 * (`UsageRepository.sumHours`), and requests are added as they're counted. Keeps deleted accounts' usage.
 */
@Entity('usage_hourly')
export class UsageHourly extends FieldsType({
  hour: primaryKey('timestamptz', 'pk_usage_hourly'),
  minutes: numeric({ precision: 14, scale: 2, default: 0 }),
  calls: integer({ default: 0 }),
  instanceRuns: bigint({ default: 0 }),
  /** API calls posted by clients. */
  postedApiCalls: bigint({ default: 0 }),
  /** Requests with a bearer token. */
  requests: bigint({ default: 0 }),
}) {}

/**
 * Usage per account and week, starting on Monday, updated along with the daily totals. The all-accounts report uses it
 * for whole weeks.
 */
@Entity('usage_weekly')
@Index('ix_usage_weekly_week', ['week'])
export class UsageWeekly extends FieldsType({
  accountId: reference(() => Account, 'fk_usage_weekly_account', 'CASCADE', { primaryKey: 'pk_usage_weekly' }),
  week: primaryKey('date', 'pk_usage_weekly'),
  minutes: numeric({ precision: 14, scale: 2, default: 0 }),
  callMinutes: numeric({ precision: 14, scale: 2, default: 0 }),
  calls: integer({ default: 0 }),
}) {}
