import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { MemberRole } from '@ringwell/domain/member-role';

import { row, rows } from '../postgres/sql';
import { joinOwner } from './account-owner';
import type { Account, AccountStatus } from './account.entity';
import { Member } from './member.entity';
import { User } from './user.entity';

/** SQL order of the accounts of a user: where they most likely want to work. Joins `accounts`. */
export const PREFERRED_ACCOUNT =
  "accounts.status = 'active' desc, members.role = 'owner' desc, members.created_at, members.account_id";

/** SQL order of the accounts that a user owns: administrators who name the user mean the first. Joins `accounts`. */
const NAMED_ACCOUNT = "accounts.status = 'active' desc, members.created_at, members.account_id";

/** A user and the account that administrators mean when they name them, if they own any. */
export interface UserWithAccount {
  user: User;
  account: Account | null;
}

export interface Membership {
  accountId: string;
  role: MemberRole;
  status: AccountStatus;
  company: string | null;
  ownerFirstName: string | null;
  ownerLastName: string | null;
  ownerEmail: string | null;
}

export interface ListedMember {
  userId: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
  role: MemberRole;
  createdAt: Date;
}

@Injectable()
export class MembersRepository {
  constructor(private readonly manager: EntityManager) {}

  /** The accounts of a user that are not disabled, the preferred one first. */
  listAccounts(userId: string): Promise<Membership[]> {
    return rows<Membership>(
      this.manager,
      `
      select members.account_id as "accountId", members.role, accounts.status, accounts.company,
        owner.first_name as "ownerFirstName", owner.last_name as "ownerLastName", owner.email as "ownerEmail"
      from members join accounts on accounts.id = members.account_id ${joinOwner('accounts.id')}
      where members.user_id = $1 and accounts.is_active order by ${PREFERRED_ACCOUNT}`,
      [userId],
    );
  }

  /** The members of an account, owners first. */
  list(accountId: string): Promise<ListedMember[]> {
    return rows<ListedMember>(
      this.manager,
      `
      select users.id as "userId", users.email, users.first_name as "firstName", users.last_name as "lastName",
        users.profile_image_url as "profileImageUrl", members.role, members.created_at as "createdAt"
      from members join users on users.id = members.user_id where members.account_id = $1
      order by members.role = 'owner' desc, members.created_at, users.id`,
      [accountId],
    );
  }

  findRole(accountId: string, userId: string): Promise<MemberRole | undefined> {
    return row<{ role: MemberRole }>(this.manager, 'select role from members where account_id = $1 and user_id = $2', [
      accountId,
      userId,
    ]).then((found) => found?.role);
  }

  /** Owners who may sign in. Hold the lock of the account while you rely on the result. */
  async countOwners(accountId: string): Promise<number> {
    return this.manager.countBy(Member, { accountId, role: 'owner', user: { isActive: true } });
  }

  /** @returns false for someone who is a member already, whose role stays */
  async add(accountId: string, userId: string, role: MemberRole): Promise<boolean> {
    const added = await row(
      this.manager,
      `
      insert into members (account_id, user_id, role) values ($1, $2, $3) on conflict do nothing returning user_id`,
      [accountId, userId, role],
    );
    return added !== undefined;
  }

  async changeRole(accountId: string, userId: string, role: MemberRole): Promise<void> {
    await this.manager.update(Member, { accountId, userId }, { role });
  }

  async remove(accountId: string, userId: string): Promise<void> {
    await this.manager.delete(Member, { accountId, userId });
  }

  async isMemberOfAny(userId: string): Promise<boolean> {
    return this.manager.existsBy(Member, { userId });
  }

  /** The account that administrators mean when they name a user: one that the user owns, an active one if there is. */
  async findOwnedAccountId(userId: string): Promise<string | undefined> {
    const owned = await row<{ accountId: string }>(
      this.manager,
      `
      select members.account_id as "accountId" from members join accounts on accounts.id = members.account_id
      where members.user_id = $1 and members.role = 'owner' order by ${NAMED_ACCOUNT} limit 1`,
      [userId],
    );
    return owned?.accountId;
  }

  /** All users, newest first. */
  async listUsers(): Promise<UserWithAccount[]> {
    const [users, owned] = await Promise.all([
      this.manager.find(User, { order: { createdAt: 'DESC', id: 'DESC' } }),
      this.manager
        .createQueryBuilder(Member, 'member')
        .innerJoinAndSelect('member.account', 'account')
        .where(`member.role = 'owner'`)
        .orderBy(`account.status = 'active'`, 'DESC')
        .addOrderBy('member.createdAt')
        .addOrderBy('member.accountId')
        .getMany(),
    ]);
    const accounts = new Map(owned.toReversed().map(({ userId, account }) => [userId, account]));
    return users.map((user) => ({ user, account: accounts.get(user.id) ?? null }));
  }

  async listUserIds(accountId: string): Promise<string[]> {
    const found = await rows<{ userId: string }>(
      this.manager,
      'select user_id as "userId" from members where account_id = $1 order by user_id',
      [accountId],
    );
    return found.map(({ userId }) => userId);
  }
}
