import { randomBytes } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { Request, Response } from 'express';

import type { SessionData } from '@ringwell/database/accounts/sign-in/session.entity';
import {
  SESSION_ABSOLUTE_DAYS,
  SessionsRepository,
  type EndedSession,
  type LiveSession,
} from '@ringwell/database/accounts/sign-in/sessions.repository';
import { recordStoppedImpersonations } from '@ringwell/database/accounts/sign-in/stopped-impersonations';
import type { User } from '@ringwell/database/accounts/user.entity';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import type { SecondFactor } from '@ringwell/domain/accounts/second-factor';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { LOGGER, type Logger } from '@ringwell/platform/logging/logger.module';

import { getActor } from '../principal/actor';
import { SessionCookie } from './session-cookie';

const SID_BYTES = 32;

export interface SignInProof extends Pick<SessionData, 'signedInWith' | 'hasWeakPassword'> {
  secondFactor?: SecondFactor;
}

export interface SessionClaims {
  sid: string;
}

// Sessions are rows in the database. The cookie only contains the session's id.
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
   * Starts a session, replacing the browser's previous one.
   * @param user the user as read when the credentials were verified
   * @returns false if the session wasn't started: the user has since been disabled or deleted, all their accounts are
   * disabled, the verified password has changed, or a user with a second factor only presented a password
   */
  async start(
    user: User,
    { signedInWith, hasWeakPassword = false, secondFactor }: SignInProof,
    request: Request,
    response: Response,
  ): Promise<boolean> {
    const sid = generateSid();
    const previousSid = await this.readSid(request);
    const isStarted = await this.unitOfWork.run(async (repositories) => {
      const { users, members, sessions, secondFactors, activity } = repositories;
      const lockedUser = await users.lock(user.id); // later changes to the user also end the new session
      const isLocal = signedInWith === 'password' || signedInWith === 'passkey';
      if (!lockedUser?.isActive || (isLocal && lockedUser.passwordHash !== user.passwordHash)) return false;
      const needsSecondFactor = signedInWith === 'password' && secondFactor === undefined;
      if (needsSecondFactor && (await secondFactors.isRequired(user.id))) return false;
      if ((await members.listAccounts(user.id)).length === 0) return false;
      if (previousSid !== undefined) await endSession(repositories, previousSid, request);
      await sessions.create(
        user.id,
        sid,
        { signedInWith, ...(hasWeakPassword && { hasWeakPassword }) },
        getActor(request),
      );
      await activity.record(
        { ...getActor(request), userId: user.id },
        {
          action: 'Signed in',
          description: `${userDisplayName(user)} signed in.`,
          metadata: { signedInWith, ...(secondFactor && { secondFactor }) },
        },
      );
      return true;
    });
    if (isStarted) await this.writeCookie(sid, response);
    return isStarted;
  }

  /**
   * Replaces a session's id in the caller's transaction. Call it when the owner gains permissions or changes how
   * they sign in.
   * @returns a function that writes the new cookie; call it after the commit
   */
  async renew({ sessions }: Repositories, sid: string): Promise<(response: Response) => Promise<void>> {
    const newSid = generateSid();
    await sessions.replaceSid(sid, newSid);
    return (response) => this.writeCookie(newSid, response);
  }

  /** Returns the session in the request's cookie, for public routes. */
  async findCurrent(request: Request): Promise<LiveSession | undefined> {
    const sid = await this.readSid(request);
    return sid === undefined ? undefined : this.find(sid);
  }

  /** Returns the session with this id if it is still valid, and extends it. */
  async find(sid: string): Promise<LiveSession | undefined> {
    const session = await this.sessions.find(sid);
    if (session?.isLastUseStale) this.recordUse(session.sid);
    return session;
  }

  /** Signs out and clears the cookie. @returns how the user had signed in; `undefined` without a session */
  async end(request: Request, response: Response): Promise<SessionData['signedInWith'] | undefined> {
    const sid = await this.readSid(request);
    const signedInWith =
      sid === undefined
        ? undefined
        : await this.unitOfWork.run(async (repositories) => {
            const session = await endSession(repositories, sid, request);
            if (!session) return undefined;
            const { userId, signedInWith } = session;
            await repositories.activity.record(
              { ...getActor(request), userId },
              {
                action: 'Signed out',
                description: `${userDisplayName(session)} signed out.`,
                metadata: { signedInWith },
              },
            );
            return signedInWith;
          });
    this.cookie.clear(response);
    return signedInWith;
  }

  private async writeCookie(sid: string, response: Response): Promise<void> {
    const claims: SessionClaims = { sid };
    this.cookie.write(response, await this.jwt.signAsync(claims, { expiresIn: `${SESSION_ABSOLUTE_DAYS}d` }));
  }

  private async readSid(request: Request): Promise<string | undefined> {
    const token = this.cookie.read(request);
    if (token === null) return undefined;
    try {
      return (await this.jwt.verifyAsync<SessionClaims>(token)).sid;
    } catch {
      return undefined; // forged or expired
    }
  }

  private recordUse(sid: string): void {
    this.sessions.touch(sid).catch((err: unknown) => this.logger.warn({ err }, 'sessions: failed to record last use'));
  }
}

function generateSid(): string {
  return randomBytes(SID_BYTES).toString('base64url');
}

// Also ends an impersonation in progress.
async function endSession(
  repositories: Repositories,
  sid: string,
  request: Request,
): Promise<EndedSession | undefined> {
  const session = await repositories.sessions.end(sid);
  if (session?.impersonatedUserId) {
    const { userId: administratorId, impersonatedUserId: userId } = session;
    await recordStoppedImpersonations(repositories, { ...getActor(request), userId: administratorId }, [
      { administratorId, userId },
    ]);
  }
  return session;
}
