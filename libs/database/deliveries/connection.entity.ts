import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

import type { DeliveryChannelName } from '@ringwell/domain/delivery';

import { User } from '../accounts/user.entity';

/** How sending to one place is going: what people see in the settings, and the breaker that gives a place in trouble a rest. */
@Entity('connections')
export class Connection {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_connections' })
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_connections_user' })
  user?: Relation<User>;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_connections' })
  channel!: DeliveryChannelName;

  /** SHA-256 of the full destination, as in the deliveries. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_connections' })
  destinationHash!: string;

  /** For people. */
  @Column('text')
  destination!: string;

  @Column('timestamptz', { nullable: true })
  lastSuccessAt!: Date | null;

  /** Faults in a row that may pass. */
  @Column('integer', { default: 0 })
  failures!: number;

  /** Nothing is sent there before. */
  @Column('timestamptz', { nullable: true })
  pausedUntil!: Date | null;

  /** The last fault; null since the last success. */
  @Column('text', { nullable: true })
  errorCode!: string | null;

  /** A sentence for people. */
  @Column('text', { nullable: true })
  errorMessage!: string | null;

  /** Whether somebody has to do something about it. */
  @Column('boolean', { default: false })
  isPermanent!: boolean;

  @Column('timestamptz', { nullable: true })
  failedAt!: Date | null;
}
