import { Injectable } from '@nestjs/common';

import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import type { Impersonation } from '@ringwell/database/accounts/sign-in/sessions.repository';
import { recordStoppedImpersonations } from '@ringwell/database/accounts/sign-in/stopped-impersonations';
import type { User } from '@ringwell/database/accounts/user.entity';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { conflict } from '@ringwell/domain/errors/app-error';

import { signedOut } from '../auth/session/session.guard';
import { findUser, lockUser } from '../users/users.service';

// Impersonation is stored in the session and recorded in the activity log.
@Injectable()
export class ImpersonationService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * @throws AppError `USER_NOT_FOUND`, `OWN_ACCOUNT`, `SIGNED_OUT` if the session has just ended
   */
  start(
    actor: Actor,
    sid: string,
    { administratorId, userId }: Impersonation,
  ): Promise<{ administrator: User; user: User }> {
    return this.unitOfWork.run(async ({ users, userDeletions, members, sessions, activity }) => {
      const user = await lockUser({ users, userDeletions }, userId);
      if (user.id === administratorId) throw conflict('OWN_ACCOUNT', "You're already signed in to this account.");
      const administrator = await findUser(users, administratorId);
      if (!(await sessions.impersonate(sid, user.id))) throw signedOut();
      await activity.record(actor, {
        action: 'Impersonation started',
        description: `${userDisplayName(administrator)} started viewing as ${userDisplayName(user)}.`,
        accountId: await members.findViewedAccountId(user.id),
        metadata: { targetUserId: user.id },
      });
      return { administrator, user };
    });
  }

  /** Has no effect when the impersonation or the session has already ended. */
  async stop(actor: Actor, sid: string, impersonation: Impersonation): Promise<void> {
    await this.unitOfWork.run(async (repositories) => {
      if (await repositories.sessions.stopImpersonation(sid))
        await recordStoppedImpersonations(repositories, actor, [impersonation]);
    });
  }
}
