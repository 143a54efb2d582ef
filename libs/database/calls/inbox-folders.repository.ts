import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { InboxAfter } from '@ringwell/domain/inbox/inbox';
import { DEFAULT_TIME_ZONE } from '@ringwell/domain/time';

import { rows } from '../postgres/sql';
import { isDeleted } from './deleted-ids';
import { InboxFolder } from './inbox-folder.entity';

export interface InboxAccount {
  id: string;
  /** Whether the account is enabled and not a demo. */
  isOpen: boolean;
  timeZone: string;
  inboxAfter: InboxAfter;
  inboxPatterns: string[];
  /** The state as last saved. */
  folder: Pick<InboxFolder, 'takenAt' | 'refused' | 'names'>;
}

@Injectable()
export class InboxFoldersRepository {
  constructor(private readonly manager: EntityManager) {}

  /** Returns the accounts among these ids. */
  async findAccounts(ids: readonly string[]): Promise<InboxAccount[]> {
    const found = await rows<Omit<InboxAccount, 'folder'> & InboxAccount['folder']>(
      this.manager,
      `
      select accounts.id, accounts.is_active and accounts.status = 'active' as "isOpen",
        coalesce(settings.time_zone, '${DEFAULT_TIME_ZONE}') as "timeZone",
        settings.inbox_after as "inboxAfter", settings.inbox_patterns as "inboxPatterns",
        folder.taken_at as "takenAt", coalesce(folder.refused, '[]') as refused, coalesce(folder.names, '{}') as names
      from accounts join account_settings settings on settings.account_id = accounts.id
        left join inbox_folders folder on folder.account_id = accounts.id
      where accounts.id = any($1::uuid[]) order by accounts.id`,
      [ids],
    );
    return found.map(({ takenAt, refused, names, ...account }) => ({
      ...account,
      folder: { takenAt, refused, names },
    }));
  }

  /** Returns the idempotency keys that belong to calls of the account, including deleted ones. */
  async findTaken(accountId: string, keys: readonly string[]): Promise<Set<string>> {
    if (keys.length === 0) return new Set();
    const found = await rows<{ key: string }>(
      this.manager,
      `
      select key from unnest($2::text[]) key
      where exists (select from calls where account_id = $1 and idempotency_key = key)
        or exists (
          select from (values ($1::uuid, null::text, null::text, key)) call (account_id, source, external_id, idempotency_key)
          where ${isDeleted('call')})`,
      [accountId, keys],
    );
    return new Set(found.map(({ key }) => key));
  }

  /** @throws the foreign key violation when the account was deleted in the meantime */
  async save(folder: InboxFolder): Promise<void> {
    await this.manager.upsert(InboxFolder, { ...folder, account: undefined }, ['accountId']);
  }

  find(accountId: string): Promise<InboxFolder | null> {
    return this.manager.findOneBy(InboxFolder, { accountId });
  }
}
