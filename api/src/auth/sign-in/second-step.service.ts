import { Inject, Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';

import type { User } from '@ringwell/database/accounts/user.entity';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { SECOND_STEP_MINUTES } from '@ringwell/domain/accounts/second-factor';
import { invalid, unauthenticated, type AppError } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { hashToken, generateLinkToken } from '@ringwell/platform/crypto/token-hash';

import { setRejection } from '../../http/security/rejection';
import { getNetwork } from '../../http/throttling/client-network';
import { ThrottleService } from '../../http/throttling/throttle.service';
import { getActor } from '../principal/actor';
import { cookieSettings, type CookieSettings } from '../same-origin/cookie-settings';
import { PasskeyCeremonyService } from '../second-factor/passkeys/passkey-ceremony.service';
import {
  describeFactorRejection,
  SecondFactorCheckService,
  type FactorResult,
  type PresentedFactor,
} from '../second-factor/second-factor-check.service';
import { SessionsService } from '../session/sessions.service';
import { FailedSignInService } from './failed-sign-in.service';
import type { SignInUser } from './signed-in';

const MINUTE_MS = 60_000;

/** Factors the user can finish with, apart from recovery codes. */
export interface SecondStepChoices {
  hasApp: boolean;
  hasPasskey: boolean;
}

/** Finishes sign-ins for users with a second factor, after the correct password. */
@Injectable()
export class SecondStepService {
  private readonly cookie: CookieSettings;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly factorCheck: SecondFactorCheckService,
    private readonly ceremony: PasskeyCeremonyService,
    private readonly sessions: SessionsService,
    private readonly throttle: ThrottleService,
    private readonly failedSignIns: FailedSignInService,
    @Inject(CONFIG) config: Config,
  ) {
    this.cookie = cookieSettings('ringwell_second_step', config);
  }

  /**
   * Records in a cookie and a row that the password was correct. Neither grants access.
   * @param user the user as read when the password was verified
   * @returns false when the user was disabled or the password changed in the meantime, or all the user's accounts are
   * disabled
   */
  async begin(user: User, hasWeakPassword: boolean, request: Request, response: Response): Promise<boolean> {
    const token = generateLinkToken();
    const previousTokenHash = this.readTokenHash(request);
    const { ipAddress, userAgent } = getActor(request);
    const hasStarted = await this.unitOfWork.run(async ({ users, members, pendingSignIns }) => {
      const lockedUser = await users.lock(user.id); // later password changes also end this sign-in
      if (!lockedUser?.isActive || lockedUser.passwordHash !== user.passwordHash) return false;
      if ((await members.listAccounts(user.id)).length === 0) return false;
      if (previousTokenHash !== undefined) await pendingSignIns.use(previousTokenHash, user.id);
      await pendingSignIns.create(hashToken(token), { userId: user.id, hasWeakPassword, ipAddress, userAgent });
      return true;
    });
    if (hasStarted)
      response.cookie(this.cookie.name, token, { ...this.cookie.options, maxAge: SECOND_STEP_MINUTES * MINUTE_MS });
    return hasStarted;
  }

  /** Returns the available factors if the correct password was recently entered in this browser. */
  async findChoices(request: Request): Promise<SecondStepChoices | undefined> {
    const tokenHash = this.readTokenHash(request);
    const pendingSignIn = tokenHash === undefined ? undefined : await this.findByTokenHash(tokenHash);
    if (!pendingSignIn) return undefined;
    const { id } = pendingSignIn.user;
    return {
      hasApp: (await this.unitOfWork.run(({ secondFactors }) => secondFactors.findTotp(id))) !== null,
      hasPasskey: await this.ceremony.hasPasskey(id),
    };
  }

  /** Returns the browser's options to finish with a passkey. @throws AppError `SIGN_IN_EXPIRED` */
  async startPasskey(request: Request, response: Response): Promise<object> {
    const { user, tokenHash } = await this.getPendingSignIn(request, response);
    return this.ceremony.startAuthentication(user.id, signInPurpose(tokenHash));
  }

  /** @throws AppError `SIGN_IN_REFUSED` for a wrong code or passkey, `SIGN_IN_EXPIRED`, `RATE_LIMITED` */
  async finish(factor: PresentedFactor, request: Request, response: Response): Promise<SignInUser> {
    const { user, hasWeakPassword, tokenHash } = await this.getPendingSignIn(request, response);
    await this.factorCheck.countGuess(user, response);
    const factorProof = await this.factorCheck.createProof(user.id, factor, signInPurpose(tokenHash));
    const { currentUser, factorResult } = await this.unitOfWork.run(async (repositories) => {
      const { users, pendingSignIns } = repositories;
      const lockedUser = await users.lock(user.id);
      // Another request finished the sign-in while this one was waiting, as after a double click.
      if (!lockedUser || !(await pendingSignIns.find(tokenHash))) throw this.signInExpired(response);
      const factorResult = await this.factorCheck.verifyProof(repositories, user.id, factorProof);
      if (factorResult.rejection === undefined) await pendingSignIns.use(tokenHash, user.id);
      return { currentUser: lockedUser, factorResult };
    });
    if (factorResult.rejection !== undefined) throw this.rejectSignIn(user, factorResult, request, response);
    await this.factorCheck.refundGuess(user);
    const proof = { signedInWith: 'password', hasWeakPassword, secondFactor: factorResult.method } as const;
    if (!(await this.sessions.start(currentUser, proof, request, response))) throw this.signInExpired(response);
    response.clearCookie(this.cookie.name, this.cookie.options);
    await this.throttle.undoCount('sign-in', getNetwork(request)); // the guard already counted the attempt
    return { user: currentUser, hasWeakPassword };
  }

  private async getPendingSignIn(request: Request, response: Response): Promise<SignInUser & { tokenHash: string }> {
    const tokenHash = this.readTokenHash(request);
    const pendingSignIn = tokenHash === undefined ? undefined : await this.findByTokenHash(tokenHash);
    if (tokenHash === undefined || !pendingSignIn) throw this.signInExpired(response);
    return { ...pendingSignIn, tokenHash };
  }

  private async findByTokenHash(tokenHash: string): Promise<SignInUser | undefined> {
    return await this.unitOfWork.run(async ({ pendingSignIns, users }) => {
      const pendingSignIn = await pendingSignIns.find(tokenHash);
      const user = pendingSignIn && (await users.findById(pendingSignIn.userId));
      return user ? { user, hasWeakPassword: pendingSignIn.hasWeakPassword } : undefined;
    });
  }

  private readTokenHash({ headers }: Request): string | undefined {
    const token = parseCookie(headers.cookie ?? '')[this.cookie.name];
    return token === undefined ? undefined : hashToken(token);
  }

  private rejectSignIn(user: User, factorResult: FactorResult, request: Request, response: Response): AppError {
    const { method, rejection: code = 'WRONG_CODE' } = factorResult;
    setRejection(response, { kind: 'sign_in', method, code, targetUserId: user.id });
    this.failedSignIns.record(user, 'password', request);
    return unauthenticated('SIGN_IN_REFUSED', describeFactorRejection(factorResult));
  }

  private signInExpired(response: Response): AppError {
    response.clearCookie(this.cookie.name, this.cookie.options);
    return invalid(
      'SIGN_IN_EXPIRED',
      `This sign-in has already finished or took longer than ${SECOND_STEP_MINUTES} minutes. Sign in again.`,
    );
  }
}

function signInPurpose(tokenHash: string): string {
  return `sign-in ${tokenHash}`;
}
