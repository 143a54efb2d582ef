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

import { DEFAULT_LIMITS } from '@ringwell/domain/account-limits';
import type { AddOn, Plan } from '@ringwell/domain/plans';
import type { NoteTarget, ServiceTitanEnvironment } from '@ringwell/domain/service-titan';

import { User } from './user.entity';

/** Switches, limits and credentials of one account. Columns named `sealed…` hold sealed secrets and are never returned. */
@Entity('account_settings')
@Unique('uq_account_settings_user', ['userId'])
@Check('ck_account_settings_service_titan_environment', "service_titan_environment in ('production', 'integration')")
@Check('ck_account_settings_subscription_plan', "subscription_plan in ('base', 'team')")
@Check('ck_account_settings_note_target', "note_target in ('job', 'customer', 'job_then_customer')")
export class AccountSettings {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_account_settings' })
  id!: string;

  @Column('uuid')
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_account_settings_user' })
  user?: Relation<User>;

  /** The master switch: off, new calls are accepted and skipped. */
  @Column('boolean', { default: true })
  active!: boolean;

  @Column('boolean', { default: false })
  slackEnabled!: boolean;

  @Column('text', { nullable: true })
  slackChannel!: string | null;

  @Column('text', { nullable: true })
  sealedSlackBotToken!: string | null;

  @Column('boolean', { default: true })
  slackPositiveSentiment!: boolean;

  @Column('boolean', { default: true })
  slackNeutralSentiment!: boolean;

  @Column('boolean', { default: true })
  slackNegativeSentiment!: boolean;

  @Column('boolean', { default: false })
  teamsEnabled!: boolean;

  @Column('text', { nullable: true })
  teamsTeamName!: string | null;

  @Column('text', { nullable: true })
  sealedTeamsWebhookUrl!: string | null;

  @Column('boolean', { default: true })
  teamsPositiveSentiment!: boolean;

  @Column('boolean', { default: true })
  teamsNeutralSentiment!: boolean;

  @Column('boolean', { default: true })
  teamsNegativeSentiment!: boolean;

  @Column('boolean', { default: false })
  googleChatEnabled!: boolean;

  @Column('text', { nullable: true })
  sealedGoogleChatWebhookUrl!: string | null;

  @Column('boolean', { default: true })
  googleChatPositiveSentiment!: boolean;

  @Column('boolean', { default: true })
  googleChatNeutralSentiment!: boolean;

  @Column('boolean', { default: true })
  googleChatNegativeSentiment!: boolean;

  @Column('boolean', { default: false })
  emailEnabled!: boolean;

  @Column('text', { array: true, default: () => "'{}'" })
  emailAddress!: string[];

  @Column('boolean', { default: true })
  emailPositiveSentiment!: boolean;

  @Column('boolean', { default: true })
  emailNeutralSentiment!: boolean;

  @Column('boolean', { default: true })
  emailNegativeSentiment!: boolean;

  @Column('boolean', { default: false })
  usageLimitEnabled!: boolean;

  @Column('integer', { default: DEFAULT_LIMITS.monthlyMinuteLimit })
  monthlyMinuteLimit!: number;

  /** Whether anyone has ever set the limit: a subscription raises only the untouched default. */
  @Column('boolean', { default: false })
  monthlyMinuteLimitChosen!: boolean;

  @Column('boolean', { default: true })
  inboundCallsEnabled!: boolean;

  /** Seconds. */
  @Column('integer', { default: DEFAULT_LIMITS.inboundMinCallTimeSeconds })
  inboundMinCallTime!: number;

  @Column('boolean', { default: true })
  outboundCallsEnabled!: boolean;

  /** Seconds. */
  @Column('integer', { default: DEFAULT_LIMITS.outboundMinCallTimeSeconds })
  outboundMinCallTime!: number;

  @Column('integer', { default: DEFAULT_LIMITS.processingTimeoutMinutes })
  processingTimeoutMinutes!: number;

  @Column('integer', { default: DEFAULT_LIMITS.maxConcurrentWorkflows })
  maxConcurrentWorkflows!: number;

  /** Where finished calls are also told to. Such addresses often carry a secret. */
  @Column('text', { nullable: true })
  sealedWebhookUrl!: string | null;

  /** Signs callbacks and outgoing webhooks, once the account has asked for one. */
  @Column('text', { nullable: true })
  sealedWebhookSecret!: string | null;

  @Column('text', { nullable: true })
  serviceTitanClientId!: string | null;

  @Column('text', { nullable: true })
  sealedServiceTitanClientSecret!: string | null;

  @Column('text', { default: 'production' })
  serviceTitanEnvironment!: ServiceTitanEnvironment;

  /** Where the note of a call goes. */
  @Column('text', { default: 'job_then_customer' })
  noteTarget!: NoteTarget;

  /** Whether new calls are fetched from ServiceTitan. */
  @Column('boolean', { default: false })
  serviceTitanPollingEnabled!: boolean;

  /** How far fetching has come, in ServiceTitan's own words. */
  @Column('text', { nullable: true })
  pollCursor!: string | null;

  @Column('timestamptz', { nullable: true })
  lastPolledAt!: Date | null;

  /** New calls are not looked for before; null for at once. */
  @Column('timestamptz', { nullable: true })
  pollAfter!: Date | null;

  @Column('text', { nullable: true })
  stripeSubscriptionId!: string | null;

  @Column('text', { nullable: true })
  stripeCustomerId!: string | null;

  /** What Stripe said that subscription was when it was last looked at; null before. */
  @Column('text', { nullable: true })
  subscriptionStatus!: string | null;

  @Column('text', { nullable: true })
  subscriptionPlan!: Plan | null;

  /** Begin of the month that is being paid for, to the second; null until the subscription was looked at. */
  @Column('timestamptz', { nullable: true })
  currentPeriodStart!: Date | null;

  /** End of the month that is being paid for. */
  @Column('timestamptz', { nullable: true })
  currentPeriodEnd!: Date | null;

  /** Later months of the subscription begin on the day of the month and at the time of this. */
  @Column('timestamptz', { nullable: true })
  billingAnchor!: Date | null;

  /** What Stripe said before this time is out of date. */
  @Column('timestamptz', { nullable: true })
  subscriptionCheckedAt!: Date | null;

  /** When an administrator began to cancel the account's subscriptions; null once the account has followed. */
  @Column('timestamptz', { nullable: true })
  cancellationRequestedAt!: Date | null;

  /** When Stripe was asked to stop collecting payments because the account was disabled; null while it collects. */
  @Column('timestamptz', { nullable: true })
  collectionPausedAt!: Date | null;

  /** Minutes recorded before are not charged: the account was disabled until then. */
  @Column('timestamptz', { nullable: true })
  chargedFrom!: Date | null;

  /** When the leading worker last compared the account with Stripe without an event. */
  @Column('timestamptz', { nullable: true })
  billingTriedAt!: Date | null;

  /** What was bought beside the base plan. */
  @Column('text', { array: true, default: () => "'{}'" })
  addOns!: AddOn[];

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;
}
