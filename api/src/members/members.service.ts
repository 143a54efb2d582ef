import { Injectable } from '@nestjs/common';

import type { Actor } from '@ringwell/database/accounts/activity.repository';
import { MembersRepository, type ListedMember } from '@ringwell/database/accounts/members.repository';
import { removeMember } from '@ringwell/database/accounts/remove-member';
import type { User } from '@ringwell/database/accounts/user.entity';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import type { ActivityAction } from '@ringwell/domain/activity';
import { AppError } from '@ringwell/domain/app-error';
import type { MemberRole } from '@ringwell/domain/member-role';
import { userDisplayName } from '@ringwell/domain/user-display-name';

import { ownSid } from '../auth/own-session';
import type { Principal } from '../auth/principal';

/** The members of the account that a request works on. An account always has an owner. */
@Injectable()
export class MembersService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly members: MembersRepository,
  ) {}

  list({ accountId }: Principal): Promise<ListedMember[]> {
    return this.members.list(accountId);
  }

  /** @throws AppError `MEMBER_NOT_FOUND`, `LAST_OWNER` */
  async changeRole({ accountId }: Principal, userId: string, role: MemberRole, actor: Actor): Promise<ListedMember[]> {
    await this.change(accountId, userId, async (repositories, user, current) => {
      if (current === role) return;
      if (current === 'owner') await assertNotLastOwner(repositories, accountId);
      await repositories.members.changeRole(accountId, userId, role);
      await record(repositories, actor, accountId, user, 'Member updated', `${userDisplayName(user)} is now ${role}.`);
    });
    return this.members.list(accountId);
  }

  /**
   * Makes another member an owner, and the current owner a manager.
   * @throws AppError `MEMBER_NOT_FOUND`, `IMPERSONATING`
   */
  async transferOwnership(principal: Principal, userId: string, actor: Actor): Promise<ListedMember[]> {
    const { accountId, userId: ownerId } = principal;
    await this.change(accountId, userId, async (repositories, user) => {
      ownSid(principal);
      await repositories.members.changeRole(accountId, userId, 'owner');
      if (userId !== ownerId) await repositories.members.changeRole(accountId, ownerId, 'manager');
      const description = `The ownership of the account was transferred to ${userDisplayName(user)}.`;
      await record(repositories, actor, accountId, user, 'Ownership transferred', description);
    });
    return this.members.list(accountId);
  }

  /**
   * Removes a member, who loses access immediately. Someone without another account gets a demo account, so that they
   * can still sign in.
   * @throws AppError `MEMBER_NOT_FOUND`, `LAST_OWNER`
   */
  async remove({ accountId }: Principal, userId: string, actor: Actor): Promise<void> {
    await this.change(accountId, userId, async (repositories, user, role) => {
      if (role === 'owner') await assertNotLastOwner(repositories, accountId);
      await removeMember(repositories, accountId, userId);
      const description =
        actor.userId === userId
          ? `${userDisplayName(user)} left the account.`
          : `${userDisplayName(user)} was removed from the account.`;
      await record(repositories, actor, accountId, user, 'Member removed', description);
    });
  }

  // Locks the account, so that two owners who remove each other at the same time do not both succeed.
  private async change(
    accountId: string,
    userId: string,
    work: (repositories: Repositories, user: User, role: MemberRole) => Promise<void>,
  ): Promise<void> {
    await this.unitOfWork.run(async (repositories) => {
      await repositories.accounts.lock(accountId);
      const role = await repositories.members.findRole(accountId, userId);
      const user = role && (await repositories.users.findById(userId));
      if (!role || !user) throw memberNotFound();
      await work(repositories, user, role);
    });
  }
}

async function assertNotLastOwner({ members }: Repositories, accountId: string): Promise<void> {
  if ((await members.countOwners(accountId)) > 1) return;
  throw new AppError({
    kind: 'conflict',
    code: 'LAST_OWNER',
    message: 'This is the only owner of the account. Make another member an owner first.',
  });
}

function record(
  { activity }: Repositories,
  actor: Actor,
  accountId: string,
  { id }: User,
  action: ActivityAction,
  description: string,
): Promise<void> {
  return activity.record(actor, { action, description, metadata: { targetUserId: id, accountId } });
}

export function memberNotFound(): AppError {
  return new AppError({
    kind: 'not_found',
    code: 'MEMBER_NOT_FOUND',
    message: 'Member not found. They may have left the account.',
  });
}
