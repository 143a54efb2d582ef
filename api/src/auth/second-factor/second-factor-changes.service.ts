import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';

import type { Actor, NewActivity } from '@ringwell/database/accounts/security/activity.repository';
import { SecondFactorsRepository } from '@ringwell/database/accounts/sign-in/second-factors.repository';
import type { User } from '@ringwell/database/accounts/user.entity';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import { RECOVERY_CODE_COUNT } from '@ringwell/domain/accounts/second-factor';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { conflict } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { hashRecoveryCodes, generateRecoveryCodes } from '@ringwell/platform/crypto/recovery-code';

import { assertConfirmed } from '../confirmation/assert-confirmed';
import { accountDeleted } from '../current-user/current-user.service';
import { requireSid } from '../principal/own-session';
import type { Principal } from '../principal/principal';
import { SessionsService } from '../session/sessions.service';
import { secondFactorEmail, type SecondFactorChange } from './second-factor-mail';

export interface NewRecoveryCodes {
  codes: string[];
  hashedCodes: { salt: string; hashes: string[] };
}

/** The steps shared by all changes that users make to their own second factors. */
@Injectable()
export class SecondFactorChangesService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly factors: SecondFactorsRepository,
    private readonly sessions: SessionsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Runs a change in a transaction that locks the user.
   * @throws AppError `IMPERSONATING`, `REAUTHENTICATION_REQUIRED`, `USER_NOT_FOUND`
   */
  async run<T>(principal: Principal, change: (repositories: Repositories, user: User) => Promise<T>): Promise<T> {
    assertCanChangeFactors(principal);
    return this.unitOfWork.run(async (repositories) => {
      const user = await repositories.users.lock(principal.userId);
      // The session may have been ended to lock someone out while this request was waiting.
      if (!user || !(await repositories.sessions.find(requireSid(principal)))) throw accountDeleted();
      return change(repositories, user);
    });
  }

  /** Runs a change that adds a factor, and renews the session id. */
  async add<T>(
    principal: Principal,
    response: Response,
    change: (repositories: Repositories, user: User) => Promise<T>,
  ): Promise<T> {
    const { result, writeCookie } = await this.run(principal, async (repositories, user) => {
      const result = await change(repositories, user);
      return { result, writeCookie: await this.sessions.renew(repositories, requireSid(principal)) };
    });
    await writeCookie(response);
    return result;
  }

  /** Records a change and notifies the user by email. */
  async record(
    { activity, mails }: Repositories,
    actor: Actor,
    user: User,
    { change, description, metadata, ...entry }: NewActivity & { change: SecondFactorChange },
  ): Promise<void> {
    await activity.record(actor, {
      ...entry,
      description: `${userDisplayName(user)} ${description}`,
      metadata: { ...metadata, targetUserId: user.id },
    });
    const mail = secondFactorEmail(this.config, user.email, change);
    if (mail) await mails.enqueue(mail);
  }

  /** Creates recovery codes if the user has none. Hashing is slow, so call it outside the transaction. */
  async createMissingCodes(userId: string): Promise<NewRecoveryCodes | undefined> {
    return (await this.factors.countRecoveryCodes(userId)) === 0 ? createRecoveryCodes() : undefined;
  }

  /**
   * Stores the codes unless another request just did.
   * @returns the codes to show, or null if earlier codes still work
   */
  async storeMissingCodes(
    { secondFactors }: Repositories,
    userId: string,
    newCodes: NewRecoveryCodes | undefined,
  ): Promise<string[] | null> {
    if (!newCodes || (await secondFactors.countRecoveryCodes(userId)) > 0) return null;
    await secondFactors.replaceRecoveryCodes(userId, newCodes.hashedCodes);
    return newCodes.codes;
  }

  /**
   * Removes the recovery codes if the last factor was removed. Call it after removing a factor.
   * @throws AppError `LAST_SECOND_FACTOR`
   */
  async finishRemoval({ secondFactors }: Repositories, user: User): Promise<void> {
    if (await secondFactors.isRequired(user.id)) return;
    if (this.isRequiredFor(user))
      throw conflict(
        'LAST_SECOND_FACTOR',
        'Two-step verification is required for administrators. Set up another factor before you remove this one.',
      );
    await secondFactors.deleteRecoveryCodes(user.id);
  }

  /** @throws AppError `NO_PASSWORD` */
  assertAvailableTo(user: User): void {
    if (!this.isAvailableTo(user))
      throw conflict(
        'NO_PASSWORD',
        "You don't sign in with a password here. Turn on two-step verification with your sign-in provider instead.",
      );
  }

  isRequiredFor(user: User): boolean {
    return user.role === 'admin' && this.config.ADMIN_SECOND_FACTOR === 'required' && this.isAvailableTo(user);
  }

  isAvailableTo({ passwordHash }: User): boolean {
    return passwordHash !== null && this.config.LOCAL_SIGN_IN === 'on';
  }
}

/** @throws AppError `IMPERSONATING`, `REAUTHENTICATION_REQUIRED` */
export function assertCanChangeFactors(principal: Principal): void {
  requireSid(principal);
  assertConfirmed(principal);
}

export async function createRecoveryCodes(): Promise<NewRecoveryCodes> {
  const codes = generateRecoveryCodes(RECOVERY_CODE_COUNT);
  return { codes, hashedCodes: await hashRecoveryCodes(codes) };
}
