import { Entity, ForeignKey, Index, JoinColumn, ManyToOne, type Relation } from 'typeorm';

import type { CallDirection } from '@ringwell/domain/calls/call';
import type {
  FollowUpEventType,
  FollowUpKind,
  FollowUpOutcome,
  FollowUpState,
} from '@ringwell/domain/follow-ups/follow-up';
import { FieldsType } from '@ringwell/platform/fields-type';

import { Account } from '../accounts/account.entity';
import { Member } from '../accounts/members/member.entity';
import { Call } from '../calls/call.entity';
import {
  bigint,
  boolean,
  generatedId,
  insertionTime,
  integer,
  reference,
  text,
  timestamptz,
  updateTime,
  uuid,
} from '../columns';
import { Customer } from '../customers/customer.entity';
import { Escalation } from './escalation.entity';

/**
 * A customer to call back. A customer has at most one waiting follow-up, which later calls join. Displayed call
 * details, such as the quote, are read from the call's analysis, so that they're deleted with it.
 */
@Entity('follow_ups')
@Index('ix_follow_ups_customer', ['accountId', 'customerId', 'openedAt'])
@Index('ix_follow_ups_call', ['callId'])
@Index('ix_follow_ups_changed', ['accountId', 'updatedAt', 'id'])
@ForeignKey(() => Customer, ['accountId', 'customerId'], ['accountId', 'id'], {
  name: 'fk_follow_ups_customer',
  onDelete: 'CASCADE',
})
// Removing a member clears only `assigneeId`.
@ForeignKey(() => Member, ['accountId', 'assigneeId'], ['accountId', 'userId'], {
  name: 'fk_follow_ups_assignee',
  onDelete: 'SET NULL',
})
export class FollowUp extends FieldsType({
  id: generatedId('pk_follow_ups'),
  accountId: reference(() => Account, 'fk_follow_ups_account', 'CASCADE'),
  /** Null if nothing identifies the customer. */
  customerId: uuid({ nullable: true }),
  /** The deciding call: the most recent call of the most urgent kind. */
  callId: reference(() => Call, 'fk_follow_ups_call', 'CASCADE'),
  /** The deciding call's direction. Kept up to date by triggers. */
  direction: text<CallDirection>({ nullable: true }),
  kind: text<FollowUpKind>(),
  state: text<FollowUpState>({ default: 'open' }),
  /** Set only when the state is `done`. */
  outcome: text<FollowUpOutcome>({ nullable: true }),
  dueAt: timestamptz(),
  /** Whether the office promised `dueAt` on the phone. */
  isPromisedTime: boolean({ default: false }),
  /** Whether a user confirmed that the office made a promise on that call; null if no one has answered. */
  promiseConfirmed: boolean({ nullable: true }),
  /** Whether someone may be in danger, judging by what was said on one of its calls. */
  isDanger: boolean({ default: false }),
  /** Number of unanswered attempts to reach the customer since their last call. */
  tries: integer({ default: 0 }),
  /**
   * When the customer last called about it, or a member last found them still unhappy. Null in rows from earlier
   * versions.
   */
  lastContactAt: timestamptz({ nullable: true }),
  /** Sort key within a day: `dueAt`, moved up by `RAISE_HOURS` for each additional call. */
  urgentAt: timestamptz(),
  /** Number of calls that add urgency, including the first. */
  callCount: integer({ default: 1 }),
  /** Until this time, it's hidden from the list and doesn't become overdue. */
  snoozedUntil: timestamptz({ nullable: true }),
  /** The member who took it or was assigned it. */
  assigneeId: uuid({ nullable: true }),
  /** Name or address of the person who took it through a link in a message, without signing in. */
  takenBy: text({ nullable: true }),
  /** When the account was notified that it's overdue, which happens only once. */
  escalatedAt: timestamptz({ nullable: true }),
  escalationId: reference(() => Escalation, 'fk_follow_ups_escalation', 'SET NULL', { nullable: true }),
  closedAt: timestamptz({ nullable: true }),
  /** When the customer was reached, through the later call that settled it or according to a member. */
  calledBackAt: timestamptz({ nullable: true }),
  closedByCallId: uuid({ nullable: true }),
  /** The won lead's job, in the account's job system. */
  jobId: text({ nullable: true }),
  /** Revenue from the won lead; null if unknown. */
  broughtCents: bigint({ nullable: true }),
  /** Whether `broughtCents` is the account's average job value. */
  isEstimate: boolean({ default: false }),
  /** Incremented by every change. Changes based on an outdated version are rejected. */
  version: integer({ default: 1 }),
  /** When the call that opened it took place. */
  openedAt: timestamptz(),
  updatedAt: updateTime({ default: () => 'clock_timestamp()' }),
}) {}

/** A follow-up's history. Rows are never updated. */
@Entity('follow_up_events')
@Index('ix_follow_up_events_follow_up', ['followUpId', 'at'])
export class FollowUpEvent extends FieldsType({
  id: generatedId('pk_follow_up_events'),
  followUpId: reference(() => FollowUp, 'fk_follow_up_events_follow_up', 'CASCADE'),
  type: text<FollowUpEventType>(),
  /** Name or address of the person; null for automatic entries. */
  actor: text({ nullable: true }),
  /** The call that caused it. If a user reopened the follow-up, the call that had closed it. */
  callId: uuid({ nullable: true }),
  outcome: text<FollowUpOutcome>({ nullable: true }),
  /** A note's text, the assignee's name, or the corrected label. */
  note: text({ nullable: true }),
  until: timestamptz({ nullable: true }),
  /** Not the transaction's time, which all its events would share. */
  at: insertionTime({ default: () => 'clock_timestamp()' }),
}) {
  @ManyToOne(() => Call, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'call_id', foreignKeyConstraintName: 'fk_follow_up_events_call' })
  call?: Relation<Call>;
}
