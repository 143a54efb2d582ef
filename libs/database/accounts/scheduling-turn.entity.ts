import { Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';

import { User } from './user.entity';

/**
 * The scheduling turn of an account. The dispatcher locks it before it counts the account's active calls. Locking the
 * row in `users` would block every insert that refers to it.
 */
@Entity('account_lanes')
@Index('ix_account_lanes_served', ['lastServedAt', 'userId'])
export class SchedulingTurn {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_account_lanes' })
  userId!: string;

  @OneToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_account_lanes_user' })
  user?: Relation<User>;

  /** When a call of the account was last released. The longest-waiting account comes first. */
  @Column('timestamptz', { default: () => "'-infinity'" })
  lastServedAt!: Date;

  @Column('timestamptz', { default: () => "'-infinity'" })
  lastDeliveredAt!: Date;
}
