import { GIGABYTE, STORAGE_NOTICE_FRACTION, type StorageUsage } from '@ringwell/domain/accounts/storage-quota';

import { SqlRepository } from '../../postgres/sql';

/** `STORAGE_QUOTA_GB`, which applies to accounts without their own quota. */
export type InstallationQuotaGb = number | undefined;

// In bytes; $1 is the installation's quota.
const LIMIT_BYTES = `coalesce(settings.storage_quota_gb, $1::integer) * ${GIGABYTE}::float8`;
const IS_NEARLY_FULL = `coalesce(storage.bytes >= ${LIMIT_BYTES} * ${STORAGE_NOTICE_FRACTION}, false)`;

export class AccountStorageRepository extends SqlRepository {
  /** Returns zero usage and the installation's quota for an account that was just deleted. */
  async find(accountId: string, quotaGb: InstallationQuotaGb): Promise<StorageUsage> {
    return this.onlyRow<StorageUsage>(
      `
      select coalesce(storage.bytes, 0)::float8 as "storedBytes", ${LIMIT_BYTES} as "limitBytes"
      from (select $2::uuid as account_id) account
        left join account_settings settings on settings.account_id = account.account_id
        left join account_storage storage on storage.account_id = account.account_id`,
      [quotaGb ?? null, accountId],
    );
  }

  /** Resets notices for accounts whose usage has dropped, so that they can be notified again. */
  async resetNotices(quotaGb: InstallationQuotaGb): Promise<void> {
    await this.rows(
      `
      update account_storage storage set noticed_at = null from account_settings settings
      where settings.account_id = storage.account_id and storage.noticed_at is not null and not ${IS_NEARLY_FULL}`,
      [quotaGb ?? null],
    );
  }

  /** Lists active accounts whose owners should be notified that their storage is nearly full. */
  async listNearlyFull(quotaGb: InstallationQuotaGb): Promise<string[]> {
    return this.values<string>(
      `
      select storage.account_id
      from account_storage storage join account_settings settings on settings.account_id = storage.account_id
        join accounts on accounts.id = storage.account_id
      where storage.noticed_at is null and ${IS_NEARLY_FULL} and accounts.is_active and accounts.status = 'active'
      order by storage.account_id`,
      [quotaGb ?? null],
    );
  }

  /**
   * Marks an account as notified. Enqueue the emails in the same transaction.
   * @returns undefined if the account was already notified, or its usage has dropped
   */
  claimNotice(accountId: string, quotaGb: InstallationQuotaGb): Promise<StorageUsage | undefined> {
    return this.row<StorageUsage>(
      `
      update account_storage storage set noticed_at = now() from account_settings settings
      where storage.account_id = $2 and settings.account_id = $2 and storage.noticed_at is null and ${IS_NEARLY_FULL}
      returning storage.bytes::float8 as "storedBytes", ${LIMIT_BYTES} as "limitBytes"`,
      [quotaGb ?? null, accountId],
    );
  }
}
