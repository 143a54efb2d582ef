import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import { Account } from './account.entity';

/**
 * An account's scheduling turn. The dispatcher locks it before counting the account's active calls. Locking the row in
 * `accounts` would block every insert that references it.
 */
@Entity('account_lanes')
@Index('ix_account_lanes_served', ['lastServedAt', 'accountId'])
export class SchedulingTurn {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_account_lanes' })
  @ForeignKey(() => Account, { name: 'fk_account_lanes_account', onDelete: 'CASCADE' })
  accountId!: string;

  /** When one of the account's calls was last released. The longest-waiting account comes first. */
  @Column('timestamptz', { default: () => "'-infinity'" })
  lastServedAt!: Date;

  @Column('timestamptz', { default: () => "'-infinity'" })
  lastDeliveredAt!: Date;
}
