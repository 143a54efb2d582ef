import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';

import type { Actor, NewActivity } from '@ringwell/database/accounts/activity.repository';
import { SecondFactorsRepository } from '@ringwell/database/accounts/second-factors.repository';
import type { User } from '@ringwell/database/accounts/user.entity';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import { AppError } from '@ringwell/domain/app-error';
import { RECOVERY_CODES } from '@ringwell/domain/second-factor';
import { userDisplayName } from '@ringwell/domain/user-display-name';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';
import { hashRecoveryCodes, newRecoveryCodes } from '@ringwell/platform/crypto/recovery-code';
import { newTotpSecret, totpUri, verifyTotp } from '@ringwell/platform/crypto/totp';

import { validationFailed } from '../../http/request/strict-validation.pipe';
import { assertConfirmed } from '../confirmation/assert-confirmed';
import { accountDeleted } from '../current-user/current-user.service';
import { ownSid } from '../own-session';
import type { Principal } from '../principal';
import { codeRefusal, SecondFactorCheckService } from './second-factor-check.service';
import type { MySecondFactorDto, TotpSetupDto } from './second-factor.dto';

/** The second factor of the user who makes the request. Every change needs a recent confirmation of who they are. */
@Injectable()
export class MySecondFactorService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: UsersRepository,
    private readonly factors: SecondFactorsRepository,
    private readonly check: SecondFactorCheckService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws AppError `IMPERSONATING`, `USER_NOT_FOUND` */
  async get(principal: Principal): Promise<MySecondFactorDto> {
    ownSid(principal);
    const user = await this.users.findById(principal.userId);
    if (!user) throw accountDeleted();
    const totp = await this.factors.findTotp(user.id);
    return {
      isAvailable: this.isAvailableTo(user),
      isRequired: this.isRequiredOf(user),
      totp: totp && {
        activatedAt: (totp.activatedAt as Date).toISOString(),
        lastUsedAt: totp.lastUsedAt?.toISOString() ?? null,
      },
      recoveryCodesLeft: await this.factors.countRecoveryCodes(user.id),
    };
  }

  /**
   * Starts the setup of an authenticator app, or starts it over with another secret. It protects nothing yet.
   * @throws AppError `IMPERSONATING`, `REAUTHENTICATION_REQUIRED`, `NO_PASSWORD`, `SECOND_FACTOR_EXISTS`
   */
  async startTotpSetup(principal: Principal): Promise<TotpSetupDto> {
    assertMayChange(principal);
    const secret = newTotpSecret();
    const user = await this.unitOfWork.run(async (repositories) => {
      const locked = await lock(repositories, principal);
      if (!this.isAvailableTo(locked)) throw noPassword();
      const isStarted = await repositories.secondFactors.startTotpSetup(locked.id, this.check.seal(locked.id, secret));
      if (!isStarted) throw factorExists();
      return locked;
    });
    const label = user.email ?? userDisplayName(user);
    return { secret, uri: totpUri(secret, { issuer: this.config.PRODUCT_NAME, label }) };
  }

  /**
   * Finishes the setup with a code that proves that the app works. That code does not work a second time.
   * @returns recovery codes, which cannot be read again
   * @throws AppError `IMPERSONATING`, `REAUTHENTICATION_REQUIRED`, `SECOND_FACTOR_SETUP_MISSING`, `VALIDATION_FAILED`,
   *   `RATE_LIMITED`
   */
  async activateTotp(principal: Principal, typed: string, actor: Actor, response: Response): Promise<string[]> {
    assertMayChange(principal);
    const user = await this.users.findById(principal.userId);
    if (!user) throw accountDeleted();
    const setup = await this.factors.findTotpSetup(user.id);
    if (!setup) throw setupMissing();
    await this.check.countGuess(user, response);
    const counter = verifyTotp(this.check.secretOf(setup), typed.replace(/\s/g, ''));
    if (counter === undefined)
      throw validationFailed([{ field: 'code', message: codeRefusal({ method: 'totp', refusal: 'WRONG_CODE' }) }]);
    const { codes, hashed } = await makeRecoveryCodes();
    await this.unitOfWork.run(async (repositories) => {
      await lock(repositories, principal);
      if (!(await repositories.secondFactors.activateTotp(setup, counter))) throw setupMissing();
      await repositories.secondFactors.replaceRecoveryCodes(user.id, hashed);
      await record(repositories, actor, user, {
        action: 'Sign-in factor added',
        description: 'turned on two-step verification with an authenticator app.',
        metadata: { secondFactor: 'totp' },
      });
    });
    await this.check.forgive(user);
    return codes;
  }

  /** @throws AppError `IMPERSONATING`, `REAUTHENTICATION_REQUIRED`, `SECOND_FACTOR_NOT_FOUND`, `LAST_SECOND_FACTOR` */
  async removeTotp(principal: Principal, actor: Actor): Promise<void> {
    assertMayChange(principal);
    await this.unitOfWork.run(async (repositories) => {
      const { secondFactors } = repositories;
      const user = await lock(repositories, principal);
      if (!(await secondFactors.deleteTotp(user.id))) throw factorNotFound();
      if (!(await secondFactors.isRequired(user.id))) {
        if (this.isRequiredOf(user)) throw lastFactor();
        await secondFactors.deleteRecoveryCodes(user.id);
      }
      await record(repositories, actor, user, {
        action: 'Sign-in factor removed',
        description: 'removed the authenticator app.',
        metadata: { secondFactor: 'totp' },
      });
    });
  }

  /**
   * Replaces the recovery codes.
   * @returns the new ones, which cannot be read again
   * @throws AppError `IMPERSONATING`, `REAUTHENTICATION_REQUIRED`, `SECOND_FACTOR_NOT_FOUND`
   */
  async renewRecoveryCodes(principal: Principal, actor: Actor): Promise<string[]> {
    assertMayChange(principal);
    const { codes, hashed } = await makeRecoveryCodes();
    await this.unitOfWork.run(async (repositories) => {
      const { secondFactors } = repositories;
      const user = await lock(repositories, principal);
      if (!(await secondFactors.isRequired(user.id))) throw factorNotFound();
      await secondFactors.replaceRecoveryCodes(user.id, hashed);
      await record(repositories, actor, user, {
        action: 'Recovery codes created',
        description: 'created new recovery codes. The earlier ones no longer work.',
        metadata: { secondFactor: 'recovery_code' },
      });
    });
    return codes;
  }

  private isRequiredOf(user: User): boolean {
    return user.role === 'admin' && this.config.ADMIN_SECOND_FACTOR === 'required' && this.isAvailableTo(user);
  }

  private isAvailableTo({ passwordHash }: User): boolean {
    return passwordHash !== null && this.config.LOCAL_SIGN_IN === 'on';
  }
}

function assertMayChange(principal: Principal): void {
  ownSid(principal);
  assertConfirmed(principal);
}

async function makeRecoveryCodes(): Promise<{ codes: string[]; hashed: { salt: string; hashes: string[] } }> {
  const codes = newRecoveryCodes(RECOVERY_CODES);
  return { codes, hashed: await hashRecoveryCodes(codes) };
}

// The session may have been ended to lock someone out, while the request waited.
async function lock({ users, sessions }: Repositories, principal: Principal): Promise<User> {
  const user = await users.lock(principal.userId);
  if (!user || !(await sessions.find(ownSid(principal)))) throw accountDeleted();
  return user;
}

async function record(
  { activity }: Repositories,
  actor: Actor,
  user: User,
  { description, metadata, ...entry }: NewActivity,
): Promise<void> {
  await activity.record(actor, {
    ...entry,
    description: `${userDisplayName(user)} ${description}`,
    metadata: { ...metadata, targetUserId: user.id },
  });
}

function noPassword(): AppError {
  return new AppError({
    kind: 'conflict',
    code: 'NO_PASSWORD',
    message: "You don't sign in with a password here. Turn on two-step verification where you sign in instead.",
  });
}

function factorExists(): AppError {
  return new AppError({
    kind: 'conflict',
    code: 'SECOND_FACTOR_EXISTS',
    message: 'You already have an authenticator app here. Remove it first, then set up the other one.',
  });
}

function factorNotFound(): AppError {
  return new AppError({
    kind: 'not_found',
    code: 'SECOND_FACTOR_NOT_FOUND',
    message: 'Two-step verification is turned off already. Reload the page.',
  });
}

function lastFactor(): AppError {
  return new AppError({
    kind: 'conflict',
    code: 'LAST_SECOND_FACTOR',
    message: 'Administrators need two-step verification here. Set up another factor before you remove this one.',
  });
}

function setupMissing(): AppError {
  return new AppError({
    kind: 'conflict',
    code: 'SECOND_FACTOR_SETUP_MISSING',
    message: 'This setup was finished or started over elsewhere. Start again.',
  });
}
