import type { MemberAlerts } from '@ringwell/domain/accounts/member-alerts';
import type { MemberRole } from '@ringwell/domain/accounts/member-role';
import { normalizeEmail } from '@ringwell/domain/text/email-address';

import { SqlRepository } from '../../postgres/sql';
import { allowLongStatements } from '../../postgres/watched-client';
import { joinOwner } from '../account-owner';
import type { Account, AccountStatus } from '../account.entity';
import { User } from '../user.entity';
import { Member } from './member.entity';

/**
 * SQL that sorts a user's accounts: active accounts first, then accounts that the user owns. Requires a join with
 * `accounts`.
 */
export const PREFERRED_ACCOUNT_ORDER =
  "accounts.status = 'active' desc, members.role = 'owner' desc, members.created_at, members.account_id";

/**
 * SQL that sorts the accounts that a user owns. Administrators' requests about a user apply to the first one. Requires
 * a join with `accounts`.
 */
const OWNED_ACCOUNT_ORDER = "accounts.status = 'active' desc, members.created_at, members.account_id";

/** A user with the account that administrators' requests about the user apply to; null if the user doesn't own one. */
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

/** A user's account, as administrators see it. */
export interface UserMembership extends Omit<Membership, 'status'> {
  userId: string;
  /** True if no one else owns the account, so it's deleted with the user. */
  isSoleOwner: boolean;
  memberCount: number;
  ownerId: string;
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

export class MembersRepository extends SqlRepository {
  /** Lists a user's enabled accounts, the preferred one first. */
  listAccounts(userId: string): Promise<Membership[]> {
    return this.rows<Membership>(
      `
      select members.account_id as "accountId", members.role, accounts.status, accounts.company,
        owner.first_name as "ownerFirstName", owner.last_name as "ownerLastName", owner.email as "ownerEmail"
      from members join accounts on accounts.id = members.account_id ${joinOwner('accounts.id')}
      where members.user_id = $1 and accounts.is_active order by ${PREFERRED_ACCOUNT_ORDER}`,
      [userId],
    );
  }

  /** Lists an account's members, owners first. */
  list(accountId: string): Promise<ListedMember[]> {
    return this.rows<ListedMember>(
      `
      select users.id as "userId", users.email, users.first_name as "firstName", users.last_name as "lastName",
        users.profile_image_url as "profileImageUrl", members.role, members.created_at as "createdAt"
      from members join users on users.id = members.user_id where members.account_id = $1
      order by members.role = 'owner' desc, members.created_at, users.id`,
      [accountId],
    );
  }

  listOwnersWithEmail(accountId: string): Promise<{ email: string; firstName: string | null }[]> {
    return this.rows(
      `
      select users.email, users.first_name as "firstName" from members join users on users.id = members.user_id
      where members.account_id = $1 and members.role = 'owner' and users.is_active and users.email is not null
      order by members.created_at, users.id`,
      [accountId],
    );
  }

  findRole(accountId: string, userId: string): Promise<MemberRole | undefined> {
    return this.row<{ role: MemberRole }>('select role from members where account_id = $1 and user_id = $2', [
      accountId,
      userId,
    ]).then((member) => member?.role);
  }

  /** Prevents a member's removal until the end of the transaction. @returns whether the member exists */
  async lockMember(accountId: string, userId: string): Promise<boolean> {
    const sql = 'select user_id from members where account_id = $1 and user_id = $2 for key share';
    return this.hasRow(sql, [accountId, userId]);
  }

  /** Counts owners who can sign in. The caller must hold the account's lock while relying on the result. */
  countOwners(accountId: string): Promise<number> {
    return this.manager.countBy(Member, { accountId, role: 'owner', user: { isActive: true } });
  }

  /** @returns false if the user is already a member, without changing the role */
  async add(accountId: string, userId: string, role: MemberRole): Promise<boolean> {
    return this.hasRow(
      `
      insert into members (account_id, user_id, role) values ($1, $2, $3) on conflict do nothing returning user_id`,
      [accountId, userId, role],
    );
  }

  async changeRole(accountId: string, userId: string, role: MemberRole): Promise<void> {
    await this.manager.update(Member, { accountId, userId }, { role });
  }

  /** Run this in a transaction. */
  async remove(accountId: string, userId: string): Promise<void> {
    await allowLongStatements(this.manager); // updates all of the member's follow-ups
    await this.manager.delete(Member, { accountId, userId });
  }

  async findAlerts(accountId: string, userId: string): Promise<MemberAlerts | null> {
    const member = await this.manager.findOneBy(Member, { accountId, userId });
    return member && toAlerts(member);
  }

  /** Returns the alert settings for the member with this email address, ignoring case, or null for other addresses. */
  async findAlertsByAddress(accountId: string, address: string): Promise<MemberAlerts | null> {
    const member = await this.findMember(accountId, address);
    return member && toAlerts(member);
  }

  /** Returns the member with this email address, ignoring case, if that user can sign in. */
  async findByAddress(accountId: string, address: string): Promise<User | null> {
    return (await this.findMember(accountId, address))?.user ?? null;
  }

  private findMember(accountId: string, address: string): Promise<Member | null> {
    const user = { email: normalizeEmail(address), isActive: true };
    return this.manager.findOne(Member, { where: { accountId, user }, relations: { user: true } });
  }

  async changeAlerts(accountId: string, userId: string, { labels, quietHours }: MemberAlerts): Promise<void> {
    await this.manager.update(
      Member,
      { accountId, userId },
      { alertLabels: labels, quietFrom: quietHours?.from ?? null, quietUntil: quietHours?.until ?? null },
    );
  }

  hasMembership(userId: string): Promise<boolean> {
    return this.manager.existsBy(Member, { userId });
  }

  /**
   * Finds the account that administrators' requests about a user apply to: one that the user owns, preferably active.
   */
  findOwnedAccountId(userId: string): Promise<string | undefined> {
    return this.findFirstAccountId(userId, `members.role = 'owner'`, OWNED_ACCOUNT_ORDER);
  }

  /** Returns the account shown to an administrator who is viewing as this user. */
  findViewedAccountId(userId: string): Promise<string | undefined> {
    return this.findFirstAccountId(userId, 'true', PREFERRED_ACCOUNT_ORDER);
  }

  private async findFirstAccountId(userId: string, condition: string, order: string): Promise<string | undefined> {
    return this.value<string>(
      `
      select members.account_id from members join accounts on accounts.id = members.account_id
      where members.user_id = $1 and ${condition} order by ${order} limit 1`,
      [userId],
    );
  }

  /** Lists all users, newest first. */
  async listUsers(): Promise<UserWithAccount[]> {
    const [users, ownerMemberships] = await Promise.all([
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
    const accounts = new Map(ownerMemberships.toReversed().map(({ userId, account }) => [userId, account]));
    return users.map((user) => ({ user, account: accounts.get(user.id) ?? null }));
  }

  /**
   * Returns all accounts of each user, including disabled accounts. Accounts that the user owns come first.
   * @param userId limits the result to this user
   */
  listMemberships(userId?: string): Promise<UserMembership[]> {
    return this.rows<UserMembership>(
      `
      with listed as (
        select accounts.id, accounts.company, sizes.members, sizes.owners, owner.id as owner_id, owner.first_name,
          owner.last_name, owner.email
        from (
          select account_id, count(*)::int as members, (count(*) filter (where role = 'owner'))::int as owners
          from members where $1::uuid is null or account_id in (select account_id from members where user_id = $1)
          group by account_id
        ) sizes join accounts on accounts.id = sizes.account_id ${joinOwner('accounts.id')}
      )
      select members.user_id as "userId", listed.id as "accountId", members.role, listed.members as "memberCount",
        members.role = 'owner' and listed.owners = 1 as "isSoleOwner", listed.company, listed.owner_id as "ownerId",
        listed.first_name as "ownerFirstName", listed.last_name as "ownerLastName", listed.email as "ownerEmail"
      from members join listed on listed.id = members.account_id where $1::uuid is null or members.user_id = $1
      order by members.role = 'owner' desc, members.created_at, members.account_id`,
      [userId ?? null],
    );
  }

  async listUserIds(accountId: string): Promise<string[]> {
    return this.values<string>('select user_id from members where account_id = $1 order by user_id', [accountId]);
  }
}

function toAlerts({ alertLabels, quietFrom, quietUntil }: Member): MemberAlerts {
  const hasQuietHours = quietFrom !== null && quietUntil !== null;
  return { labels: alertLabels, quietHours: hasQuietHours ? { from: quietFrom, until: quietUntil } : null };
}
