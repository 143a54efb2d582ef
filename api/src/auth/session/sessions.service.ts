import { randomBytes } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { Request, Response } from 'express';

import type { SessionData } from '@ringwell/database/accounts/session.entity';
import {
  SESSION_ABSOLUTE_DAYS,
  SessionsRepository,
  type EndedSession,
  type LiveSession,
} from '@ringwell/database/accounts/sessions.repository';
import type { User } from '@ringwell/database/accounts/user.entity';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import { userDisplayName } from '@ringwell/domain/user-display-name';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import { actorOf } from '../actor';
import { SessionCookie } from './session-cookie';
import { recordStopped } from './stopped-impersonations';

const SID_BYTES = 32;

/** What the cookie's token says. */
export interface SessionClaims {
  sid: string;
}

/** Who is signed in. The cookie only names a row; what counts is the row. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly sessions: SessionsRepository,
    private readonly jwt: JwtService,
    private readonly cookie: SessionCookie,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Signs a user in: a new session, in place of the one the browser may have.
   * @param user as it was when the person proved to be this user
   * @returns whether the proof still holds: no session starts when the user has been disabled or deleted since, or, after a
   *   sign-in with a password, has another one now
   */
  async start(
    user: User,
    signedInWith: SessionData['signedInWith'],
    request: Request,
    response: Response,
  ): Promise<boolean> {
    const sid = randomBytes(SID_BYTES).toString('base64url');
    const earlier = await this.sidOf(request);
    const isStarted = await this.unitOfWork.run(async (repositories) => {
      const { users, sessions, activity } = repositories;
      const current = await users.lock(user.id); // whoever changes the user from now on ends the new session, too
      if (!current?.isActive || (signedInWith === 'password' && current.passwordHash !== user.passwordHash))
        return false;
      if (earlier !== undefined) await endSession(repositories, earlier, request);
      await sessions.create(user.id, sid, { signedInWith });
      await activity.record(
        { ...actorOf(request), userId: user.id },
        {
          action: 'Signed in',
          description: `${userDisplayName(user)} signed in.`,
          metadata: { signedInWith },
        },
      );
      return true;
    });
    if (!isStarted) return false;
    const claims: SessionClaims = { sid };
    this.cookie.write(response, await this.jwt.signAsync(claims, { expiresIn: `${SESSION_ABSOLUTE_DAYS}d` }));
    return true;
  }

  /** The session that a request's cookie names, for routes that are open to visitors, too. */
  async current(request: Request): Promise<LiveSession | undefined> {
    const sid = await this.sidOf(request);
    return sid === undefined ? undefined : this.find(sid);
  }

  /** The session of this id, if it may be used now. Using it keeps it alive. */
  async find(sid: string): Promise<LiveSession | undefined> {
    const session = await this.sessions.find(sid);
    if (session?.isUseDue) this.noteUse(sid);
    return session;
  }

  /** Signs out. Without a session, only the cookie goes. @returns how the person had signed in */
  async end(request: Request, response: Response): Promise<SessionData['signedInWith'] | undefined> {
    const sid = await this.sidOf(request);
    const ended =
      sid === undefined
        ? undefined
        : await this.unitOfWork.run(async (repositories) => {
            const session = await endSession(repositories, sid, request);
            if (!session) return undefined;
            const { userId, signedInWith } = session;
            await repositories.activity.record(
              { ...actorOf(request), userId },
              {
                action: 'Signed out',
                description: `${userDisplayName(session)} signed out.`,
                metadata: { signedInWith },
              },
            );
            return signedInWith;
          });
    this.cookie.clear(response);
    return ended;
  }

  /** `undefined` without a cookie, or when it is not ours. */
  private async sidOf(request: Request): Promise<string | undefined> {
    const token = this.cookie.read(request);
    if (token === null) return undefined;
    try {
      return (await this.jwt.verifyAsync<SessionClaims>(token)).sid;
    } catch {
      return undefined; // forged, or expired
    }
  }

  /** The request does not wait for it. */
  private noteUse(sid: string): void {
    this.sessions
      .touch(sid)
      .catch((err: unknown) => this.logger.warn({ err }, 'The use of a session could not be noted.'));
  }
}

/** Ends a session and, with it, looking at another account. */
async function endSession(
  repositories: Repositories,
  sid: string,
  request: Request,
): Promise<EndedSession | undefined> {
  const session = await repositories.sessions.end(sid);
  if (session?.impersonatedUserId) {
    const { userId: administratorId, impersonatedUserId: userId } = session;
    await recordStopped(repositories, { ...actorOf(request), userId: administratorId }, [{ administratorId, userId }]);
  }
  return session;
}
