import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

import { Account } from '../accounts/account.entity';
import { Created } from '../base-columns';

/**
 * A period in which an account's minutes are charged to a customer, with the minutes reported so far. An account's
 * periods never overlap.
 */
@Entity('meter_ledgers')
@Index('ix_meter_ledgers_account', ['accountId'])
@Index('uq_meter_ledgers_open', { synchronize: false })
@Check('ck_meter_ledgers_end', 'ended_at >= began_at')
export class MeterLedger {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_meter_ledgers' })
  id!: string;

  @Column('uuid')
  @ForeignKey(() => Account, { name: 'fk_meter_ledgers_account', onDelete: 'CASCADE' })
  accountId!: string;

  @Column('text')
  subscriptionId!: string;

  @Column('text')
  customerId!: string;

  @Column('timestamptz')
  beganAt!: Date;

  /** Exclusive. `null` while the subscription is live; an account has at most one such ledger. */
  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;

  @Column('integer', { default: 0 })
  reportedMinutes!: number;
}

/** A report in `sending` may have arrived. `failed` is final. */
export const METER_EVENT_STATES = ['pending', 'sending', 'sent', 'failed'] as const;
export type MeterEventState = (typeof METER_EVENT_STATES)[number];

/** A report of minutes to Stripe's meter. Only `npm run after-restore` deletes rows. */
@Entity('meter_outbox')
@Index('ix_meter_outbox_due', { synchronize: false })
@Index('ix_meter_outbox_account', ['accountId'])
@Index('ix_meter_outbox_ledger', ['ledgerId'])
@Index('ix_meter_outbox_used', ['usedAt'])
@Check('ck_meter_outbox_state', "state in ('pending', 'sending', 'sent', 'failed')")
@Check('ck_meter_outbox_minutes', 'minutes > 0')
export class MeterEvent extends Created {
  /** The identifier that lets Stripe recognize a duplicate for 24 hours. */
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_meter_outbox' })
  id!: string;

  @Column('uuid', { nullable: true })
  @ForeignKey(() => Account, { name: 'fk_meter_outbox_account', onDelete: 'SET NULL' })
  accountId!: string | null;

  @Column('uuid', { nullable: true })
  @ForeignKey(() => MeterLedger, { name: 'fk_meter_outbox_ledger', onDelete: 'SET NULL' })
  ledgerId!: string | null;

  @Column('text')
  customerId!: string;

  @Column('integer')
  minutes!: number;

  /** When the newest of the minutes were recorded, which determines the month they're charged in. */
  @Column('timestamptz')
  usedAt!: Date;

  @Column('text', { default: 'pending' })
  state!: MeterEventState;

  @Column('integer', { default: 0 })
  attempts!: number;

  /** Also moved forward when an attempt starts, so that a dead worker's report is resent. */
  @Column('timestamptz', { default: () => 'now()' })
  runAfter!: Date;

  /** When the first attempt that may have arrived started; `null` if there is none. */
  @Column('timestamptz', { nullable: true })
  uncertainSince!: Date | null;

  @Column('text', { nullable: true })
  errorCode!: string | null;

  @Column('text', { nullable: true })
  errorMessage!: string | null;

  @Column('timestamptz', { nullable: true })
  sentAt!: Date | null;
}
