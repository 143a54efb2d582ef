import { Entity, Index, JoinColumn, ManyToOne, Unique, type Relation } from 'typeorm';

import type { DeliveryChannelName, DeliveryEvent, DeliveryState } from '@ringwell/domain/deliveries/delivery';
import { FieldsType } from '@ringwell/platform/fields-type';

import { Account } from '../accounts/account.entity';
import { RetryableEntity } from '../base-columns';
import { Call } from '../calls/call.entity';
import { generatedId, integer, reference, smallint, text, timestamptz, updateTime, uuid } from '../columns';
import { Escalation } from '../follow-ups/escalation.entity';
import { FollowUpEvent } from '../follow-ups/follow-up.entity';
import { WeeklyLetterRow } from '../weekly-letters/weekly-letter.entity';

@Entity('deliveries')
@Index('ix_deliveries_account', ['accountId'])
export class Delivery extends FieldsType(RetryableEntity, {
  id: generatedId('pk_deliveries'),
  accountId: reference(() => Account, 'fk_deliveries_account', 'CASCADE'),
  callId: reference(() => Call, 'fk_deliveries_call', 'CASCADE', { nullable: true }),
  /** Set for overdue follow-up digests. */
  escalationId: reference(() => Escalation, 'fk_deliveries_escalation', 'CASCADE', { nullable: true }),
  /** Set for a webhook about a follow-up. */
  followUpEventId: uuid({ nullable: true }),
  weeklyLetterId: reference(() => WeeklyLetterRow, 'fk_deliveries_weekly_letter', 'CASCADE', { nullable: true }),
  runNumber: integer(),
  channel: text<DeliveryChannelName>(),
  /** The event of the call or follow-up that the message is about; null for the end of a call's run. */
  event: text<DeliveryEvent>({ nullable: true }),
  /** Displayed to users: an address or a channel name, never a secret. */
  destination: text(),
  destinationHash: text(),
  /** Higher priorities are sent first, such as alerts about unhappy customers. */
  priority: smallint({ default: 0 }),
  state: text<DeliveryState>({ default: 'pending' }),
  /** Number of attempts whose message may have arrived. */
  uncertainTries: integer({ default: 0 }),
  leaseToken: uuid({ nullable: true }),
  leaseUntil: timestamptz({ nullable: true }),
  providerRef: text({ nullable: true }),
  sentAt: timestamptz({ nullable: true }),
  updatedAt: updateTime(),
}) {
  @ManyToOne(() => FollowUpEvent, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'follow_up_event_id', foreignKeyConstraintName: 'fk_deliveries_follow_up_event' })
  followUpEvent?: Relation<FollowUpEvent>;
}

/** Test messages aren't about a call, follow-up or week. */
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
export class DeliveryAttempt extends FieldsType({
  id: generatedId('pk_delivery_attempts'),
  deliveryId: reference(() => Delivery, 'fk_delivery_attempts_delivery', 'CASCADE'),
  attempt: integer(),
  outcome: text<DeliveryState>(),
  errorCode: text({ nullable: true }),
  errorMessage: text({ nullable: true }),
  startedAt: timestamptz(),
  finishedAt: timestamptz({ default: () => 'now()' }),
}) {}
