import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import type { CallDirection } from '@ringwell/domain/calls/call';
import type { CallLabel } from '@ringwell/domain/calls/call-label';

import { Account } from '../accounts/account.entity';

/** A call's label and its dimensions for counting, from its current result. Only written by triggers. */
@Entity('judged_calls')
@Index('ix_judged_calls_moments', { synchronize: false })
@Index('ix_judged_calls_agent', { synchronize: false })
@Index('ix_judged_calls_hour', { synchronize: false })
@Check('ck_judged_calls_label', "label in ('positive', 'neutral', 'negative', 'needs_review')")
export class JudgedCall {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_judged_calls' })
  callId!: string;

  @Column('uuid')
  accountId!: string;

  /** `YYYY-MM-DD` on which the call took place, in the account's time zone. */
  @Column('date')
  day!: string;

  @Column('smallint')
  hour!: number;

  @Column('text', { nullable: true })
  direction!: CallDirection | null;

  @Column('uuid', { nullable: true })
  agentId!: string | null;

  @Column('text')
  label!: CallLabel;

  @Column('text', { nullable: true })
  topic!: string | null;

  @Column('real')
  confidence!: number;

  /** Whether the call is Positive or Negative and has a supporting quote. */
  @Column('boolean')
  hasQuote!: boolean;

  /** Null if the booking is unknown or unclear. */
  @Column('text', { nullable: true })
  booking!: string | null;

  /** Whether a job confirms the booking. */
  @Column('boolean', { default: false })
  isConfirmed!: boolean;

  /** The first 200 characters. Null for calls that didn't come from ServiceTitan. */
  @Column('text', { nullable: true })
  campaign!: string | null;

  /** Null if unknown or unclear, or if the agent could not ask. */
  @Column('text', { nullable: true })
  asked!: string | null;

  /** Null if unknown or unclear, or if the company did not make the call. */
  @Column('text', { nullable: true })
  reached!: string | null;
}

/** Dimensions by which judged calls are counted. `inbound_agent`: by agent, for inbound calls only. */
export type HappinessDimension =
  | 'all'
  | 'direction'
  | `${'' | 'inbound_' | 'outbound_'}${'agent' | 'topic' | 'hour'}`
  | `${'inbound_' | 'outbound_'}campaign`;

/** Number of judged calls by day and dimension. Triggers update it along with the judged calls. */
@Entity('happiness_days')
@Check(
  'ck_happiness_days_dimension',
  `dimension in ('all', 'direction', 'agent', 'topic', 'hour', 'inbound_agent', 'inbound_topic', 'inbound_hour', 'outbound_agent', 'outbound_topic', 'outbound_hour', 'inbound_campaign', 'outbound_campaign')`,
)
export class HappinessDay {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_happiness_days' })
  @ForeignKey(() => Account, { name: 'fk_happiness_days_account', onDelete: 'CASCADE' })
  accountId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_happiness_days' })
  dimension!: HappinessDimension;

  @PrimaryColumn('date', { primaryKeyConstraintName: 'pk_happiness_days' })
  day!: string;

  /** The direction, agent id, topic, hour or campaign; empty for `all`. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_happiness_days' })
  value!: string;

  @Column('integer')
  positive!: number;

  @Column('integer')
  neutral!: number;

  @Column('integer')
  negative!: number;

  @Column('integer')
  needsReview!: number;

  @Column('integer', { default: 0 })
  booked!: number;

  @Column('integer', { default: 0 })
  notBookedUndecided!: number;

  @Column('integer', { default: 0 })
  notBookedUnreached!: number;

  @Column('integer', { default: 0 })
  notBookedOther!: number;

  @Column('integer', { default: 0 })
  notALead!: number;

  @Column('integer', { default: 0 })
  confirmedBooked!: number;

  @Column('integer', { default: 0 })
  confirmedNotBooked!: number;

  @Column('integer', { default: 0 })
  confirmedNotALead!: number;

  @Column('integer', { default: 0 })
  asked!: number;

  @Column('integer', { default: 0 })
  notAsked!: number;

  @Column('integer', { default: 0 })
  reached!: number;

  @Column('integer', { default: 0 })
  notReached!: number;
}

/** Accounts whose calls are being recounted in the background after a time zone change. */
@Entity('happiness_recounts')
export class HappinessRecount {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_happiness_recounts' })
  @ForeignKey(() => Account, { name: 'fk_happiness_recounts_account', onDelete: 'CASCADE' })
  accountId!: string;

  @Column('timestamptz', { default: () => 'now()' })
  requestedAt!: Date;

  /** The position after the last batch. Newest calls are counted first. */
  @Column('timestamptz', { nullable: true })
  lastCreatedAt!: Date | null;

  @Column('uuid', { nullable: true })
  lastCallId!: string | null;
}
