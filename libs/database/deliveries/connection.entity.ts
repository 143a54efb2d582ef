import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

import type { DeliveryChannelName } from '@ringwell/domain/deliveries/delivery';

import { Account } from '../accounts/account.entity';

/** State of one of an account's destinations, shown in the settings and used to pause sending while it's failing. */
@Entity('connections')
export class Connection {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_connections' })
  @ForeignKey(() => Account, { name: 'fk_connections_account', onDelete: 'CASCADE' })
  accountId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_connections' })
  channel!: DeliveryChannelName;

  /** SHA-256 of the full destination, as in `Delivery`. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_connections' })
  destinationHash!: string;

  @Column('text')
  destination!: string;

  @Column('timestamptz', { nullable: true })
  lastSuccessAt!: Date | null;

  /** Consecutive transient failures. */
  @Column('integer', { default: 0 })
  failures!: number;

  @Column('timestamptz', { nullable: true })
  pausedUntil!: Date | null;

  @Column('text', { nullable: true })
  errorCode!: string | null;

  @Column('text', { nullable: true })
  errorMessage!: string | null;

  /** Whether the problem has to be fixed by a user. */
  @Column('boolean', { default: false })
  isPermanent!: boolean;

  @Column('timestamptz', { nullable: true })
  failedAt!: Date | null;
}
