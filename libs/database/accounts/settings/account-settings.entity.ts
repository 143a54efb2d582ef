import { Entity, JoinColumn, ManyToOne, Unique, type Relation } from 'typeorm';

import type { Plan } from '@ringwell/domain/billing/plans';
import type { CallLabel } from '@ringwell/domain/calls/call-label';
import { FieldsType } from '@ringwell/platform/fields-type';
import type { MovedPeriod } from '@ringwell/rules/calendar/usage-period';

import { boolean, generatedId, insertionTime, jsonb, text, timestamptz, updateTime, uuid } from '../../columns';
import { Account } from '../account.entity';
import { SettingColumns } from '../setting-columns';

/**
 * An account's settings and billing state. The columns of `SETTINGS` come from `SettingColumns`. `sealed…` columns hold
 * encrypted secrets and are never returned.
 */
@Entity('account_settings')
@Unique('uq_account_settings_account', ['accountId'])
export class AccountSettings extends FieldsType(SettingColumns, {
  id: generatedId('pk_account_settings'),
  accountId: uuid(),
  /** The usage period in which the time zone was last changed; null if it never was. */
  movedPeriod: jsonb<MovedPeriod>({ nullable: true }),
  /** For each address, the labels of the calls to email it about. Other addresses use the account's labels. */
  emailLabels: jsonb<Record<string, CallLabel[]>>({ default: {} }),
  /** Whether the limit was ever set explicitly. If so, subscribing doesn't raise it. */
  monthlyMinuteLimitChosen: boolean({ default: false }),
  /** `continueFrom` from the last page of ServiceTitan's export; null before the first poll. */
  pollCursor: text({ nullable: true }),
  lastPolledAt: timestamptz({ nullable: true }),
  pollAfter: timestamptz({ nullable: true }),
  /** `continueFrom` from the last page of ServiceTitan's job export; null before the first one. */
  jobCursor: text({ nullable: true }),
  /** When all jobs were last read and matched to calls. */
  jobsReadAt: timestamptz({ nullable: true }),
  readJobsAfter: timestamptz({ nullable: true }),
  /** `continueFrom` from the last page of earlier calls. */
  importCursor: text({ nullable: true }),
  importReadAt: timestamptz({ nullable: true }),
  readImportAfter: timestamptz({ nullable: true }),
  stripeSubscriptionId: text({ nullable: true }),
  stripeCustomerId: text({ nullable: true }),
  subscriptionStatus: text({ nullable: true }),
  subscriptionPlan: text<Plan>({ nullable: true }),
  currentPeriodStart: timestamptz({ nullable: true }),
  currentPeriodEnd: timestamptz({ nullable: true }),
  /** Billing periods start on this day of the month, at this time. */
  billingAnchor: timestamptz({ nullable: true }),
  /** Older data from Stripe is ignored. */
  subscriptionCheckedAt: timestamptz({ nullable: true }),
  /** When an administrator started canceling the subscriptions; null once the account has been updated. */
  cancellationRequestedAt: timestamptz({ nullable: true }),
  /** When payment collection was paused because the account was disabled; null while Stripe collects payments. */
  collectionPausedAt: timestamptz({ nullable: true }),
  /** Minutes recorded earlier aren't charged, because the account was disabled until then. */
  chargedFrom: timestamptz({ nullable: true }),
  /** When the leader last reconciled the account with Stripe without an event. */
  billingTriedAt: timestamptz({ nullable: true }),
  createdAt: insertionTime(),
  updatedAt: updateTime(),
}) {
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'fk_account_settings_account' })
  account?: Relation<Account>;
}
