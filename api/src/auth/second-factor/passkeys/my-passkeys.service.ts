import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';

import { PasskeysRepository } from '@ringwell/database/accounts/sign-in/passkeys.repository';
import type { User } from '@ringwell/database/accounts/user.entity';
import type { Repositories } from '@ringwell/database/unit-of-work';
import { MAX_PASSKEYS } from '@ringwell/domain/accounts/second-factor';
import { conflict, invalid } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import type { Caller } from '../../principal/caller';
import { requireSid } from '../../principal/own-session';
import type { Principal } from '../../principal/principal';
import { factorNotFound } from '../my-second-factor.service';
import { assertCanChangeFactors, SecondFactorChangesService } from '../second-factor-changes.service';
import { PasskeyCeremonyService } from './passkey-ceremony.service';
import type { AddPasskeyDto } from './passkey.dto';
import { supportsPasskeys } from './relying-party';

/** The current user's passkeys. Every change requires a recent identity confirmation. */
@Injectable()
export class MyPasskeysService {
  constructor(
    private readonly changes: SecondFactorChangesService,
    private readonly ceremony: PasskeyCeremonyService,
    private readonly passkeys: PasskeysRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @throws AppError `IMPERSONATING`, `REAUTHENTICATION_REQUIRED`, `USER_NOT_FOUND`, `NO_PASSWORD`,
   * `PASSKEYS_UNAVAILABLE`, `TOO_MANY_PASSKEYS`
   */
  async startSetup(principal: Principal): Promise<object> {
    const user = await this.changes.run(principal, async (repositories, current) => {
      await this.assertBelowLimit(repositories, current);
      return current;
    });
    return this.ceremony.startRegistration(user, registrationPurpose(principal));
  }

  /**
   * @param credential the credential that the browser created, as JSON
   * @returns recovery codes, which cannot be shown again, or null if earlier codes still work
   * @throws AppError `PASSKEY_REFUSED`, `PASSKEY_EXISTS`, and whatever `startSetup` throws
   */
  async add(caller: Caller, { name, credential }: AddPasskeyDto, response: Response): Promise<string[] | null> {
    assertCanChangeFactors(caller);
    const passkey = await this.ceremony.finishRegistration(caller.userId, credential, registrationPurpose(caller));
    if (!passkey)
      throw invalid('PASSKEY_REFUSED', "This passkey couldn't be verified, or it took too long. Try again.");
    const newCodes = await this.changes.createMissingCodes(caller.userId);
    return this.changes.add(caller, response, async (repositories, user) => {
      await this.assertBelowLimit(repositories, user);
      if ((await repositories.passkeys.create({ ...passkey, name })) === undefined)
        throw conflict('PASSKEY_EXISTS', 'This passkey was already added.');
      await this.changes.record(repositories, caller.actor, user, {
        change: { kind: 'passkey_added', name },
        action: 'Sign-in factor added',
        description: 'added a passkey for two-step verification.',
        metadata: { secondFactor: 'passkey' },
      });
      return this.changes.storeMissingCodes(repositories, user.id, newCodes);
    });
  }

  /**
   * @throws AppError `IMPERSONATING`, `REAUTHENTICATION_REQUIRED`, `USER_NOT_FOUND`, `SECOND_FACTOR_NOT_FOUND`,
   * `LAST_SECOND_FACTOR`
   */
  async remove(caller: Caller, id: string): Promise<void> {
    const existingPasskeys = await this.passkeys.list(caller.userId);
    // Users who can't change factors also get this error for an unknown passkey.
    if (!existingPasskeys.some((passkey) => passkey.id === id)) throw factorNotFound();
    await this.changes.run(caller, async (repositories, user) => {
      const name = await repositories.passkeys.delete(user.id, id);
      if (name === undefined) throw factorNotFound();
      await this.changes.finishRemoval(repositories, user);
      await this.changes.record(repositories, caller.actor, user, {
        change: { kind: 'passkey_removed', name },
        action: 'Sign-in factor removed',
        description: 'removed a passkey.',
        metadata: { secondFactor: 'passkey' },
      });
    });
  }

  private async assertBelowLimit({ passkeys }: Repositories, user: User): Promise<void> {
    this.changes.assertAvailableTo(user);
    if (!supportsPasskeys(this.config))
      throw conflict(
        'PASSKEYS_UNAVAILABLE',
        'Passkeys require https and a domain name. Use an authenticator app, or ask your administrator.',
      );
    if ((await passkeys.count(user.id)) >= MAX_PASSKEYS)
      throw conflict('TOO_MANY_PASSKEYS', `You already have ${MAX_PASSKEYS} passkeys. Remove one first.`);
  }
}

function registrationPurpose(principal: Principal): string {
  return `new passkey ${requireSid(principal)}`;
}
