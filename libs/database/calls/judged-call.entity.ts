import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

import type { CallDirection } from '@ringwell/domain/call';
import type { CallLabel } from '@ringwell/domain/call-label';

import { Account } from '../accounts/account.entity';

/** The label of a call and what it is counted by, from its current result. Written by triggers only. */
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

  /** `YYYY-MM-DD`, when the call took place, in the time zone of the account. */
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

  /** Whether the call is Positive or Negative and has a quote that says so. */
  @Column('boolean')
  hasQuote!: boolean;

  /** Whether the sums of its direction have it. Calls from before they were kept are added in the background. */
  @Column('boolean', { default: false })
  countedByDirection!: boolean;
}

/** What judged calls are counted by. `inbound_agent`: by agent, of inbound calls only. */
export type HappinessDimension = 'all' | 'direction' | `${'' | 'inbound_' | 'outbound_'}${'agent' | 'topic' | 'hour'}`;

/** Judged calls by day and a dimension. Updated by triggers together with the judged calls. */
@Entity('happiness_days')
@Check(
  'ck_happiness_days_dimension',
  `dimension in ('all', 'direction', 'agent', 'topic', 'hour', 'inbound_agent', 'inbound_topic', 'inbound_hour', 'outbound_agent', 'outbound_topic', 'outbound_hour')`,
)
export class HappinessDay {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_happiness_days' })
  accountId!: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'fk_happiness_days_account' })
  account?: Relation<Account>;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_happiness_days' })
  dimension!: HappinessDimension;

  @PrimaryColumn('date', { primaryKeyConstraintName: 'pk_happiness_days' })
  day!: string;

  /** The direction, id of the agent, topic or hour; empty for `all`. */
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
}

/** Accounts whose calls are counted again in the background: after an update, or after a change of the time zone. */
@Entity('happiness_recounts')
export class HappinessRecount {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_happiness_recounts' })
  accountId!: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'fk_happiness_recounts_account' })
  account?: Relation<Account>;

  @Column('timestamptz', { default: () => 'now()' })
  requestedAt!: Date;

  /** The position after the last batch. The latest calls are counted first. */
  @Column('timestamptz', { nullable: true })
  lastCreatedAt!: Date | null;

  @Column('uuid', { nullable: true })
  lastCallId!: string | null;
}
