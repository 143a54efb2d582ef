import { Injectable } from '@nestjs/common';

import type { Actor } from '@ringwell/database/accounts/activity.repository';
import type { Impersonation } from '@ringwell/database/accounts/sessions.repository';
import type { User } from '@ringwell/database/accounts/user.entity';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { AppError } from '@ringwell/domain/app-error';
import { userDisplayName } from '@ringwell/domain/user-display-name';

import { signedOut } from '../auth/session/session.guard';
import { recordStopped } from '../auth/session/stopped-impersonations';
import { findUser, lockUser } from '../users/users.service';

/** Lets an administrator see the product as somebody else does. It lives in the session's row, and is in the activity log. */
@Injectable()
export class ImpersonationService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * @returns the two people
   * @throws AppError `USER_NOT_FOUND`, `ADMINISTRATOR_PROTECTED`, `ACCOUNT_DISABLED`, `SIGNED_OUT` when the session has just ended
   */
  start(
    actor: Actor,
    sid: string,
    { administratorId, userId }: Impersonation,
  ): Promise<{ administrator: User; user: User }> {
    return this.unitOfWork.run(async ({ users, sessions, activity }) => {
      const user = await lockUser(users, userId);
      assertMayBeViewed(user);
      const administrator = await findUser(users, administratorId);
      if (!(await sessions.impersonate(sid, user.id))) throw signedOut();
      await activity.record(actor, {
        action: 'Impersonation started',
        description: `${userDisplayName(administrator)} started to view the account of ${userDisplayName(user)}.`,
        metadata: { targetUserId: user.id },
      });
      return { administrator, user };
    });
  }

  /** Does nothing when it has been stopped meanwhile, or the session has ended. */
  async stop(actor: Actor, sid: string, impersonation: Impersonation): Promise<void> {
    await this.unitOfWork.run(async (repositories) => {
      if (await repositories.sessions.stopImpersonation(sid)) await recordStopped(repositories, actor, [impersonation]);
    });
  }
}

function assertMayBeViewed({ role, isActive }: User): void {
  if (role === 'admin') {
    throw new AppError({
      kind: 'forbidden',
      code: 'ADMINISTRATOR_PROTECTED',
      message: 'Administrators cannot be impersonated. Choose a plain user.',
    });
  }
  if (!isActive) {
    throw new AppError({
      kind: 'conflict',
      code: 'ACCOUNT_DISABLED',
      message: 'This account is disabled. Enable it before you log in as this user.',
    });
  }
}
