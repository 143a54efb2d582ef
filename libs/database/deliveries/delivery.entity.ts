import {
  Check,
  Column,
  Entity,
  ForeignKey,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  Unique,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';

import type { DeliveryChannelName, DeliveryEvent, DeliveryState } from '@ringwell/domain/deliveries/delivery';

import { Account } from '../accounts/account.entity';
import { Attempted } from '../base-columns';
import { Call } from '../calls/call.entity';
import { Escalation } from '../follow-ups/escalation.entity';
import { FollowUpEvent } from '../follow-ups/follow-up.entity';
import { WeeklyLetterRow } from '../weekly-letters/weekly-letter.entity';

@Entity('deliveries')
@Index('ix_deliveries_account', ['accountId'])
@Index('ix_deliveries_due', { synchronize: false })
@Index('ix_deliveries_failed', { synchronize: false })
@Index('ix_deliveries_leased', { synchronize: false })
@Index('ix_deliveries_tests', { synchronize: false })
@Index('uq_deliveries_escalation', { synchronize: false })
@Index('uq_deliveries_follow_up_event', { synchronize: false })
@Index('uq_deliveries_destination', { synchronize: false })
@Index('uq_deliveries_in_flight', { synchronize: false })
@Index('uq_deliveries_weekly_letter', { synchronize: false })
@Check(
  'ck_deliveries_state',
  "state in ('pending', 'sending', 'sent', 'retry', 'unknown', 'verifying', 'failed', 'dead', 'suppressed')",
)
export class Delivery extends Attempted {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_deliveries' })
  id!: string;

  @Column('uuid')
  @ForeignKey(() => Account, { name: 'fk_deliveries_account', onDelete: 'CASCADE' })
  accountId!: string;

  @Column('uuid', { nullable: true })
  @ForeignKey(() => Call, { name: 'fk_deliveries_call', onDelete: 'CASCADE' })
  callId!: string | null;

  /** Set for overdue follow-up digests. */
  @Column('uuid', { nullable: true })
  @ForeignKey(() => Escalation, { name: 'fk_deliveries_escalation', onDelete: 'CASCADE' })
  escalationId!: string | null;

  /** Set for a webhook about a follow-up. */
  @Column('uuid', { nullable: true })
  followUpEventId!: string | null;

  @ManyToOne(() => FollowUpEvent, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'follow_up_event_id', foreignKeyConstraintName: 'fk_deliveries_follow_up_event' })
  followUpEvent?: Relation<FollowUpEvent>;

  /** Set for a weekly letter. */
  @Column('uuid', { nullable: true })
  @ForeignKey(() => WeeklyLetterRow, { name: 'fk_deliveries_weekly_letter', onDelete: 'CASCADE' })
  weeklyLetterId!: string | null;

  @Column('integer')
  runNumber!: number;

  @Column('text')
  channel!: DeliveryChannelName;

  /** The event that the message is about; null for the end of the call. */
  @Column('text', { nullable: true })
  event!: DeliveryEvent | null;

  /** Displayed to users: an address or a channel name, never a secret. */
  @Column('text')
  destination!: string;

  @Column('text')
  destinationHash!: string;

  /** Higher values are sent first, such as alerts about unhappy customers. */
  @Column('smallint', { default: 0 })
  priority!: number;

  @Column('text', { default: 'pending' })
  state!: DeliveryState;

  /** Number of attempts that may have arrived. */
  @Column('integer', { default: 0 })
  uncertainTries!: number;

  @Column('uuid', { nullable: true })
  leaseToken!: string | null;

  @Column('timestamptz', { nullable: true })
  leaseUntil!: Date | null;

  @Column('text', { nullable: true })
  providerRef!: string | null;

  @Column('timestamptz', { nullable: true })
  sentAt!: Date | null;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;
}

/** Whether it's a test message, which isn't about a call, follow-up or week. */
export function isTestMessage({
  callId,
  escalationId,
  followUpEventId,
  weeklyLetterId,
}: Pick<Delivery, 'callId' | 'escalationId' | 'followUpEventId' | 'weeklyLetterId'>): boolean {
  return callId === null && escalationId === null && followUpEventId === null && weeklyLetterId === null;
}

/** An attempt at a delivery. Rows are never updated. */
@Entity('delivery_attempts')
@Unique('uq_delivery_attempts_number', ['deliveryId', 'attempt'])
@Index('ix_delivery_attempts_finished', ['finishedAt'])
export class DeliveryAttempt {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_delivery_attempts' })
  id!: string;

  @Column('uuid')
  @ForeignKey(() => Delivery, { name: 'fk_delivery_attempts_delivery', onDelete: 'CASCADE' })
  deliveryId!: string;

  @Column('integer')
  attempt!: number;

  @Column('text')
  outcome!: DeliveryState;

  @Column('text', { nullable: true })
  errorCode!: string | null;

  @Column('text', { nullable: true })
  errorMessage!: string | null;

  @Column('timestamptz')
  startedAt!: Date;

  @Column('timestamptz', { default: () => 'now()' })
  finishedAt!: Date;
}
