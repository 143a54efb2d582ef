import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';

import type { CallDirection } from '@ringwell/domain/calls/call';
import type {
  FollowUpEventType,
  FollowUpKind,
  FollowUpOutcome,
  FollowUpState,
} from '@ringwell/domain/follow-ups/follow-up';

import { Account } from '../accounts/account.entity';
import { Member } from '../accounts/members/member.entity';
import { Call } from '../calls/call.entity';
import { Customer } from '../customers/customer.entity';
import { Escalation } from './escalation.entity';

/**
 * A customer to call back. A customer has at most one waiting follow-up; further calls join it. Displayed call details,
 * such as the quote, are read from its analysis, so that they're deleted with it.
 */
@Entity('follow_ups')
@Index('uq_follow_ups_waiting', { synchronize: false })
@Index('ix_follow_ups_urgent', { synchronize: false })
@Index('ix_follow_ups_urgency', { synchronize: false })
@Index('ix_follow_ups_closed', { synchronize: false })
@Index('ix_follow_ups_customer', ['accountId', 'customerId', 'openedAt'])
@Index('ix_follow_ups_due', { synchronize: false })
@Index('ix_follow_ups_call', ['callId'])
@Index('ix_follow_ups_assignee', { synchronize: false })
@Index('ix_follow_ups_closed_by', { synchronize: false })
@Index('ix_follow_ups_escalation', { synchronize: false })
@Index('ix_follow_ups_opened', { synchronize: false })
@Index('ix_follow_ups_won', { synchronize: false })
@Index('ix_follow_ups_changed', ['accountId', 'updatedAt', 'id'])
@Check('ck_follow_ups_kind', "kind in ('unhappy', 'promise', 'voicemail', 'review', 'rule', 'lead')")
@Check('ck_follow_ups_state', "state in ('open', 'in_progress', 'done', 'dismissed')")
@Check(
  'ck_follow_ups_outcome',
  "outcome in ('recovered', 'called_back', 'still_unhappy', 'no_answer', 'not_needed', 'won')",
)
@ForeignKey(() => Customer, ['accountId', 'customerId'], ['accountId', 'id'], {
  name: 'fk_follow_ups_customer',
  onDelete: 'CASCADE',
})
// Removing a member clears only `assigneeId`.
@ForeignKey(() => Member, ['accountId', 'assigneeId'], ['accountId', 'userId'], {
  name: 'fk_follow_ups_assignee',
  onDelete: 'SET NULL',
})
export class FollowUp {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_follow_ups' })
  id!: string;

  @Column('uuid')
  @ForeignKey(() => Account, { name: 'fk_follow_ups_account', onDelete: 'CASCADE' })
  accountId!: string;

  /** Null if nothing identifies the customer. */
  @Column('uuid', { nullable: true })
  customerId!: string | null;

  /** The deciding call: the latest one of the most pressing kind. */
  @Column('uuid')
  @ForeignKey(() => Call, { name: 'fk_follow_ups_call', onDelete: 'CASCADE' })
  callId!: string;

  /** The deciding call's direction. Kept up to date by triggers. */
  @Column('text', { nullable: true })
  direction!: CallDirection | null;

  @Column('text')
  kind!: FollowUpKind;

  @Column('text', { default: 'open' })
  state!: FollowUpState;

  /** Set only when the state is `done`. */
  @Column('text', { nullable: true })
  outcome!: FollowUpOutcome | null;

  @Column('timestamptz')
  dueAt!: Date;

  /** Whether the office promised `dueAt` on the phone. */
  @Column('boolean', { default: false })
  isPromisedTime!: boolean;

  /** Whether a user confirmed that the office made a promise on that call; null if no one has answered. */
  @Column('boolean', { nullable: true })
  promiseConfirmed!: boolean | null;

  /** Whether someone may be in danger, judging by what was said on one of its calls. */
  @Column('boolean', { default: false })
  isDanger!: boolean;

  /** Number of unanswered attempts to reach the customer since their last call. */
  @Column('integer', { default: 0 })
  tries!: number;

  /**
   * When the customer last called about it, or a member last found them still unhappy. Null in rows from earlier
   * versions.
   */
  @Column('timestamptz', { nullable: true })
  lastContactAt!: Date | null;

  /** Sort key within a day: `dueAt`, moved up by `RAISE_HOURS` for each further call. */
  @Column('timestamptz')
  urgentAt!: Date;

  /** Number of calls that add urgency, including the first. */
  @Column('integer', { default: 1 })
  callCount!: number;

  /** Until this time, it's hidden from the list and doesn't become overdue. */
  @Column('timestamptz', { nullable: true })
  snoozedUntil!: Date | null;

  /** The member who took it or was assigned it. */
  @Column('uuid', { nullable: true })
  assigneeId!: string | null;

  /** Name or address of the person who took it through a link in a message, without signing in. */
  @Column('text', { nullable: true })
  takenBy!: string | null;

  /** When the account was notified that it's overdue, which happens once. */
  @Column('timestamptz', { nullable: true })
  escalatedAt!: Date | null;

  @Column('uuid', { nullable: true })
  @ForeignKey(() => Escalation, { name: 'fk_follow_ups_escalation', onDelete: 'SET NULL' })
  escalationId!: string | null;

  @Column('timestamptz', { nullable: true })
  closedAt!: Date | null;

  /** When the customer was reached, through the later call that settled it or according to a member. */
  @Column('timestamptz', { nullable: true })
  calledBackAt!: Date | null;

  @Column('uuid', { nullable: true })
  closedByCallId!: string | null;

  /** The job that won the lead back, in the account's job system. */
  @Column('text', { nullable: true })
  jobId!: string | null;

  /** Known revenue from a lead that was won back. */
  @Column('bigint', { nullable: true })
  broughtCents!: string | null;

  /** Whether `broughtCents` is the account's average. */
  @Column('boolean', { default: false })
  isEstimate!: boolean;

  /** Incremented by every change. Changes based on an outdated version are rejected. */
  @Column('integer', { default: 1 })
  version!: number;

  /** When the call that opened it took place. */
  @Column('timestamptz')
  openedAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', default: () => 'clock_timestamp()' })
  updatedAt!: Date;
}

/** A call belongs to at most one follow-up. */
@Entity('follow_up_calls')
@Index('ix_follow_up_calls_follow_up', ['followUpId'])
@Check('ck_follow_up_calls_kind', "kind in ('unhappy', 'promise', 'voicemail', 'review', 'rule', 'lead')")
export class FollowUpCall {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_follow_up_calls' })
  @ForeignKey(() => Call, { name: 'fk_follow_up_calls_call', onDelete: 'CASCADE' })
  callId!: string;

  @Column('uuid')
  @ForeignKey(() => FollowUp, { name: 'fk_follow_up_calls_follow_up', onDelete: 'CASCADE' })
  followUpId!: string;

  /** Null for a call that wouldn't open a follow-up on its own. */
  @Column('text', { nullable: true })
  kind!: FollowUpKind | null;

  /** Set with `kind`. */
  @Column('timestamptz', { nullable: true })
  dueAt!: Date | null;

  @Column('boolean', { default: false })
  isPromisedTime!: boolean;

  @Column('timestamptz')
  calledAt!: Date;

  @Column('boolean', { default: false })
  isDanger!: boolean;

  /** Whether it makes the follow-up more urgent. Calls from happy customers and calls made by the office don't. */
  @Column('boolean', { default: true })
  isRaising!: boolean;
}

/** A follow-up's history. Rows are never updated. */
@Entity('follow_up_events')
@Index('ix_follow_up_events_follow_up', ['followUpId', 'at'])
@Index('ix_follow_up_events_call', { synchronize: false })
export class FollowUpEvent {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_follow_up_events' })
  id!: string;

  @Column('uuid')
  @ForeignKey(() => FollowUp, { name: 'fk_follow_up_events_follow_up', onDelete: 'CASCADE' })
  followUpId!: string;

  @Column('text')
  type!: FollowUpEventType;

  /** Name or address of the person; null for automatic entries. */
  @Column('text', { nullable: true })
  actor!: string | null;

  /** The call that caused it. If a user reopened the follow-up, the call that had closed it. */
  @Column('uuid', { nullable: true })
  callId!: string | null;

  @ManyToOne(() => Call, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'call_id', foreignKeyConstraintName: 'fk_follow_up_events_call' })
  call?: Relation<Call>;

  @Column('text', { nullable: true })
  outcome!: FollowUpOutcome | null;

  /** A note's text, the assignee's name, or the corrected label. */
  @Column('text', { nullable: true })
  note!: string | null;

  @Column('timestamptz', { nullable: true })
  until!: Date | null;

  /** Not the transaction's time, which all its events would share. */
  @CreateDateColumn({ type: 'timestamptz', default: () => 'clock_timestamp()' })
  at!: Date;
}
