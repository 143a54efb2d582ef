import type { InboxAfter } from '@ringwell/domain/inbox/inbox';
import { DEFAULT_TIME_ZONE } from '@ringwell/domain/time';

import { SqlRepository } from '../postgres/sql';
import { isDeletedSql } from './deleted-ids';
import { InboxFolder } from './inbox-folder.entity';

export interface InboxAccount {
  id: string;
  /** Whether the account is enabled and isn't a demo account. */
  acceptsCalls: boolean;
  timeZone: string;
  inboxAfter: InboxAfter;
  inboxPatterns: string[];
  /** The last saved state. `checkedAt` is null if there is none. */
  folder: Pick<InboxFolder, 'takenAt' | 'refused' | 'names'> & { checkedAt: Date | null };
}

export class InboxFoldersRepository extends SqlRepository {
  /** Returns the accounts with these ids. Ignores ids without an account. */
  async findAccounts(ids: readonly string[]): Promise<InboxAccount[]> {
    const rows = await this.rows<Omit<InboxAccount, 'folder'> & InboxAccount['folder']>(
      `
      select accounts.id, accounts.is_active and accounts.status = 'active' as "acceptsCalls",
        coalesce(settings.time_zone, '${DEFAULT_TIME_ZONE}') as "timeZone",
        settings.inbox_after as "inboxAfter", settings.inbox_patterns as "inboxPatterns",
        folder.checked_at as "checkedAt", folder.taken_at as "takenAt", coalesce(folder.refused, '[]') as refused, coalesce(folder.names, '{}') as names
      from accounts join account_settings settings on settings.account_id = accounts.id
        left join inbox_folders folder on folder.account_id = accounts.id
      where accounts.id = any($1::uuid[]) order by accounts.id`,
      [ids],
    );
    return rows.map(({ checkedAt, takenAt, refused, names, ...account }) => ({
      ...account,
      folder: { checkedAt, takenAt, refused, names },
    }));
  }

  /** Returns the idempotency keys that belong to the account's calls, including deleted ones. */
  async findUsedKeys(accountId: string, keys: readonly string[]): Promise<Set<string>> {
    if (keys.length === 0) return new Set();
    const rows = await this.rows<{ key: string }>(
      `
      select key from unnest($2::text[]) key
      where exists (select from calls where account_id = $1 and idempotency_key = key)
        or exists (
          select from (values ($1::uuid, null::text, null::text, key)) call (account_id, source, external_id, idempotency_key)
          where ${isDeletedSql('call')})`,
      [accountId, keys],
    );
    return new Set(rows.map(({ key }) => key));
  }

  /**
   * Saves a folder's state, except for file names that have changed in the meantime, for example through an erasure.
   * @param readAt `checkedAt` of the state that the new one is based on
   * @throws a foreign key violation if the account has been deleted in the meantime
   */
  async save(folder: Omit<InboxFolder, 'account'>, readAt: Date | null): Promise<void> {
    const { accountId, checkedAt, waiting, takenAt, problem, refused, names } = folder;
    await this.rows(
      `
      insert into inbox_folders as folder (account_id, checked_at, waiting, taken_at, problem, refused, names)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (account_id) do update set checked_at = excluded.checked_at, waiting = excluded.waiting,
        taken_at = excluded.taken_at, problem = excluded.problem,
        refused = case when folder.checked_at = $8 then excluded.refused else folder.refused end,
        names = case when folder.checked_at = $8 then excluded.names else folder.names end`,
      [accountId, checkedAt, waiting, takenAt, problem, JSON.stringify(refused), names, readAt],
    );
  }

  /**
   * Records that all other accounts' folders are missing, for example because an administrator removed them. Doesn't
   * update rows that already say so.
   */
  async markOtherFoldersMissing(accountIds: readonly string[], problem: string | null): Promise<void> {
    await this.rows(
      `
      update inbox_folders set checked_at = date_trunc('milliseconds', clock_timestamp()), waiting = 0, problem = $2
      where account_id <> all($1::uuid[]) and (waiting, problem) is distinct from (0, $2)`,
      [accountIds, problem],
    );
  }

  find(accountId: string): Promise<InboxFolder | null> {
    return this.manager.findOneBy(InboxFolder, { accountId });
  }
}
