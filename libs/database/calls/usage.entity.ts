import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
  type Relation,
} from 'typeorm';

import type { Sentiment } from '@ringwell/domain/sentiment';

import { User } from '../accounts/user.entity';
import { Call } from './call.entity';

/** What a record keeps of the call it was written for. */
export interface UsageCallData {
  /** The note as text; has a line `Call From: …`. */
  content: string;
  database: string;
  databaseDisplayName: string;
  leadCallId: number | null;
  sentiment: Sentiment;
  /** ISO 8601. */
  storedAt: string;
}

/** One use of the product. A call writes exactly one, however often it is processed. */
@Entity('usage_records')
@Unique('uq_usage_records_call', ['callId'])
@Unique('uq_usage_records_idempotency_key', ['userId', 'idempotencyKey'])
@Index('ix_usage_records_user_recorded', ['userId', 'recordedAt'])
export class UsageRecord {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_usage_records' })
  id!: string;

  @Column('uuid')
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_usage_records_user' })
  user?: Relation<User>;

  @Column('uuid', { nullable: true })
  callId!: string | null;

  @ManyToOne(() => Call, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'call_id', foreignKeyConstraintName: 'fk_usage_records_call' })
  call?: Relation<Call> | null;

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

  /** Of usage that a client posted. */
  @Column('text', { nullable: true })
  idempotencyKey!: string | null;

  /** SHA-256 over what was posted: tells a repeat from other usage under the same key. */
  @Column('text', { nullable: true })
  requestHash!: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  recordedAt!: Date;
}

/** Usage per account and UTC day, kept in the same transaction as the records. Totals and charts read only this. */
@Entity('usage_daily')
@Index('ix_usage_daily_day', ['day'])
export class UsageDaily {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_usage_daily' })
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_usage_daily_user' })
  user?: Relation<User>;

  @PrimaryColumn('date', { primaryKeyConstraintName: 'pk_usage_daily' })
  day!: string;

  @Column('numeric', { precision: 14, scale: 2, default: 0 })
  minutes!: string;

  /** Those of the minutes that come from calls, not from usage that a client posted. */
  @Column('numeric', { precision: 14, scale: 2, default: 0 })
  callMinutes!: string;

  @Column('integer', { default: 0 })
  calls!: number;

  @Column('bigint', { default: 0 })
  instanceRuns!: string;

  /** Requests of bearer clients, and what clients posted. */
  @Column('bigint', { default: 0 })
  apiCalls!: string;
}

/** The same per account and week, from Monday: what the report over all accounts reads of whole weeks. Kept with the days. */
@Entity('usage_weekly')
@Index('ix_usage_weekly_week', ['week'])
export class UsageWeekly {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_usage_weekly' })
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_usage_weekly_user' })
  user?: Relation<User>;

  /** Its Monday. */
  @PrimaryColumn('date', { primaryKeyConstraintName: 'pk_usage_weekly' })
  week!: string;

  @Column('numeric', { precision: 14, scale: 2, default: 0 })
  minutes!: string;

  @Column('numeric', { precision: 14, scale: 2, default: 0 })
  callMinutes!: string;

  @Column('integer', { default: 0 })
  calls!: number;
}
