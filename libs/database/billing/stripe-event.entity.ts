import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';

import { User } from '../accounts/user.entity';

/** `pending` until it is worked off; `failed` when that was tried in vain for about a day. */
export const STRIPE_EVENT_STATES = ['pending', 'done', 'failed'] as const;
export type StripeEventState = (typeof STRIPE_EVENT_STATES)[number];

/** Something that happened at Stripe: which subscription to look at. Of what Stripe sent, only ids are kept. */
@Entity('stripe_events')
@Index('ix_stripe_events_due', { synchronize: false })
@Index('ix_stripe_events_user', ['userId'])
@Check('ck_stripe_events_state', "state in ('pending', 'done', 'failed')")
export class StripeEvent {
  /** Stripe's id of the event; it comes at least once, in any order. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_stripe_events' })
  id!: string;

  @Column('text')
  type!: string;

  /** The session, subscription or invoice that it is about. */
  @Column('text')
  objectId!: string;

  @Column('text', { nullable: true })
  subscriptionId!: string | null;

  @Column('text', { nullable: true })
  customerId!: string | null;

  /** The account that checkout named, if it still was there when the event came. */
  @Column('uuid', { nullable: true })
  userId!: string | null;

  @ManyToOne(() => User, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_stripe_events_user' })
  user?: Relation<User> | null;

  /** When it happened, by Stripe's clock. */
  @Column('timestamptz')
  created!: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  receivedAt!: Date;

  @Column('text', { default: 'pending' })
  state!: StripeEventState;

  /** Tries that were begun. */
  @Column('integer', { default: 0 })
  attempts!: number;

  /** Also moved on when a try begins, so that a try whose worker died is made again. */
  @Column('timestamptz', { default: () => 'now()' })
  runAfter!: Date;

  @Column('text', { nullable: true })
  errorCode!: string | null;

  /** A sentence for people. */
  @Column('text', { nullable: true })
  errorMessage!: string | null;

  @Column('timestamptz', { nullable: true })
  finishedAt!: Date | null;
}
