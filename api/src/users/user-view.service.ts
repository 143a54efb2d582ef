import { Injectable } from '@nestjs/common';

import {
  MembersRepository,
  type UserMembership,
  type UserWithAccount,
} from '@ringwell/database/accounts/members/members.repository';
import { SubscriptionsRepository } from '@ringwell/database/billing/subscriptions.repository';
import type { UserDeletion } from '@ringwell/database/erasures/user-deletion.entity';
import { UserDeletionsRepository } from '@ringwell/database/erasures/user-deletions.repository';
import { accountName } from '@ringwell/domain/accounts/account-name';
import type { BillingState } from '@ringwell/domain/billing/subscription';

import { toDto } from '../http/response/to-dto';
import { UserDto, type UserAccountDto, type UserDeletionDto } from './dto/user.dto';

@Injectable()
export class UserViewService {
  constructor(
    private readonly members: MembersRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly deletions: UserDeletionsRepository,
  ) {}

  /** Returns all users, newest first. */
  async list(): Promise<UserDto[]> {
    const [users, memberships, billing, deletions] = await Promise.all([
      this.members.listUsers(),
      this.members.listMemberships(),
      this.subscriptions.findBillingStates(),
      this.deletions.list(),
    ]);
    const deletionByUser = new Map(deletions.map((deletion) => [deletion.userId, deletion]));
    const membershipsByUser = new Map<string, UserMembership[]>();
    for (const membership of memberships)
      membershipsByUser.set(membership.userId, [...(membershipsByUser.get(membership.userId) ?? []), membership]);
    return users.map((user) => ({
      ...userView(user, membershipsByUser.get(user.user.id) ?? [], billing),
      deletion: deletionView(deletionByUser.get(user.user.id)),
    }));
  }

  async view(user: UserWithAccount): Promise<UserDto> {
    const memberships = await this.members.listMemberships(user.user.id);
    const accountIds = memberships.map(({ accountId }) => accountId);
    return userView(user, memberships, await this.subscriptions.findBillingStates(accountIds));
  }
}

function userView(
  { user, account }: UserWithAccount,
  memberships: readonly UserMembership[],
  billing: ReadonlyMap<string, BillingState>,
): UserDto {
  return toDto(UserDto, user, {
    company: account?.company ?? null,
    status: account?.status ?? null,
    serviceTitanTenant: account?.serviceTitanTenant ?? null,
    activatedAt: account?.activatedAt ?? null,
    hasPassword: user.passwordHash !== null,
    billing: (account && billing.get(account.id)) ?? null,
    deletion: null,
    accounts: memberships.map((membership) => userAccountView(membership, billing.has(membership.accountId))),
  });
}

function deletionView(deletion: Pick<UserDeletion, 'requestedAt' | 'problem'> | undefined): UserDeletionDto | null {
  return deletion ? { requestedAt: deletion.requestedAt.toISOString(), problem: deletion.problem } : null;
}

function userAccountView(
  { ownerId, company, ownerFirstName, ownerLastName, ownerEmail, role, isSoleOwner, memberCount }: UserMembership,
  hasSubscription: boolean,
): UserAccountDto {
  const owner = { firstName: ownerFirstName, lastName: ownerLastName, email: ownerEmail };
  return { ownerId, name: accountName({ company }, owner), role, isSoleOwner, memberCount, hasSubscription };
}
