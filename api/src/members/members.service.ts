import { Injectable } from '@nestjs/common';

import { updateEnabledAccounts } from '@ringwell/database/accounts/enabled-accounts';
import { MembersRepository, type ListedMember } from '@ringwell/database/accounts/members/members.repository';
import { removeMember } from '@ringwell/database/accounts/members/remove-member';
import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import type { User } from '@ringwell/database/accounts/user.entity';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import type { ActivityAction } from '@ringwell/domain/accounts/activity';
import { roleWithArticle, type MemberRole } from '@ringwell/domain/accounts/member-role';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { conflict, notFound, type AppError } from '@ringwell/domain/errors/app-error';

import { roleTooLow } from '../auth/access/role-too-low';
import type { Caller } from '../auth/principal/caller';
import { requireSid } from '../auth/principal/own-session';
import type { Principal } from '../auth/principal/principal';

/** Manages an account's members. Every account always has an owner. */
@Injectable()
export class MembersService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly members: MembersRepository,
  ) {}

  list({ accountId }: Principal): Promise<ListedMember[]> {
    return this.members.list(accountId);
  }

  /** @throws AppError `MEMBER_NOT_FOUND`, `LAST_OWNER`, `ROLE_TOO_LOW` */
  async changeRole(caller: Caller, userId: string, role: MemberRole): Promise<ListedMember[]> {
    const { accountId } = caller;
    await this.change(caller, userId, async (repositories, user, currentRole) => {
      if (currentRole === role) return;
      await repositories.members.changeRole(accountId, userId, role);
      await assertHasOwner(repositories, accountId);
      if (currentRole === 'owner') await repositories.invitations.deleteByInviter([accountId], userId);
      await recordActivity(
        repositories,
        caller.actor,
        accountId,
        user,
        'Member updated',
        `${userDisplayName(user)} is now ${roleWithArticle(role)}.`,
      );
    });
    return this.members.list(accountId);
  }

  /**
   * Makes another member an owner, and the current owner a manager.
   * @throws AppError `MEMBER_NOT_FOUND`, `LAST_OWNER` if the member is disabled, `ROLE_TOO_LOW`, `IMPERSONATING`
   */
  async transferOwnership(caller: Caller, userId: string): Promise<ListedMember[]> {
    const { accountId, userId: ownerId } = caller;
    await this.change(caller, userId, async (repositories, user) => {
      requireSid(caller);
      if (userId === ownerId) return;
      await repositories.members.changeRole(accountId, userId, 'owner');
      await repositories.members.changeRole(accountId, ownerId, 'manager');
      await assertHasOwner(repositories, accountId);
      await repositories.invitations.deleteByInviter([accountId], ownerId);
      const description = `Ownership of the account was transferred to ${userDisplayName(user)}.`;
      await recordActivity(repositories, caller.actor, accountId, user, 'Ownership transferred', description);
    });
    return this.members.list(accountId);
  }

  /**
   * Removes a member, who loses access immediately. A user without another account gets a demo account and can still
   * sign in. Members can remove themselves.
   * @throws AppError `MEMBER_NOT_FOUND`, `LAST_OWNER`, `ROLE_TOO_LOW`
   */
  async remove(caller: Caller, userId: string): Promise<void> {
    const { accountId } = caller;
    await this.change(caller, userId, async (repositories, user) => {
      await removeMember(repositories, accountId, userId);
      await assertHasOwner(repositories, accountId);
      await repositories.invitations.deleteByInviter([accountId], userId);
      const description =
        caller.actor.userId === userId
          ? `${userDisplayName(user)} left the account.`
          : `${userDisplayName(user)} was removed from the account.`;
      await recordActivity(repositories, caller.actor, accountId, user, 'Member removed', description);
    });
  }

  // Locks the member and the account to serialize concurrent changes, and rechecks permissions.
  private async change(
    { accountId, userId: actorId }: Principal,
    userId: string,
    work: (repositories: Repositories, user: User, role: MemberRole) => Promise<void>,
  ): Promise<void> {
    await this.unitOfWork.run(async (repositories) => {
      const { users, accounts, members } = repositories;
      const user = await users.lock(userId);
      await accounts.lock(accountId);
      const role = await members.findRole(accountId, userId);
      if (!role || !user) throw memberNotFound();
      if (actorId !== userId && (await members.findRole(accountId, actorId)) !== 'owner') throw roleTooLow('owner');
      await work(repositories, user, role);
      await updateEnabledAccounts(repositories, [accountId]);
    });
  }
}

async function assertHasOwner({ members }: Repositories, accountId: string): Promise<void> {
  if ((await members.countOwners(accountId)) > 0) return;
  throw conflict(
    'LAST_OWNER',
    'This would leave the account without an owner who can sign in. Make another member an owner first.',
  );
}

function recordActivity(
  { activity }: Repositories,
  actor: Actor,
  accountId: string,
  { id }: User,
  action: ActivityAction,
  description: string,
): Promise<void> {
  return activity.record(actor, { action, description, accountId, metadata: { targetUserId: id } });
}

export function memberNotFound(): AppError {
  return notFound('MEMBER_NOT_FOUND', 'Member not found. They may have left the account.');
}
