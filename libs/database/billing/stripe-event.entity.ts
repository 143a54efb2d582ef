import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import { Account } from '../accounts/account.entity';

/** `pending` until it is processed; `failed` after about a day of failed attempts. */
export const STRIPE_EVENT_STATES = ['pending', 'done', 'failed'] as const;
export type StripeEventState = (typeof STRIPE_EVENT_STATES)[number];

/** A Stripe event, which triggers a subscription check. Only its ids are stored. */
@Entity('stripe_events')
@Index('ix_stripe_events_due', { synchronize: false })
@Index('ix_stripe_events_account', ['accountId'])
@Check('ck_stripe_events_state', "state in ('pending', 'done', 'failed')")
export class StripeEvent {
  /** Events arrive at least once and in any order. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_stripe_events' })
  id!: string;

  @Column('text')
  type!: string;

  @Column('text')
  objectId!: string;

  @Column('text', { nullable: true })
  subscriptionId!: string | null;

  @Column('text', { nullable: true })
  customerId!: string | null;

  /** The account named by checkout, if it still existed when the event arrived. */
  @Column('uuid', { nullable: true })
  @ForeignKey(() => Account, { name: 'fk_stripe_events_account', onDelete: 'SET NULL' })
  accountId!: string | null;

  @Column('timestamptz')
  created!: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  receivedAt!: Date;

  @Column('text', { default: 'pending' })
  state!: StripeEventState;

  @Column('integer', { default: 0 })
  attempts!: number;

  /** Also moved forward when an attempt starts, so that a dead worker's event is reprocessed. */
  @Column('timestamptz', { default: () => 'now()' })
  runAfter!: Date;

  @Column('text', { nullable: true })
  errorCode!: string | null;

  @Column('text', { nullable: true })
  errorMessage!: string | null;

  @Column('timestamptz', { nullable: true })
  finishedAt!: Date | null;
}
