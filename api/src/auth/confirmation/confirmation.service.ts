import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

import type { User } from '@ringwell/database/accounts/user.entity';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import type { SecurityMethod } from '@ringwell/domain/accounts/security-event';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { AppError, conflict, invalid } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { verifyPassword } from '@ringwell/platform/crypto/password';

import { validationFailed } from '../../http/request/strict-validation.pipe';
import { setRejection } from '../../http/security/rejection';
import { accountDeleted } from '../current-user/current-user.service';
import { changedConcurrently } from '../password/my-password.service';
import { getActor } from '../principal/actor';
import type { Principal, SessionCredential } from '../principal/principal';
import { signInProvider } from '../provider/sign-in-provider';
import { factorNotFound } from '../second-factor/my-second-factor.service';
import { PasskeyCeremonyService } from '../second-factor/passkeys/passkey-ceremony.service';
import {
  describeFactorRejection,
  SecondFactorCheckService,
  type FactorResult,
} from '../second-factor/second-factor-check.service';
import { CODE_REQUIRED } from '../second-factor/second-factor.dto';
import { SessionsService } from '../session/sessions.service';
import { SignInThrottleService } from '../sign-in/sign-in-throttle.service';
import type { ConfirmationMethodDto, ConfirmDto } from './confirmation.dto';

/** Lets signed-in users prove their identity again. */
@Injectable()
export class ConfirmationService {
  constructor(
    private readonly users: UsersRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly throttle: SignInThrottleService,
    private readonly factorCheck: SecondFactorCheckService,
    private readonly ceremony: PasskeyCeremonyService,
    private readonly sessions: SessionsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws AppError `USER_NOT_FOUND` */
  async getMethod(principal: Principal): Promise<ConfirmationMethodDto> {
    const { user } = await this.getSessionOwner(principal);
    const usesPassword = this.hasUsablePassword(user);
    return {
      isConfirmed: (principal.credential as SessionCredential).isConfirmed,
      method: usesPassword ? 'password' : 'sign_in',
      needsCode: usesPassword && (await this.factorCheck.isRequired(user.id)),
      hasPasskey: usesPassword && (await this.ceremony.hasPasskey(user.id)),
      signInName: signInProvider(this.config).name,
    };
  }

  /** @throws AppError `USER_NOT_FOUND`, `SECOND_FACTOR_NOT_FOUND` */
  async startPasskey(principal: Principal): Promise<object> {
    const { user, sid } = await this.getSessionOwner(principal);
    if (!(await this.ceremony.hasPasskey(user.id))) throw factorNotFound();
    return this.ceremony.startAuthentication(user.id, confirmationPurpose(sid));
  }

  /**
   * Users with a second factor also need a code or passkey. Renews the session id. Guesses count toward the same limits
   * as at sign-in.
   * @throws AppError `VALIDATION_FAILED` for a wrong password or code, `PASSKEY_REFUSED`, `NO_PASSWORD`,
   * `RATE_LIMITED`, `USER_NOT_FOUND`, `CHANGED_MEANWHILE`
   */
  async confirm(
    principal: Principal,
    { password, code = '', credential }: ConfirmDto,
    request: Request,
    response: Response,
  ): Promise<void> {
    const { user, sid } = await this.getSessionOwner(principal);
    if (!this.hasUsablePassword(user))
      throw conflict(
        'NO_PASSWORD',
        `You don't sign in with a password here. Sign in again with ${signInProvider(this.config).name} to confirm that it's you.`,
      );
    const recordRejection = (reason: string, method: SecurityMethod = 'password'): void =>
      setRejection(response, { kind: 'sign_in', method, code: reason, targetUserId: user.id });
    const attempt = await this.throttle.countAttempt(user.email ?? user.id, request).catch((error: unknown) => {
      if (error instanceof AppError) recordRejection(error.code);
      throw error;
    });
    if (!(await verifyPassword(user.passwordHash, password))) {
      recordRejection('WRONG_PASSWORD');
      throw validationFailed([{ field: 'password', message: 'Incorrect password.' }]);
    }
    const needsCode = await this.factorCheck.isRequired(user.id);
    const factor = credential === undefined ? { code } : { credential };
    if (needsCode && 'code' in factor && code === '')
      throw validationFailed([{ field: 'code', message: CODE_REQUIRED }]);
    if (needsCode) await this.factorCheck.countGuess(user, response);
    const proof = needsCode ? await this.factorCheck.createProof(user.id, factor, confirmationPurpose(sid)) : undefined;
    const writeCookie = await this.unitOfWork.run(async (repositories) => {
      const { users, sessions, activity } = repositories;
      const lockedUser = await users.lock(user.id);
      const factorResult = proof && (await this.factorCheck.verifyProof(repositories, user.id, proof));
      if (factorResult?.rejection !== undefined) {
        recordRejection(factorResult.rejection, factorResult.method);
        throw factorRejected(factorResult);
      }
      if (lockedUser?.passwordHash !== user.passwordHash || !(await sessions.confirm(sid))) throw changedConcurrently();
      await activity.record(getActor(request), {
        action: 'Identity confirmed',
        description: `${userDisplayName(user)} confirmed their identity.`,
        metadata: { signedInWith: 'password', ...(factorResult && { secondFactor: factorResult.method }) },
      });
      return this.sessions.renew(repositories, sid);
    });
    await writeCookie(response);
    if (needsCode) await this.factorCheck.refundGuess(user);
    await attempt.undoCount();
  }

  // Returns the session's owner: during impersonation, the administrator.
  private async getSessionOwner({ userId, credential }: Principal): Promise<{ user: User; sid: string }> {
    const { impersonator, sid } = credential as SessionCredential; // the routes accept sessions only
    const user = await this.users.findById(impersonator?.userId ?? userId);
    if (!user) throw accountDeleted();
    return { user, sid };
  }

  private hasUsablePassword({ passwordHash }: User): boolean {
    return passwordHash !== null && this.config.LOCAL_SIGN_IN === 'on';
  }
}

function factorRejected(factorResult: FactorResult): AppError {
  const message = describeFactorRejection(factorResult);
  if (factorResult.method === 'passkey') return invalid('PASSKEY_REFUSED', message);
  return validationFailed([{ field: 'code', message }]);
}

function confirmationPurpose(sid: string): string {
  return `confirmation ${sid}`;
}
