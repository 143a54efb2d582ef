import { Injectable } from '@nestjs/common';
import type { Response } from 'express';

import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import { SessionsRepository, type ListedSession } from '@ringwell/database/accounts/sign-in/sessions.repository';
import { endSessions, recordStoppedImpersonations } from '@ringwell/database/accounts/sign-in/stopped-impersonations';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { notFound, type AppError } from '@ringwell/domain/errors/app-error';

import type { Caller } from '../principal/caller';
import { requireSid } from '../principal/own-session';
import type { Principal } from '../principal/principal';
import { SessionCookie } from './session-cookie';

@Injectable()
export class MySessionsService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly cookie: SessionCookie,
  ) {}

  /** @throws AppError `IMPERSONATING` */
  async list(principal: Principal): Promise<ListedSession[]> {
    return await this.sessions.list(principal.userId, requireSid(principal));
  }

  /**
   * Ends a session, and clears the cookie if it is the current one.
   * @throws AppError `SESSION_NOT_FOUND`, `IMPERSONATING`
   */
  async end(caller: Caller, id: string, response: Response): Promise<void> {
    const { userId } = caller;
    const sid = await this.sessions.findSid(userId, id);
    if (sid === undefined) throw sessionNotFound();
    const isCurrent = sid === requireSid(caller);
    await this.unitOfWork.run(async (repositories) => {
      const endedSession = await repositories.sessions.end(sid);
      if (!endedSession) throw sessionNotFound();
      const { impersonatedUserId } = endedSession;
      if (impersonatedUserId !== null)
        await recordStoppedImpersonations(repositories, caller.actor, [
          { administratorId: userId, userId: impersonatedUserId },
        ]);
      await recordSignOut(repositories, caller.actor, isCurrent ? '' : ' in another browser');
    });
    if (isCurrent) this.cookie.clear(response);
  }

  /** Ends all sessions but the current one, and disconnects the user's assistants. @throws AppError `IMPERSONATING` */
  async endOthers(caller: Caller): Promise<void> {
    const sid = requireSid(caller);
    await this.unitOfWork.run(async (repositories) => {
      await endSessions(repositories, caller.actor, caller.userId, sid);
      await recordSignOut(repositories, caller.actor, ' everywhere else');
    });
  }
}

async function recordSignOut({ users, activity }: Repositories, actor: Actor, scope: string): Promise<void> {
  const user = actor.userId === null ? null : await users.findById(actor.userId);
  await activity.record(actor, {
    action: 'Signed out',
    description: `${user ? userDisplayName(user) : 'Deleted user'} signed out${scope}.`,
  });
}

export function sessionNotFound(): AppError {
  return notFound('SESSION_NOT_FOUND', 'This session has already ended.');
}
