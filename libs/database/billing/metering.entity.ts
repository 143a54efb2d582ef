import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';

import { User } from '../accounts/user.entity';

/** A time in which an account's minutes are charged: to whom, and how many have been reported. Those of one account never overlap. */
@Entity('meter_ledgers')
@Index('ix_meter_ledgers_user', ['userId'])
@Index('uq_meter_ledgers_open', { synchronize: false })
@Check('ck_meter_ledgers_end', 'ended_at >= began_at')
export class MeterLedger {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_meter_ledgers' })
  id!: string;

  @Column('uuid')
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_meter_ledgers_user' })
  user?: Relation<User>;

  /** Stripe's ids. */
  @Column('text')
  subscriptionId!: string;

  @Column('text')
  customerId!: string;

  /** Usage recorded from here on counts. */
  @Column('timestamptz')
  beganAt!: Date;

  /** Usage recorded from here on does not. Null while the subscription is live; one of an account at most. */
  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;

  /** Whole minutes that were put into the outbox. */
  @Column('integer', { default: 0 })
  reportedMinutes!: number;
}

/** `sending` from before a report leaves until its outcome is known: it may have arrived. `failed` is final. */
export const METER_EVENT_STATES = ['pending', 'sending', 'sent', 'failed'] as const;
export type MeterEventState = (typeof METER_EVENT_STATES)[number];

/** Minutes on their way to Stripe's meter. Rows are kept for ever: their ids are never used again. */
@Entity('meter_outbox')
@Index('ix_meter_outbox_due', { synchronize: false })
@Index('ix_meter_outbox_user', ['userId'])
@Index('ix_meter_outbox_ledger', ['ledgerId'])
@Index('ix_meter_outbox_used', ['usedAt'])
@Check('ck_meter_outbox_state', "state in ('pending', 'sending', 'sent', 'failed')")
@Check('ck_meter_outbox_minutes', 'minutes > 0')
export class MeterEvent {
  /** The identifier by which Stripe tells a repeat, for 24 hours. */
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_meter_outbox' })
  id!: string;

  /** Null once the account is deleted. */
  @Column('uuid', { nullable: true })
  userId!: string | null;

  @ManyToOne(() => User, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_meter_outbox_user' })
  user?: Relation<User> | null;

  @Column('uuid', { nullable: true })
  ledgerId!: string | null;

  @ManyToOne(() => MeterLedger, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'ledger_id', foreignKeyConstraintName: 'fk_meter_outbox_ledger' })
  ledger?: Relation<MeterLedger> | null;

  /** Who is charged, by Stripe's id. */
  @Column('text')
  customerId!: string;

  @Column('integer')
  minutes!: number;

  /** When the newest of the minutes were recorded: the month they are charged in. */
  @Column('timestamptz')
  usedAt!: Date;

  @Column('text', { default: 'pending' })
  state!: MeterEventState;

  /** Tries that were begun. */
  @Column('integer', { default: 0 })
  attempts!: number;

  /** Also moved on when a try begins, so that a try whose worker died is made again. */
  @Column('timestamptz', { default: () => 'now()' })
  runAfter!: Date;

  /** When the first try began that may have arrived; null while none has. */
  @Column('timestamptz', { nullable: true })
  uncertainSince!: Date | null;

  @Column('text', { nullable: true })
  errorCode!: string | null;

  /** A sentence for people. */
  @Column('text', { nullable: true })
  errorMessage!: string | null;

  @Column('timestamptz', { nullable: true })
  sentAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
