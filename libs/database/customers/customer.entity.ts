import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

import type { CallLabel } from '@ringwell/domain/calls/call-label';
import type { CustomerRisk } from '@ringwell/domain/customers/customer';

import { Account } from '../accounts/account.entity';
import { Created } from '../base-columns';

/** Someone an account talks to on the phone. Added with the first call that has a result. */
@Entity('customers')
@Index('ix_customers_called', { synchronize: false })
@Index('ix_customers_calls', { synchronize: false })
@Index('ix_customers_risk', { synchronize: false })
@Index('ix_customers_name', { synchronize: false })
@Index('ix_customers_search', { synchronize: false })
@Index('ix_customers_refresh', { synchronize: false })
export class Customer extends Created {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_customers' })
  @ForeignKey(() => Account, { name: 'fk_customers_account', onDelete: 'CASCADE' })
  accountId!: string;

  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_customers' })
  id!: string;

  /** Name from the latest call that had one, unless it was corrected. */
  @Column('text', { nullable: true })
  name!: string | null;

  /** Whether a user entered the name. If so, calls don't change it. */
  @Column('boolean', { default: false })
  isNameCorrected!: boolean;

  // `CustomerStandingsRepository` maintains the columns from here to `refreshAt`.
  /** Null without calls. */
  @Column('timestamptz', { nullable: true })
  lastCalledAt!: Date | null;

  /** Calls in the last 90 days, at most `MAX_COUNTED_CALLS`. */
  @Column('integer', { default: 0 })
  recentCalls!: number;

  /** Label of the latest call whose label isn't a guess. */
  @Column('text', { nullable: true })
  lastLabel!: CallLabel | null;

  @Column('jsonb', { default: [] })
  risks!: CustomerRisk[];

  /** Rank among customers at risk, unhappiest first; 0 without risks. Earlier versions stored the number of risks. */
  @Column('smallint', { default: 0 })
  riskCount!: number;

  /** When these columns become outdated; null for never. */
  @Column('timestamptz', { nullable: true, default: () => 'now()' })
  refreshAt!: Date | null;
}

/** A key that identifies a customer in calls; a customer may have several phone numbers. */
@Entity('customer_keys')
@Index('ix_customer_keys_customer', ['accountId', 'customerId'])
@Index('ix_customer_keys_search', { synchronize: false })
@ForeignKey(() => Customer, ['accountId', 'customerId'], ['accountId', 'id'], {
  name: 'fk_customer_keys_customer',
  onDelete: 'CASCADE',
})
export class CustomerKey {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_customer_keys' })
  accountId!: string;

  /** Equals `calls.customer_key`: see `customerKey` in `libs/rules/calls/customer-key.ts`. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_customer_keys' })
  key!: string;

  @Column('uuid')
  customerId!: string;
}
