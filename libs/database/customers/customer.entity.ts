import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';

import { Account } from '../accounts/account.entity';

/** Someone who calls an account, or is called. Added with the first call that has a result. */
@Entity('customers')
export class Customer {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_customers' })
  accountId!: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'fk_customers_account' })
  account?: Relation<Account>;

  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_customers' })
  id!: string;

  /** Of the latest call that had one, unless it was corrected. */
  @Column('text', { nullable: true })
  name!: string | null;

  /** Whether a user entered the name. Then calls do not change it. */
  @Column('boolean', { default: false })
  isNameCorrected!: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}

/** What identifies a customer in calls; a customer may have several phone numbers. */
@Entity('customer_keys')
@Index('ix_customer_keys_customer', ['accountId', 'customerId'])
export class CustomerKey {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_customer_keys' })
  accountId!: string;

  /** As `calls.customer_key`: see `customerKey` in `libs/platform/phone/customer-key.ts`. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_customer_keys' })
  key!: string;

  @Column('uuid')
  customerId!: string;

  @ManyToOne(() => Customer, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'account_id', referencedColumnName: 'accountId', foreignKeyConstraintName: 'fk_customer_keys_customer' },
    { name: 'customer_id', referencedColumnName: 'id', foreignKeyConstraintName: 'fk_customer_keys_customer' },
  ])
  customer?: Relation<Customer>;
}
