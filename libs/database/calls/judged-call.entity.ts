import { Check, Entity, Index, PrimaryColumn } from 'typeorm';

import type { CallDirection } from '@ringwell/domain/calls/call';
import type { CallLabel } from '@ringwell/domain/calls/call-label';
import { FieldsType } from '@ringwell/platform/fields-type';

import { Account } from '../accounts/account.entity';
import { boolean, date, integer, primaryKey, real, reference, smallint, text, timestamptz, uuid } from '../columns';

/** A call's label and its dimensions for counting, from its current result. Only written by triggers. */
@Entity('judged_calls')
@Index('ix_judged_calls_moments', { synchronize: false })
@Index('ix_judged_calls_agent', { synchronize: false })
@Index('ix_judged_calls_hour', { synchronize: false })
@Check('ck_judged_calls_label', "label in ('positive', 'neutral', 'negative', 'needs_review')")
export class JudgedCall extends FieldsType({
  callId: primaryKey('uuid', 'pk_judged_calls'),
  accountId: uuid(),
  /** `YYYY-MM-DD` on which the call took place, in the account's time zone. */
  day: date(),
  hour: smallint(),
  direction: text<CallDirection>({ nullable: true }),
  agentId: uuid({ nullable: true }),
  label: text<CallLabel>(),
  topic: text({ nullable: true }),
  confidence: real(),
  /** Whether the call is Positive or Negative and has a supporting quote. */
  hasQuote: boolean(),
  /** Null if the booking is unknown or unclear. */
  booking: text({ nullable: true }),
  /** Whether a job confirms the booking. */
  isConfirmed: boolean({ default: false }),
  /** The first 200 characters. Null for calls that didn't come from ServiceTitan. */
  campaign: text({ nullable: true }),
  /** Null if unknown or unclear, or if the agent could not ask. */
  asked: text({ nullable: true }),
  /** Null if unknown or unclear, or if the company did not make the call. */
  reached: text({ nullable: true }),
}) {}

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
export class HappinessDay extends FieldsType({
  accountId: reference(() => Account, 'fk_happiness_days_account', 'CASCADE', { primaryKey: 'pk_happiness_days' }),
  day: primaryKey('date', 'pk_happiness_days'),
  /** The direction, agent id, topic, hour or campaign; empty for `all`. */
  value: primaryKey('text', 'pk_happiness_days'),
  positive: integer(),
  neutral: integer(),
  negative: integer(),
  needsReview: integer(),
  booked: integer({ default: 0 }),
  notBookedUndecided: integer({ default: 0 }),
  notBookedUnreached: integer({ default: 0 }),
  notBookedOther: integer({ default: 0 }),
  notALead: integer({ default: 0 }),
  confirmedBooked: integer({ default: 0 }),
  confirmedNotBooked: integer({ default: 0 }),
  confirmedNotALead: integer({ default: 0 }),
  asked: integer({ default: 0 }),
  notAsked: integer({ default: 0 }),
  reached: integer({ default: 0 }),
  notReached: integer({ default: 0 }),
}) {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_happiness_days' })
  dimension!: HappinessDimension;
}

/** Accounts whose calls are being recounted in the background after a time zone change. */
@Entity('happiness_recounts')
export class HappinessRecount extends FieldsType({
  accountId: reference(() => Account, 'fk_happiness_recounts_account', 'CASCADE', {
    primaryKey: 'pk_happiness_recounts',
  }),
  requestedAt: timestamptz({ default: () => 'now()' }),
  /** The position after the last batch. Newest calls are counted first. */
  lastCreatedAt: timestamptz({ nullable: true }),
  lastCallId: uuid({ nullable: true }),
}) {}
