import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';

import { PasskeysRepository } from '@ringwell/database/accounts/sign-in/passkeys.repository';
import { SecondFactorsRepository } from '@ringwell/database/accounts/sign-in/second-factors.repository';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { conflict, notFound, type AppError } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { generateTotpSecret, totpUri, verifyTotp } from '@ringwell/platform/crypto/totp';

import { validationFailed } from '../../http/request/strict-validation.pipe';
import { toDto } from '../../http/response/to-dto';
import { accountDeleted } from '../current-user/current-user.service';
import type { Caller } from '../principal/caller';
import { requireSid } from '../principal/own-session';
import type { Principal } from '../principal/principal';
import { PasskeyDto } from './passkeys/passkey.dto';
import { supportsPasskeys } from './passkeys/relying-party';
import {
  assertCanChangeFactors,
  createRecoveryCodes,
  SecondFactorChangesService,
} from './second-factor-changes.service';
import { describeFactorRejection, SecondFactorCheckService } from './second-factor-check.service';
import { TotpFactorDto, type MySecondFactorDto, type TotpSetupDto } from './second-factor.dto';

/** The current user's second factors. Every change requires a recent identity confirmation. */
@Injectable()
export class MySecondFactorService {
  constructor(
    private readonly changes: SecondFactorChangesService,
    private readonly users: UsersRepository,
    private readonly factors: SecondFactorsRepository,
    private readonly passkeys: PasskeysRepository,
    private readonly factorCheck: SecondFactorCheckService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws AppError `IMPERSONATING`, `USER_NOT_FOUND` */
  async get(principal: Principal): Promise<MySecondFactorDto> {
    requireSid(principal);
    const user = await this.users.findById(principal.userId);
    if (!user) throw accountDeleted();
    const [totp, passkeys, recoveryCodesLeft] = await Promise.all([
      this.factors.findTotp(user.id),
      this.passkeys.list(user.id),
      this.factors.countRecoveryCodes(user.id),
    ]);
    return {
      isAvailable: this.changes.isAvailableTo(user),
      isRequired: this.changes.isRequiredFor(user),
      arePasskeysAvailable: supportsPasskeys(this.config),
      totp: totp && toDto(TotpFactorDto, totp, { activatedAt: totp.activatedAt as Date }),
      passkeys: passkeys.map((passkey) => toDto(PasskeyDto, passkey)),
      recoveryCodesLeft,
    };
  }

  /**
   * Starts or restarts the setup of an authenticator app with a new secret. Has no effect until the setup is finished.
   * @throws AppError `IMPERSONATING`, `REAUTHENTICATION_REQUIRED`, `USER_NOT_FOUND`, `NO_PASSWORD`,
   * `SECOND_FACTOR_EXISTS`
   */
  async startTotpSetup(principal: Principal): Promise<TotpSetupDto> {
    const secret = generateTotpSecret();
    return this.changes.run(principal, async ({ secondFactors }, user) => {
      this.changes.assertAvailableTo(user);
      const isStarted = await secondFactors.startTotpSetup(user.id, this.factorCheck.sealSecret(user.id, secret));
      if (!isStarted)
        throw conflict(
          'SECOND_FACTOR_EXISTS',
          'You already have an authenticator app. Remove it first, then set up the other one.',
        );
      const label = user.email ?? userDisplayName(user);
      return { secret, uri: totpUri(secret, { issuer: this.config.PRODUCT_NAME, label }) };
    });
  }

  /**
   * Finishes the setup with a code that proves the app works, and consumes the code.
   * @returns recovery codes, which cannot be shown again, or null if earlier codes still work
   * @throws AppError `IMPERSONATING`, `REAUTHENTICATION_REQUIRED`, `USER_NOT_FOUND`, `SECOND_FACTOR_SETUP_MISSING`,
   * `VALIDATION_FAILED`, `RATE_LIMITED`, `SECRET_UNREADABLE`
   */
  async activateTotp(caller: Caller, code: string, response: Response): Promise<string[] | null> {
    assertCanChangeFactors(caller);
    const user = await this.users.findById(caller.userId);
    if (!user) throw accountDeleted();
    const setup = await this.factors.findTotpSetup(user.id);
    if (!setup) throw setupMissing();
    await this.factorCheck.countGuess(user, response);
    const counter = verifyTotp(this.factorCheck.openSecret(setup), code.replace(/\s/g, ''));
    if (counter === undefined)
      throw validationFailed([
        { field: 'code', message: describeFactorRejection({ method: 'totp', rejection: 'WRONG_CODE' }) },
      ]);
    const newCodes = await this.changes.createMissingCodes(user.id);
    const codes = await this.changes.add(caller, response, async (repositories) => {
      if (!(await repositories.secondFactors.activateTotp(setup, counter))) throw setupMissing();
      await this.changes.record(repositories, caller.actor, user, {
        change: { kind: 'app_added' },
        action: 'Sign-in factor added',
        description: 'turned on two-step verification with an authenticator app.',
        metadata: { secondFactor: 'totp' },
      });
      return this.changes.storeMissingCodes(repositories, user.id, newCodes);
    });
    await this.factorCheck.refundGuess(user);
    return codes;
  }

  /**
   * @throws AppError `IMPERSONATING`, `REAUTHENTICATION_REQUIRED`, `USER_NOT_FOUND`, `SECOND_FACTOR_NOT_FOUND`,
   * `LAST_SECOND_FACTOR`
   */
  async removeTotp(caller: Caller): Promise<void> {
    await this.changes.run(caller, async (repositories, user) => {
      if (!(await repositories.secondFactors.deleteTotp(user.id))) throw factorNotFound();
      await this.changes.finishRemoval(repositories, user);
      await this.changes.record(repositories, caller.actor, user, {
        change: { kind: 'app_removed' },
        action: 'Sign-in factor removed',
        description: 'removed the authenticator app.',
        metadata: { secondFactor: 'totp' },
      });
    });
  }

  /**
   * Replaces the recovery codes.
   * @returns the new codes, which cannot be shown again
   * @throws AppError `IMPERSONATING`, `REAUTHENTICATION_REQUIRED`, `USER_NOT_FOUND`, `SECOND_FACTOR_NOT_FOUND`
   */
  async renewRecoveryCodes(caller: Caller): Promise<string[]> {
    assertCanChangeFactors(caller);
    const { codes, hashedCodes } = await createRecoveryCodes();
    await this.changes.run(caller, async (repositories, user) => {
      const { secondFactors } = repositories;
      if (!(await secondFactors.isRequired(user.id))) throw factorNotFound();
      await secondFactors.replaceRecoveryCodes(user.id, hashedCodes);
      await this.changes.record(repositories, caller.actor, user, {
        change: { kind: 'codes_renewed' },
        action: 'Recovery codes created',
        description: 'created new recovery codes. The old ones no longer work.',
        metadata: { secondFactor: 'recovery_code' },
      });
    });
    return codes;
  }
}

export function factorNotFound(): AppError {
  return notFound('SECOND_FACTOR_NOT_FOUND', 'This was already removed. Reload the page.');
}

function setupMissing(): AppError {
  return conflict('SECOND_FACTOR_SETUP_MISSING', 'This setup was finished or restarted elsewhere. Start over.');
}
