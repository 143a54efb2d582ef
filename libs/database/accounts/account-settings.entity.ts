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
import { DEFAULT_BUSINESS_WEEK, type BusinessWeek } from '@ringwell/domain/business-week';
import type { CallLabel } from '@ringwell/domain/call-label';
import type { CustomerChannel } from '@ringwell/domain/customer-channel';
import type { AddOn, Plan } from '@ringwell/domain/plans';
import type { RedactionLevel } from '@ringwell/domain/redaction/redaction-level';
import type { ReviewTolerance } from '@ringwell/domain/review-limit';
import type { NoteTarget, ServiceTitanEnvironment } from '@ringwell/domain/service-titan';
import type { MovedPeriod } from '@ringwell/platform/calendar/usage-period';

import { Account } from './account.entity';

/**
 * Settings and billing state of one account. `sealed…` columns hold encrypted secrets and are never returned. The API
 * offers only the settings listed in `api/src/settings/setting-definitions.ts`.
 */
@Entity('account_settings')
@Unique('uq_account_settings_account', ['accountId'])
@Check('ck_account_settings_service_titan_environment', "service_titan_environment in ('production', 'integration')")
@Check('ck_account_settings_subscription_plan', "subscription_plan in ('base', 'team')")
@Check('ck_account_settings_note_target', "note_target in ('job', 'customer', 'job_then_customer')")
@Check(
  'ck_account_settings_review_tolerance',
  "review_tolerance in ('standard', 'one_in_10', 'one_in_20', 'one_in_50')",
)
@Check('ck_account_settings_redaction', "redaction in ('off', 'transcript', 'transcript_and_audio')")
@Check('ck_account_settings_customer_channel', "customer_channel in ('auto', 'left', 'right')")
export class AccountSettings {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_account_settings' })
  id!: string;

  @Column('uuid')
  accountId!: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'fk_account_settings_account' })
  account?: Relation<Account>;

  @Column('boolean', { default: true })
  active!: boolean;

  /** IANA time zone name; null until one is chosen, or guessed from the browser. */
  @Column('text', { nullable: true })
  timeZone!: string | null;

  /** The usage period in which the time zone was last changed; null if it never was. */
  @Column('jsonb', { nullable: true })
  movedPeriod!: MovedPeriod | null;

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

  /** Labels of the calls about which each address gets emails. Addresses without an entry get the account's labels. */
  @Column('jsonb', { default: {} })
  emailLabels!: Record<string, CallLabel[]>;

  @Column('boolean', { default: true })
  emailPositiveSentiment!: boolean;

  @Column('boolean', { default: true })
  emailNeutralSentiment!: boolean;

  @Column('boolean', { default: true })
  emailNegativeSentiment!: boolean;

  /** Whether alerts and notes are sent about calls that need review. */
  @Column('boolean', { default: true })
  reviewAlertsEnabled!: boolean;

  @Column('boolean', { default: false })
  usageLimitEnabled!: boolean;

  @Column('integer', { default: DEFAULT_LIMITS.monthlyMinuteLimit })
  monthlyMinuteLimit!: number;

  /** Whether the limit was ever set explicitly: a subscription raises only the untouched default. */
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

  /** Set by administrators, in GB; if null, `STORAGE_QUOTA_GB` applies. */
  @Column('integer', { nullable: true })
  storageQuotaGb!: number | null;

  /** Time to call back an unhappy customer, or one who left a message, in minutes of business hours. */
  @Column('integer', { default: DEFAULT_LIMITS.callBackWithinMinutes })
  callBackWithinMinutes!: number;

  /** Opening hours of the office, in `timeZone`. */
  @Column('jsonb', { default: DEFAULT_BUSINESS_WEEK })
  businessWeek!: BusinessWeek;

  /** Days on which the office is closed, as YYYY-MM-DD. */
  @Column('text', { array: true, default: () => "'{}'" })
  holidays!: string[];

  /** Whether the account's channels are notified of overdue follow-ups. */
  @Column('boolean', { default: true })
  overdueAlertsEnabled!: boolean;

  /** Additional email addresses for overdue follow-ups, such as a manager's. */
  @Column('text', { array: true, default: () => "'{}'" })
  overdueAddresses!: string[];

  /** Whether the weekly letter also goes to the account's chats, in a short form. */
  @Column('boolean', { default: false })
  weeklyLetterChats!: boolean;

  @Column('text', { default: 'auto' })
  customerChannel!: CustomerChannel;

  /** How often labels may be wrong before calls need a listen. */
  @Column('text', { default: 'standard' })
  reviewTolerance!: ReviewTolerance;

  /** Which parts of new calls are redacted. */
  @Column('text', { default: 'transcript_and_audio' })
  redaction!: RedactionLevel;

  /** If null, only `RECORDINGS_RETENTION_DAYS` applies. Otherwise the shorter one. */
  @Column('integer', { nullable: true })
  recordingsRetentionDays!: number | null;

  /** If null, only `TRANSCRIPTS_RETENTION_DAYS` applies. Otherwise the shorter one. */
  @Column('integer', { nullable: true })
  transcriptsRetentionDays!: number | null;

  /** Whether phone numbers in alerts, messages about follow-ups and weekly letters are hidden. */
  @Column('boolean', { default: false })
  hidePhoneNumbers!: boolean;

  /** Like `hidePhoneNumbers`, for names of customers. */
  @Column('boolean', { default: false })
  hideNames!: boolean;

  /** Like `hidePhoneNumbers`, for street addresses. */
  @Column('boolean', { default: false })
  hideAddresses!: boolean;

  /** Names and words that occur in the account's calls, most important first. */
  @Column('text', { array: true, default: () => "'{}'" })
  vocabulary!: string[];

  /** Sealed, because such URLs often contain a secret. */
  @Column('text', { nullable: true })
  sealedWebhookUrl!: string | null;

  /** Signs callbacks and webhooks; null if they are not signed. */
  @Column('text', { nullable: true })
  sealedWebhookSecret!: string | null;

  @Column('text', { nullable: true })
  serviceTitanClientId!: string | null;

  @Column('text', { nullable: true })
  sealedServiceTitanClientSecret!: string | null;

  @Column('text', { default: 'production' })
  serviceTitanEnvironment!: ServiceTitanEnvironment;

  @Column('text', { default: 'job_then_customer' })
  noteTarget!: NoteTarget;

  @Column('boolean', { default: false })
  serviceTitanPollingEnabled!: boolean;

  /** `continueFrom` of the last page of ServiceTitan's export; null before the first poll. */
  @Column('text', { nullable: true })
  pollCursor!: string | null;

  @Column('timestamptz', { nullable: true })
  lastPolledAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  pollAfter!: Date | null;

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

  /** Older reports by Stripe are ignored. */
  @Column('timestamptz', { nullable: true })
  subscriptionCheckedAt!: Date | null;

  /** When an administrator started canceling the subscriptions; null once the account was updated accordingly. */
  @Column('timestamptz', { nullable: true })
  cancellationRequestedAt!: Date | null;

  /** When payment collection was paused because the account was disabled; null while Stripe collects payments. */
  @Column('timestamptz', { nullable: true })
  collectionPausedAt!: Date | null;

  /** Minutes recorded earlier are not charged, because the account was disabled until this time. */
  @Column('timestamptz', { nullable: true })
  chargedFrom!: Date | null;

  /** When the leader last reconciled the account with Stripe, other than on an event. */
  @Column('timestamptz', { nullable: true })
  billingTriedAt!: Date | null;

  @Column('text', { array: true, default: () => "'{}'" })
  addOns!: AddOn[];

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;
}
