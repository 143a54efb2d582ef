import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

import { Account } from '../account.entity';

/**
 * Storage used by an account's recordings. Triggers on `calls` keep it current whenever a recording is stored, replaced
 * or removed. Accounts that never had a recording may not have a row.
 */
@Entity('account_storage')
export class AccountStorage {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_account_storage' })
  @ForeignKey(() => Account, { name: 'fk_account_storage_account', onDelete: 'CASCADE' })
  accountId!: string;

  @Column('bigint', { default: 0 })
  bytes!: string;

  /** When the owners were notified that the quota is nearly used up; null once usage has dropped. */
  @Column('timestamptz', { nullable: true })
  noticedAt!: Date | null;
}
