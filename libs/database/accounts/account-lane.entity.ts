import { Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';

import { User } from './user.entity';

/**
 * One row an account. The dispatcher locks it before it counts the account's running calls; locking the user's own row
 * would hold up every insert that refers to it.
 */
@Entity('account_lanes')
@Index('ix_account_lanes_served', ['lastServedAt', 'userId'])
export class AccountLane {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_account_lanes' })
  userId!: string;

  @OneToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_account_lanes_user' })
  user?: Relation<User>;

  /** When a call of this account was last released; the longest-waiting account comes first. */
  @Column('timestamptz', { default: () => "'-infinity'" })
  lastServedAt!: Date;

  /** The same for deliveries. */
  @Column('timestamptz', { default: () => "'-infinity'" })
  lastDeliveredAt!: Date;
}
