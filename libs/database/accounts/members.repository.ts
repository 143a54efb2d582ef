import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { MemberRole } from '@ringwell/domain/member-role';

import { row, rows } from '../postgres/sql';
import type { Account } from './account.entity';
import { Member } from './member.entity';
import { User } from './user.entity';

/** SQL order of the memberships of a user: first the accounts that they own, then the earliest. */
export const FIRST_MEMBERSHIP = `members.role = 'owner' desc, members.created_at, members.account_id`;

/** A user and the account that administrators mean when they name them: the first one that they own, if any. */
export interface UserWithAccount {
  user: User;
  account: Account | null;
}

export interface Membership {
  accountId: string;
  role: MemberRole;
}

@Injectable()
export class MembersRepository {
  constructor(private readonly manager: EntityManager) {}

  /** The account that a user works on after signing in. */
  findFirst(userId: string): Promise<Membership | undefined> {
    return row<Membership>(
      this.manager,
      `
      select account_id as "accountId", role from members where user_id = $1 order by ${FIRST_MEMBERSHIP} limit 1`,
      [userId],
    );
  }

  /** The account that administrators mean when they name a user: the first one that the user owns. */
  async findOwnedAccountId(userId: string): Promise<string | undefined> {
    const first = await this.findFirst(userId);
    return first?.role === 'owner' ? first.accountId : undefined;
  }

  /** All users, newest first. */
  async listUsers(): Promise<UserWithAccount[]> {
    const [users, owned] = await Promise.all([
      this.manager.find(User, { order: { createdAt: 'DESC', id: 'DESC' } }),
      this.manager
        .createQueryBuilder(Member, 'member')
        .innerJoinAndSelect('member.account', 'account')
        .where(`member.role = 'owner'`)
        .orderBy('member.createdAt')
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
