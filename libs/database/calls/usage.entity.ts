import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn, Unique } from 'typeorm';

import type { Sentiment } from '@ringwell/domain/calls/sentiment';

import { Account } from '../accounts/account.entity';
import { Call } from './call.entity';

export interface UsageCallData {
  /** The note's text, with a line `Call From: …`. */
  content: string;
  database: string;
  databaseDisplayName: string;
  leadCallId: number | null;
  sentiment: Sentiment;
  /** Whether the sentiment is only a guess. Missing for calls that predate this field. */
  needsReview?: boolean;
  /** ISO 8601. */
  storedAt: string;
}

/** Usage that counts toward the bill. A call has exactly one record, however often it is processed. */
@Entity('usage_records')
@Unique('uq_usage_records_call', ['callId'])
@Index('uq_usage_records_idempotency_key', ['accountId', 'idempotencyKey'], {
  unique: true,
  where: 'idempotency_key is not null',
})
@Index('ix_usage_records_account_recorded', ['accountId', 'recordedAt'])
export class UsageRecord {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_usage_records' })
  id!: string;

  @Column('uuid')
  @ForeignKey(() => Account, { name: 'fk_usage_records_account', onDelete: 'CASCADE' })
  accountId!: string;

  @Column('uuid', { nullable: true })
  @ForeignKey(() => Call, { name: 'fk_usage_records_call', onDelete: 'SET NULL' })
  callId!: string | null;

  @Column('numeric', { precision: 10, scale: 2, default: 0 })
  minutes!: string;

  @Column('integer', { default: 0 })
  instanceRuns!: number;

  @Column('integer', { default: 0 })
  apiCalls!: number;

  @Column('text')
  source!: string;

  @Column('jsonb', { nullable: true })
  metadata!: Record<string, unknown> | null;

  @Column('jsonb', { nullable: true })
  callData!: UsageCallData | null;

  @Column('text', { nullable: true })
  idempotencyKey!: string | null;

  /** SHA-256 of the posted usage. Distinguishes a repeat from other usage under the same key. */
  @Column('text', { nullable: true })
  requestHash!: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  recordedAt!: Date;
}

/** Usage per account and UTC day, updated in the transaction of the record. */
@Entity('usage_daily')
@Index('ix_usage_daily_day', ['day'])
export class UsageDaily {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_usage_daily' })
  @ForeignKey(() => Account, { name: 'fk_usage_daily_account', onDelete: 'CASCADE' })
  accountId!: string;

  @PrimaryColumn('date', { primaryKeyConstraintName: 'pk_usage_daily' })
  day!: string;

  @Column('numeric', { precision: 14, scale: 2, default: 0 })
  minutes!: string;

  /** The part of `minutes` that comes from calls and was not posted by a client. */
  @Column('numeric', { precision: 14, scale: 2, default: 0 })
  callMinutes!: string;

  @Column('integer', { default: 0 })
  calls!: number;

  @Column('bigint', { default: 0 })
  instanceRuns!: string;

  /** Requests with a bearer token, and API calls posted by clients. */
  @Column('bigint', { default: 0 })
  apiCalls!: string;
}

/**
 * Usage of all accounts together per UTC hour, from which the days of a time zone are added up. The leader sums the
 * records (`UsageRepository.sumHours`), and requests are added as they are counted. Deleted accounts' usage is kept.
 */
@Entity('usage_hourly')
export class UsageHourly {
  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'pk_usage_hourly' })
  hour!: Date;

  @Column('numeric', { precision: 14, scale: 2, default: 0 })
  minutes!: string;

  @Column('integer', { default: 0 })
  calls!: number;

  @Column('bigint', { default: 0 })
  instanceRuns!: string;

  /** API calls posted by clients. */
  @Column('bigint', { default: 0 })
  postedApiCalls!: string;

  /** Requests with a bearer token. */
  @Column('bigint', { default: 0 })
  requests!: string;
}

/**
 * Usage per account and week, starting on Monday, updated together with the daily totals. The report over all accounts
 * reads it for whole weeks.
 */
@Entity('usage_weekly')
@Index('ix_usage_weekly_week', ['week'])
export class UsageWeekly {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_usage_weekly' })
  @ForeignKey(() => Account, { name: 'fk_usage_weekly_account', onDelete: 'CASCADE' })
  accountId!: string;

  @PrimaryColumn('date', { primaryKeyConstraintName: 'pk_usage_weekly' })
  week!: string;

  @Column('numeric', { precision: 14, scale: 2, default: 0 })
  minutes!: string;

  @Column('numeric', { precision: 14, scale: 2, default: 0 })
  callMinutes!: string;

  @Column('integer', { default: 0 })
  calls!: number;
}
