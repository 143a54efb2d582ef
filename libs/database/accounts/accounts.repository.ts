import { DEFAULT_TIME_ZONE } from '@ringwell/domain/time';

import { SqlRepository } from '../postgres/sql';
import { allowLongStatements } from '../postgres/watched-client';
import { Account } from './account.entity';
import { Member } from './members/member.entity';
import { SchedulingTurn } from './scheduling-turn.entity';
import { AccountSettings } from './settings/account-settings.entity';
import { User } from './user.entity';

export interface OwnedAccount {
  account: Account;
  owner: User;
}

export interface AccountDetails extends OwnedAccount {
  settings: AccountSettings;
}

export type AccountWithSettings = Omit<AccountDetails, 'owner'>;

/** `createdAt` includes microseconds. */
export interface CallToDelete {
  id: string;
  recordingKey: string | null;
  createdAt: string;
}

export type NewAccount = Partial<Omit<Account, 'id' | 'updatedAt'>>;

export type AccountChanges = Omit<NewAccount, 'createdAt'>;

export class AccountsRepository extends SqlRepository {
  /**
   * Inserts an account with its owner, settings and scheduling turn. Run this in a transaction.
   * @param accountId the owner's id if both are new, so that clients can derive one from the other
   */
  async create(ownerId: string, account: NewAccount = {}, accountId = ownerId): Promise<void> {
    await this.manager.insert(Account, { ...account, id: accountId });
    await this.manager.insert(Member, { accountId, userId: ownerId, role: 'owner' });
    await this.manager.insert(AccountSettings, { accountId });
    await this.manager.insert(SchedulingTurn, { accountId });
  }

  findById(accountId: string): Promise<Account | null> {
    return this.manager.findOneBy(Account, { id: accountId });
  }

  /**
   * Locks an account against changes and deletion until the end of the transaction. Rows that reference the account can
   * still be written. If you also lock a user, lock the user first.
   */
  lock(accountId: string): Promise<Account | null> {
    return this.manager.findOne(Account, { where: { id: accountId }, lock: { mode: 'for_no_key_update' } });
  }

  /** Like `lock`, but also returns the owner. */
  async lockWithOwner(accountId: string): Promise<OwnedAccount | null> {
    const account = await this.lock(accountId);
    const owner = account && (await this.findOwner(accountId));
    return account && owner && { account, owner };
  }

  /**
   * Returns the first owner, who represents the account in reports and messages, or `null` if the account was deleted.
   */
  findOwner(accountId: string): Promise<User | null> {
    return this.manager
      .createQueryBuilder(User, 'user')
      .innerJoin(Member, 'member', `member.userId = user.id and member.role = 'owner'`)
      .where('member.accountId = :accountId', { accountId })
      .orderBy('user.isActive', 'DESC')
      .addOrderBy('member.createdAt')
      .addOrderBy('member.userId')
      .getOne();
  }

  async update(accountId: string, changes: AccountChanges): Promise<void> {
    await this.manager.update(Account, { id: accountId }, changes);
  }

  /** Like `lock`, but for all accounts that a user owns. */
  async lockOwned(userId: string): Promise<string[]> {
    return this.values<string>(
      `
      select id from accounts
      where id in (select account_id from members where user_id = $1 and role = 'owner')
      order by id for no key update`,
      [userId],
    );
  }

  /**
   * Disables accounts without an enabled owner, and enables those that have one. The caller must hold their locks.
   * @returns the changed accounts
   */
  updateEnabled(accountIds: readonly string[]): Promise<Pick<Account, 'id' | 'isActive'>[]> {
    return this.rows<Pick<Account, 'id' | 'isActive'>>(
      `
      update accounts set is_active = not accounts.is_active, updated_at = now()
      where id = any($1::uuid[]) and is_active is distinct from exists (
        select from members join users on users.id = members.user_id
        where members.account_id = accounts.id and members.role = 'owner' and users.is_active)
      returning id, is_active as "isActive"`,
      [accountIds],
    );
  }

  /** Returns the accounts whose only owner is this user. */
  async listSolelyOwnedIds(userId: string): Promise<string[]> {
    return this.values<string>(
      `
      select account_id from members where user_id = $1 and role = 'owner' and not exists (
        select from members other
        where other.account_id = members.account_id and other.role = 'owner' and other.user_id <> members.user_id)
      order by account_id`,
      [userId],
    );
  }

  /**
   * Returns the next batch of calls to delete from an account that's being deleted, oldest first.
   * @param after the previous batch's last call, so that its deleted rows aren't read again
   */
  listCallsToDelete(
    accountId: string,
    limit: number,
    after: Pick<CallToDelete, 'id' | 'createdAt'> = { id: accountId, createdAt: '-infinity' },
  ): Promise<CallToDelete[]> {
    return this.rows(
      `
      select id, created_at::text as "createdAt", recording_key as "recordingKey" from calls
      where account_id = $1 and (created_at, id) > ($3, $4) order by created_at, id limit $2`,
      [accountId, limit, after.createdAt, after.id],
    );
  }

  /**
   * Deletes calls from an account that's being deleted, without creating receipts or updating totals. Run this in a
   * transaction.
   */
  async deleteCalls(accountId: string, callIds: readonly string[]): Promise<void> {
    await this.lockForDeletion(accountId);
    await this.rows('delete from calls where account_id = $1 and id = any($2::uuid[])', [accountId, callIds]);
  }

  /** Deletes one batch of the remaining rows in large tables. @returns false if there were none */
  async deleteRemainingRows(accountId: string, limit: number): Promise<boolean> {
    for (const table of ['usage_records', 'customers', 'deleted_call_ids']) {
      const deleted = await this.rows(
        `
        delete from ${table} where ctid = any(array(
          select ctid from ${table} where account_id = $1 limit $2 for update)) returning 1`,
        [accountId, limit],
      );
      if (deleted.length > 0) return true;
    }
    return false;
  }

  /** Deletes an account and its remaining data; delete its calls first, in batches. Run this in a transaction. */
  async delete(accountId: string): Promise<void> {
    await allowLongStatements(this.manager); // updates all of the account's activity log entries
    await this.lockForDeletion(accountId);
    await this.rows('delete from calls where account_id = $1', [accountId]);
    await this.manager.delete(Account, { id: accountId });
  }

  // Locks the scheduling turn and the calls first, in the same order as the dispatcher and the workers, because a
  // cascade from the account would wait for a worker that is waiting for the account.
  private async lockForDeletion(accountId: string): Promise<void> {
    await this.rows('select from account_lanes where account_id = $1 for update', [accountId]);
    // Members are locked before calls and follow-ups, because taking a follow-up locks the member first.
    await this.rows('select from members where account_id = $1 order by user_id for update', [accountId]);
    // The setting prevents the `account_storage` triggers from subtracting each deleted call.
    await this.rows(`select set_config('ringwell.deletes_account', 'true', true)`);
  }

  // Runs for many incoming calls, so it reads only what intake needs.
  findIntakeSettings(accountId: string): Promise<Pick<AccountSettings, 'active' | 'redaction'> | undefined> {
    return this.row('select active, redaction from account_settings where account_id = $1', [accountId]);
  }

  findSettings(accountId: string): Promise<AccountSettings | null> {
    return this.manager.findOneBy(AccountSettings, { accountId });
  }

  /** @returns null if the account was deleted */
  async findWithSettings(accountId: string): Promise<AccountWithSettings | null> {
    const [account, settings] = await Promise.all([this.findById(accountId), this.findSettings(accountId)]);
    return account && settings && { account, settings };
  }

  /** Like `findWithSettings`, but also returns the owner. */
  async findDetails(accountId: string): Promise<AccountDetails | null> {
    const [found, owner] = await Promise.all([this.findWithSettings(accountId), this.findOwner(accountId)]);
    return found && owner && { ...found, owner };
  }

  /**
   * Locks the settings until the end of the transaction, so that concurrent changes to a list don't overwrite each
   * other.
   */
  lockSettings(accountId: string): Promise<AccountSettings | null> {
    return this.manager.findOne(AccountSettings, { where: { accountId }, lock: { mode: 'pessimistic_write' } });
  }

  /** @returns the default if the account hasn't chosen a time zone */
  async findTimeZone(accountId: string): Promise<string> {
    const settings = await this.manager.findOne(AccountSettings, { select: { timeZone: true }, where: { accountId } });
    return settings?.timeZone ?? DEFAULT_TIME_ZONE;
  }

  async updateSettings(
    accountId: string,
    changes: Partial<Omit<AccountSettings, 'id' | 'accountId' | 'account'>>,
  ): Promise<void> {
    await this.manager.update(AccountSettings, { accountId }, changes);
  }
}
