import { Injectable } from '@nestjs/common';

import { updateEnabledAccounts } from '@ringwell/database/accounts/enabled-accounts';
import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import { recordStoppedImpersonations } from '@ringwell/database/accounts/sign-in/stopped-impersonations';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { conflict } from '@ringwell/domain/errors/app-error';

import { assertNotLastAdministrator } from './last-administrator';
import { lockUser } from './users.service';

@Injectable()
export class UserDeletionService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Disables a user and the accounts without another enabled owner, and asks a worker to delete them. Accounts with
   * another owner are kept. Cannot be undone.
   * @throws AppError `USER_NOT_FOUND`, `OWN_ACCOUNT`, `LAST_ADMINISTRATOR`, `ADMIN_ONLY`
   */
  async delete(actor: Actor, userId: string): Promise<void> {
    await this.unitOfWork.run(async (repositories) => {
      const { users, accounts, invitations, sessions, activity, userDeletions } = repositories;
      const user = await lockUser(repositories, userId);
      if (user.id === actor.userId)
        throw conflict('OWN_ACCOUNT', "You can't delete your own account. Ask another administrator to do it.");
      await assertNotLastAdministrator(users, actor, user);
      const lockedAccountIds = await accounts.lockOwned(userId);
      const ownedAccountIds = await accounts.listSolelyOwnedIds(userId);
      await userDeletions.request(userId, actor.userId);
      await users.update(userId, { isActive: false });
      await recordStoppedImpersonations(repositories, actor, await sessions.stopImpersonations(userId));
      await sessions.endByUser(userId);
      // Accepting an invitation could otherwise make someone an owner.
      for (const accountId of ownedAccountIds) await invitations.deleteByAccount(accountId);
      await invitations.deleteByInviter(lockedAccountIds, userId);
      await updateEnabledAccounts(repositories, lockedAccountIds);
      await activity.record(actor, {
        action: 'User deleted',
        description:
          ownedAccountIds.length > 0 ? 'A user was deleted, along with calls and recordings.' : 'A user was deleted.',
        metadata: { targetUserId: userId },
      });
    });
  }
}
