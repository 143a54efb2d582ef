import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  Unique,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';

import type { Plan } from '@ringwell/domain/billing/plans';
import type { CallLabel } from '@ringwell/domain/calls/call-label';
import type { MovedPeriod } from '@ringwell/rules/calendar/usage-period';

import { Account } from '../account.entity';
import { SettingColumns } from '../setting-columns';

/**
 * An account's settings and billing state. The columns of `SETTINGS` come from `SettingColumns`. `sealed…` columns hold
 * encrypted secrets and are never returned.
 */
@Entity('account_settings')
@Unique('uq_account_settings_account', ['accountId'])
@Check('ck_account_settings_subscription_plan', "subscription_plan in ('base', 'team')")
export class AccountSettings extends SettingColumns {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_account_settings' })
  id!: string;

  @Column('uuid')
  accountId!: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'fk_account_settings_account' })
  account?: Relation<Account>;

  /** The usage period in which the time zone was last changed; null if it never was. */
  @Column('jsonb', { nullable: true })
  movedPeriod!: MovedPeriod | null;

  /** For each address, the labels of calls it gets emails about. Other addresses use the account's labels. */
  @Column('jsonb', { default: {} })
  emailLabels!: Record<string, CallLabel[]>;

  /** Whether the limit was ever set explicitly: a subscription only raises the untouched default. */
  @Column('boolean', { default: false })
  monthlyMinuteLimitChosen!: boolean;

  /** `continueFrom` from the last page of ServiceTitan's export; null before the first poll. */
  @Column('text', { nullable: true })
  pollCursor!: string | null;

  @Column('timestamptz', { nullable: true })
  lastPolledAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  pollAfter!: Date | null;

  /** `continueFrom` from the last page of ServiceTitan's job export; null before the first one. */
  @Column('text', { nullable: true })
  jobCursor!: string | null;

  /** When all jobs were last read and matched to calls. */
  @Column('timestamptz', { nullable: true })
  jobsReadAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  readJobsAfter!: Date | null;

  /** `continueFrom` from the last page of earlier calls. */
  @Column('text', { nullable: true })
  importCursor!: string | null;

  @Column('timestamptz', { nullable: true })
  importReadAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  readImportAfter!: Date | null;

  @Column('text', { nullable: true })
  stripeSubscriptionId!: string | null;

  @Column('text', { nullable: true })
  stripeCustomerId!: string | null;

  @Column('text', { nullable: true })
  subscriptionStatus!: string | null;

  @Column('text', { nullable: true })
  subscriptionPlan!: Plan | null;

  @Column('timestamptz', { nullable: true })
  currentPeriodStart!: Date | null;

  @Column('timestamptz', { nullable: true })
  currentPeriodEnd!: Date | null;

  /** Billing periods start on this day of the month, at this time. */
  @Column('timestamptz', { nullable: true })
  billingAnchor!: Date | null;

  /** Older data from Stripe is ignored. */
  @Column('timestamptz', { nullable: true })
  subscriptionCheckedAt!: Date | null;

  /** When an administrator started canceling the subscriptions; null once the account has been updated. */
  @Column('timestamptz', { nullable: true })
  cancellationRequestedAt!: Date | null;

  /** When payment collection was paused because the account was disabled; null while Stripe collects payments. */
  @Column('timestamptz', { nullable: true })
  collectionPausedAt!: Date | null;

  /** Minutes recorded earlier aren't charged, because the account was disabled until then. */
  @Column('timestamptz', { nullable: true })
  chargedFrom!: Date | null;

  /** When the leader last reconciled the account with Stripe without an event. */
  @Column('timestamptz', { nullable: true })
  billingTriedAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;
}
