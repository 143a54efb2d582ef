import { Entity } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { bigint, reference, timestamptz } from '../../columns';
import { Account } from '../account.entity';

/**
 * Storage used by an account's recordings. Triggers on `calls` keep it current whenever a recording is stored, replaced
 * or removed. Accounts that never had a recording may not have a row.
 */
@Entity('account_storage')
export class AccountStorage extends FieldsType({
  accountId: reference(() => Account, 'fk_account_storage_account', 'CASCADE', { primaryKey: 'pk_account_storage' }),
  bytes: bigint({ default: 0 }),
  /** When the owners were notified that the quota is nearly used up; null once usage has dropped. */
  noticedAt: timestamptz({ nullable: true }),
}) {}
