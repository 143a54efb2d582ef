import { Check, Column, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

import { Created } from '../base-columns';

export const ACCOUNT_STATUSES = ['demo', 'active'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** A customer of the product. Owns calls, settings, tokens and the subscription, and is billed. */
@Entity('accounts')
@Check('ck_accounts_status', "status in ('demo', 'active')")
export class Account extends Created {
  /** Equals the id of the user created along with it, if any. */
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_accounts' })
  id!: string;

  @Column('text', { nullable: true })
  company!: string | null;

  @Column('text', { nullable: true })
  serviceTitanTenant!: string | null;

  @Column('text', { default: 'demo' })
  status!: AccountStatus;

  /** While false, the account's calls aren't processed and its messages aren't sent. */
  @Column('boolean', { default: true })
  isActive!: boolean;

  /** The start of usage periods for accounts without a subscription. */
  @Column('timestamptz', { nullable: true })
  activatedAt!: Date | null;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;
}
